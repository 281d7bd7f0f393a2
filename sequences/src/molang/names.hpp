// What the names of a Molang text mean: prefixes, variables, queries and functions, and what is nearest to a wrong one.
#pragma once

#include "molang/compiler.hpp"
#include "molang/emitter.hpp"
#include "molang/token_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace emoted::molang {

enum class Prefix : std::uint8_t { math, query, variable, temporary };
[[nodiscard]] std::optional<Prefix> prefix_named(std::string_view lower_name) noexcept;

class Names {
public:
    // All must outlive this.
    Names(TokenReader& reader, Access access, SlotTable& slots, const Emitter& emitter)
        : reader_(reader), access_(access), slots_(slots), emitter_(emitter) {}

    enum class Use : std::uint8_t { read, assigned };
    [[nodiscard]] Operand variable(const Path& path, Use use);
    [[nodiscard]] Operand temporary(const Path& path, Use use);
    // These give nothing after a report.
    [[nodiscard]] std::optional<Operand> query(const Path& path);
    [[nodiscard]] std::optional<Function> function(const Path& path);
    // The target of an assignment.
    [[nodiscard]] std::optional<Slot> target(const Path& path);

    // A name without a prefix, or a prefix without a name.
    void report_bare(const Path& path);
    void report_call(const Path& value);

    [[nodiscard]] std::vector<FirstRead>& first_reads() noexcept { return first_reads_; }
    // Temporaries are 0 at the beginning of every evaluation; those that are surely assigned first are not among these.
    [[nodiscard]] const std::vector<Slot>& temporaries_to_clear() const noexcept { return to_clear_; }

private:
    TokenReader& reader_;
    Access access_;
    SlotTable& slots_;
    const Emitter& emitter_;
    std::vector<FirstRead> first_reads_;
    std::unordered_map<std::string, std::size_t> temporaries_;
    std::vector<Slot> to_clear_;
};

}  // namespace emoted::molang
