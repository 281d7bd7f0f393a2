// Compiles the Molang texts of one clip into its script.
#pragma once

#include "molang/compiler.hpp"
#include "text/suggestions.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::molang {

// What a text was compiled to: a number if it always is the same, else a program.
struct Compiled {
    ProgramIndex program;
    std::optional<double> constant;
    std::optional<Always> always;
};

class ScriptBuilder {
public:
    // Nothing if there were faults, which last_faults() gives until the next call. The same text is compiled once.
    [[nodiscard]] std::optional<Compiled> compile(std::string_view source, Access access);
    [[nodiscard]] std::vector<Fault>& last_faults() noexcept { return last_.faults; }
    // Variables that the last text was the first one to read.
    [[nodiscard]] std::span<const FirstRead> last_first_reads() const noexcept { return last_.first_reads; }

    // Once all texts are compiled: what is wrong with a variable that is read, or nothing.
    [[nodiscard]] std::optional<text::FaultText> unassigned(std::size_t variable) const;
    // Null if there is no program.
    [[nodiscard]] std::shared_ptr<const Script> finish();

private:
    [[nodiscard]] std::string nearest_assigned(std::string_view name) const;

    SlotTable slots_;
    Script script_;
    std::vector<Token> tokens_;
    CompiledText last_;
    std::map<std::pair<Access, std::string>, Compiled, std::less<>> known_;
    mutable text::Suggestions suggestions_;
};

}  // namespace emoted::molang
