// Makes the random choices of one emote step, one repetition after the other (format section 2.4).
#pragma once

#include <emoted/sequences/sequence.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace emoted {

class DrawSource;

// One step while its repetitions are chosen. What was chosen in another step excludes nothing here: a new Chooser is
// made for every step. The step must outlive it.
class Chooser {
public:
    explicit Chooser(const EmoteStep<ClipIndex>& step) noexcept;

    struct Draw {
        std::size_t chosen = 0;               // index of the candidate
        std::optional<std::size_t> excluded;  // likewise
        std::uint32_t total = 1;              // sequence_plan.hpp, Choice
        std::optional<std::uint32_t> drawn;
    };
    // The candidate of the next repetition. No draw is made where there is only one candidate.
    [[nodiscard]] Draw next(DrawSource& draws);

private:
    [[nodiscard]] Draw choose(std::optional<std::size_t> excluded, DrawSource& draws) const;

    const EmoteStep<ClipIndex>* step_;
    bool excludes_previous_;                // more than one clip among the candidates
    std::uint32_t total_weight_ = 0;        // weighted steps only
    std::optional<std::size_t> last_clip_;  // the latest candidate chosen that was a clip; controls do not change it
};

}  // namespace emoted
