#include "words.hpp"

#include <boost/describe/enum_to_string.hpp>

namespace emoted::core {

std::string word(protocol::EndReason reason) {
    return boost::describe::enum_to_string(reason, "unknown");
}
std::string word(protocol::PlayOutcome outcome) {
    return boost::describe::enum_to_string(outcome, "unknown");
}
std::string word(protocol::SceneState state) {
    return boost::describe::enum_to_string(state, "unknown");
}

}  // namespace emoted::core
