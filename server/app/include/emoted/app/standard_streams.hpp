// Standard input, output and error as a program finds them when a parent has closed some.
#pragma once

namespace emoted::app {

// What is closed becomes something that fails to read or write: else the next socket or file that is opened gets its
// number, and with it whatever is meant for a log. Before anything is opened.
void hold_standard_streams();
// Whether anything at all can be read from standard input.
[[nodiscard]] bool standard_input_is_readable();

}  // namespace emoted::app
