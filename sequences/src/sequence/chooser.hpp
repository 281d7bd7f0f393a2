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

    // The candidate of the next repetition. No draw is made where there is only one candidate.
    [[nodiscard]] const Candidate<ClipIndex>& next(DrawSource& draws);

private:
    [[nodiscard]] std::size_t choose(std::optional<std::size_t> excluded, DrawSource& draws) const;

    const EmoteStep<ClipIndex>* step_;
    bool excludes_previous_;                // more than one clip among the candidates
    std::uint32_t total_weight_ = 0;        // weighted steps only
    std::optional<std::size_t> last_clip_;  // the latest candidate chosen that was a clip; controls do not change it
};

}  // namespace emoted
