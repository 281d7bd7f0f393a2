// What happens to links, as log lines.
#pragma once

#include <emoted/app/log.hpp>
#include <emoted/net/proxy_server.hpp>

namespace emoted::app {

void log_link_event(Log& log, const net::LinkEvent& event);

}  // namespace emoted::app
