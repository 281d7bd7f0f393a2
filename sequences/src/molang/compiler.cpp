#include "molang/compiler.hpp"

#include "molang/parser.hpp"

#include <emoted/sequences/limits.hpp>
#include <emoted/sequences/utf8.hpp>

#include <string>
#include <utility>

namespace emoted::molang {

CompiledText compile(std::string_view source, Access access, SlotTable& slots, std::vector<Token>& tokens,
                     std::vector<Instruction>& code) {
    CompiledText refused;
    if (text::count_code_points(source) > limits::max_molang_characters) {
        refused.faults.push_back(
            {0,
             DiagnosticCode::limit_exceeded,
             {.message = "the expression is " + std::to_string(text::count_code_points(source)) + " characters long",
              .expected =
                  "at most " + std::to_string(limits::max_molang_characters) + " characters (max_molang_characters)"}});
        return refused;
    }
    if (std::optional<Fault> fault = tokenize(source, tokens)) {
        refused.faults.push_back(std::move(*fault));
        return refused;
    }
    const std::size_t size = code.size();
    std::vector<FirstRead> first_reads;
    for (const bool careful : {false, true}) {
        Parser parser(source, access, slots, tokens, code, careful);
        CompiledText result = parser.run();
        if (!result.faults.empty()) {
            code.resize(size);
            return result;
        }
        if (careful) {
            // The first time has seen them first.
            result.first_reads = std::move(first_reads);
            return result;
        }
        if (!parser.disturbed()) {
            return result;
        }
        first_reads = std::move(result.first_reads);
        code.resize(size);
    }
    return refused;
}

}  // namespace emoted::molang
