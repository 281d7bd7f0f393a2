#include "animation/nbt_builder.hpp"

#include "animation/display_data.hpp"
#include "animation/entity_data_checks.hpp"
#include "animation/item_context.hpp"
#include "animation/key_times.hpp"
#include "text/member_rule.hpp"
#include "text/printable.hpp"

#include <emoted/sequences/json_reader.hpp>
#include <emoted/sequences/limits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace emoted::animation {
namespace {

// What belongs to the playback itself. Content does not, unlike in a node's entity_nbt.
constexpr std::array<std::string_view, 11> owned_by_playback{
    "id",
    "UUID",
    "Pos",
    "Motion",
    "Rotation",
    "Tags",
    "Passengers",
    "transformation",
    "interpolation_duration",
    "start_interpolation",
    "teleport_duration",
};

// How large entity data can become, whichever patches are merged in, as SNBT.
class WorstSize {
public:
    void add(const nbt::Compound& compound) {
        for (const auto& [name, tag] : compound.members) {
            WorstSize& member = members_[name];
            if (const auto* const inner = tag.as<nbt::Compound>()) {
                member.add(*inner);
            } else {
                member.leaf_ = std::max(member.leaf_, nbt::to_snbt(tag).size());
            }
        }
    }
    [[nodiscard]] std::size_t bytes() const {
        constexpr std::size_t braces = 2;
        constexpr std::size_t around_member = 4;  // quotes, colon, comma
        std::size_t sum = braces;
        for (const auto& [name, member] : members_) {
            sum += name.size() + around_member + member.bytes();
        }
        return std::max(sum, leaf_);
    }

private:
    std::size_t leaf_ = 0;
    std::map<std::string, WorstSize, std::less<>> members_;
};

[[nodiscard]] bool is_index(double value, std::size_t count) noexcept {
    return std::floor(value) == value && value >= 0.0 && value < static_cast<double>(count);
}

class NbtTrackBuilder {
public:
    NbtTrackBuilder(const Node& node, const Pointer& at, MolangBuilder& molang, BuildReport& report)
        : node_(node), at_(at), molang_(molang), report_(report) {
        worst_.add(to_entity_data(node));
    }

    NbtTrack build(const RawNbtTrack& raw, const std::optional<TickCount>& duration) {
        NbtTrack track;
        KeyTimes times(duration, report_);
        for (std::size_t i = 0; i < raw.size(); ++i) {
            times.check(raw[i].time, at_, i);
            track.ticks.push_back(to_tick(raw[i].time));
            track.patches.push_back(build_key(raw[i], i));
        }
        track.most_bytes = worst_.bytes();
        if (track.most_bytes > limits::max_entity_data_bytes) {
            report_.fault(at_, DiagnosticCode::limit_exceeded,
                          {.message = "the node's entity data can become too large for a packet",
                           .expected = "at most " + std::to_string(limits::max_entity_data_bytes) +
                                       " bytes of SNBT with all keys passed (max_entity_data_bytes)"});
        }
        return track;
    }

private:
    [[nodiscard]] NbtPatch build_key(const RawNbtKey& key, std::size_t index) {
        if (!key.value) {
            report_.incomplete();
            declared_all_ = declared_all_ && index != 0;
            return {};
        }
        const Pointer at = at_ / index / "value";
        if (const auto* const snbt = std::get_if<std::string>(&*key.value)) {
            auto patch = build_patch(*snbt, at);
            if (!patch) {
                declared_all_ = declared_all_ && index != 0;
                return {};
            }
            if (index == 0) {
                declare(*patch);
            } else {
                check_declared({*patch, *snbt, at});
            }
            return std::move(*patch);
        }
        return build_choice(std::get<RawNbtChoice>(*key.value), at, index);
    }

    [[nodiscard]] NbtPatch build_choice(const RawNbtChoice& choice, const Pointer& at, std::size_t index) {
        NbtChoice built;
        for (std::size_t i = 0; i < choice.options.size(); ++i) {
            const auto& option = choice.options[i];
            auto patch = option ? build_patch(*option, at / "options" / i) : std::nullopt;
            if (!patch) {
                report_.incomplete();
                declared_all_ = declared_all_ && index != 0;
                continue;
            }
            if (index == 0) {
                declare(*patch);
            }
            built.options.push_back(std::move(*patch));
        }
        if (!choice.select) {
            report_.incomplete();
            return built;
        }
        // A constant too is run when its key is passed: if there is no such option, that is when the playback ends.
        const std::optional<molang::Compiled> compiled =
            molang_.compile(choice.select->source, molang::Access::read_only, [&at] { return at / "select"; });
        if (compiled) {
            built.select = compiled->program;
            const bool can_choose = choice.options.size() > 1;
            if (can_choose && compiled->always && !is_index(compiled->always->value, choice.options.size())) {
                molang_.warn_of_end(at / "select", *compiled->always,
                                    "a whole number from 0 to " + std::to_string(choice.options.size() - 1) +
                                        ", one for each of the options");
            }
        }
        return built;
    }

    [[nodiscard]] std::optional<nbt::Compound> build_patch(const std::string& snbt, const Pointer& at) {
        auto patch = read_compound(snbt, at, report_);
        if (patch) {
            const EntityData data{*patch, snbt, at};
            forbid_members(data, owned_by_playback, report_);
            check_display_options(node_.type, data, Extent::patch, report_);
            check_content(data);
            worst_.add(*patch);
        }
        return patch;
    }

    // Content is checked as a node's is, but may be there in part: the rest is what the node has.
    void check_content(const EntityData& patch) {
        switch (node_.type) {
            case NodeType::item_display:
                check_item(patch);
                check_item_context(patch);
                break;
            case NodeType::block_display:
                if (const auto* const state = compound(patch, block_state)) {
                    static_cast<void>(read_resource(patch, {block_state}, *state, "Name", Presence::optional, report_));
                    check_block_state(patch, {&block_state, 1}, *state, report_);
                }
                break;
            case NodeType::text_display:
            case NodeType::anchor:
                break;
        }
    }

    void check_item(const EntityData& patch) {
        const auto& content = std::get<ItemContent>(node_.content);
        if (std::holds_alternative<HandItem>(content.item)) {
            if (patch.data.find(item) != nullptr) {
                report_.fault(patch.at, DiagnosticCode::forbidden_member,
                              {.message = "the item is the one in the participant's hand",
                               .expected = "entity data without \"item\""},
                              name_place(patch, {&item, 1}));
            }
            return;
        }
        const auto* const stack = compound(patch, item);
        if (stack == nullptr) {
            return;
        }
        const auto id = read_resource(patch, {item}, *stack, "id", Presence::optional, report_);
        check_item_stack(patch, {&item, 1}, *stack, report_);
        if (id && node_.skin && *id != "minecraft:player_head") {
            const std::string_view path[] = {item, "id"};
            report_.fault(patch.at, DiagnosticCode::invalid_value,
                          {.message = "the node is skinned and only a player head can be, this is " + text::quoted(*id),
                           .expected = "the item minecraft:player_head"},
                          value_place(patch, path));
        }
    }

    void check_item_context(const EntityData& patch) {
        static constexpr auto words = text::names_of(item_context_words);
        static constexpr OptionRule rule{.name = "item_display", .kind = OptionKind::word, .words = words};
        const nbt::Tag* const tag = patch.data.find(rule.name);
        if (tag == nullptr) {
            return;
        }
        if (std::optional<OptionFault> fault = option_fault(rule, *tag, Extent::patch)) {
            report_.fault(patch.at, fault->code, std::move(fault->text), value_place(patch, fault->path));
        }
    }

    // The compound of that name; null if it is not there, or after a report.
    [[nodiscard]] const nbt::Compound* compound(const EntityData& patch, std::string_view name) {
        const nbt::Tag* const tag = patch.data.find(name);
        const auto* const content = tag == nullptr ? nullptr : tag->as<nbt::Compound>();
        if (tag != nullptr && content == nullptr) {
            report_.fault(patch.at, DiagnosticCode::wrong_type,
                          {.message = text::quoted(name) + " is no compound", .expected = "a compound, { ... }"},
                          value_place(patch, {&name, 1}));
        }
        return content;
    }

    void declare(const nbt::Compound& patch) {
        for (const auto& [name, tag] : patch.members) {
            declared_.insert(name);
        }
    }

    void check_declared(const EntityData& patch) {
        for (const auto& [name, tag] : patch.data.members) {
            if (declared_all_ && !declared_.contains(name)) {
                const std::string_view path[] = {name};
                const std::vector<std::string_view> known(declared_.begin(), declared_.end());
                report_.fault(patch.at, DiagnosticCode::invalid_value,
                              {.message = text::quoted(name) + " is not in the first key of the track",
                               .expected = "only members that the first key declares",
                               .hint = "Give the first key the value that holds until here.",
                               .nearest = text::nearest_word(name, known)},
                              name_place(patch, path));
            }
        }
    }

    static constexpr std::string_view item = "item";
    static constexpr std::string_view block_state = "block_state";

    const Node& node_;
    const Pointer& at_;
    MolangBuilder& molang_;
    BuildReport& report_;
    WorstSize worst_;
    std::set<std::string, std::less<>> declared_;  // at the top of the first key
    bool declared_all_ = true;                     // the first key could be read
};

}  // namespace

NbtTrack build_nbt_track(const RawNbtTrack& raw, const Node& node, const std::optional<TickCount>& duration,
                         const Pointer& at, MolangBuilder& molang, BuildReport& report) {
    return NbtTrackBuilder(node, at, molang, report).build(raw, duration);
}

}  // namespace emoted::animation
