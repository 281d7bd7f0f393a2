// The files of preview/, as they are in the program.
#pragma once

#include <string_view>

namespace emoted::explain {

extern const std::string_view preview_html;
extern const std::string_view preview_css;
extern const std::string_view preview_js;

}  // namespace emoted::explain
