// What the daemon answers, as text for people.
#pragma once

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace emoted::ctl {

// Of the `data` of an answer to `command`; lines with their ends. What is missing is left out: a newer daemon may say
// more or less.
[[nodiscard]] std::string render(std::string_view command, const boost::json::object& data);

// "there is no player Alcie (unknown_player); did you mean Alice?"
[[nodiscard]] std::string render_error(const boost::json::object& error);

}  // namespace emoted::ctl
