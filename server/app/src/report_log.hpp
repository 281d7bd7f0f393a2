// Findings and reload reports as log lines.
#pragma once

#include <emoted/app/log.hpp>
#include <emoted/app/reloader.hpp>
#include <emoted/sequences/diagnostic.hpp>

namespace emoted::app {

// One line for each, with file, line, column, path and code as fields.
void log_diagnostics(Log& log, const Diagnostics& diagnostics);
// All findings, then one line that sums up.
void log_report(Log& log, const ReloadReport& report);

}  // namespace emoted::app
