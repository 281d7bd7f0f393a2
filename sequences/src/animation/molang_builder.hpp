// Compiles the Molang texts of an animation, each reported at its place.
//
//   MolangBuilder molang(report);
//   const auto compiled = molang.compile(source, molang::Access::read_only, [&] { return at / i / "value"; });
//
// Nothing means that a fault was reported. A constant needs no program: take the number.
#pragma once

#include "animation/build_report.hpp"
#include "molang/script_builder.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emoted::animation {

class MolangBuilder {
public:
    explicit MolangBuilder(BuildReport& report) : report_(report) {}

    // `place()` gives the pointer of the text; asked only for a report.
    template <class Place>
    [[nodiscard]] std::optional<molang::Compiled> compile(std::string_view source, molang::Access access, Place place) {
        const std::optional<molang::Compiled> compiled = builder_.compile(source, access);
        if (!builder_.last_faults().empty() || !builder_.last_first_reads().empty()) {
            take_reports(place());
        }
        if (access == molang::Access::program && !compiled) {
            assume_assigned();
        }
        return compiled;
    }

    // Warns of a text that has the number `always` wherever it is evaluated, which ends the playback there.
    void warn_of_end(const Pointer& at, const molang::Always& always, std::string expected);
    // A program could not be read, so nothing can be said about what is assigned.
    void assume_assigned() noexcept { assumes_assigned_ = true; }
    // Once all texts are compiled: warns of variables that nobody assigns. Null if there are no programs.
    [[nodiscard]] std::shared_ptr<const molang::Script> finish();

private:
    void take_reports(const Pointer& at);

    struct Read {
        Pointer at;
        molang::FirstRead read;
    };
    BuildReport& report_;
    molang::ScriptBuilder builder_;
    std::vector<Read> reads_;
    bool assumes_assigned_ = false;
};

}  // namespace emoted::animation
