// The entity data of a playback's displays while NBT tracks patch it (format section 4.6). One thread.
//
// Patches accumulate as keys are passed. A clip that begins, or begins another round, starts from the layout's data:
// the patches before are undone.
#pragma once

#include <emoted/sequences/playback.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace emoted {

class ClipFrames;

class EntityData {
public:
    explicit EntityData(const Layout& layout);

    // A clip begins at the tick at which `frames` stand: with all keys passed until then. Appends what changes by that.
    void begin(ClipIndex clip, const ClipFrames& frames, std::vector<DataUpdate>& out);
    // The clip has gone on to the tick at which `frames` stand.
    void pass(const ClipFrames& frames, std::vector<DataUpdate>& out);

    // The displays that are not as the layout has them.
    [[nodiscard]] std::vector<DataUpdate> changed() const;

private:
    // A display that some clip has an NBT track for.
    struct Slot {
        DisplayIndex display;
        const Node* node = nullptr;         // the layout's
        nbt::Compound base;                 // its data unpatched
        std::optional<nbt::Compound> data;  // patched
        DisplayData shown;                  // what is sent
    };
    // A track of a clip.
    struct Track {
        std::size_t slot = 0;
        NodeIndex node;
    };
    void show(Slot& slot, std::optional<nbt::Compound> data, std::vector<DataUpdate>& out);
    [[nodiscard]] static bool merge_due(const ClipFrames& frames, NodeIndex node, std::uint32_t& next,
                                        nbt::Compound& data);

    std::vector<Slot> slots_;                 // by display
    std::vector<std::vector<Track>> tracks_;  // by clip, in node order
    std::size_t clip_ = 0;                    // on show
    std::vector<std::uint32_t> next_key_;     // of each track of the clip on show
};

}  // namespace emoted
