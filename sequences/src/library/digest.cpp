#include "library/digest.hpp"

#include "molang/script.hpp"
#include "text/json_parser.hpp"

#include <emoted/sequences/random.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <variant>
#include <vector>

namespace emoted::library {
namespace {

// The structured bindings below name every member: a member added to a struct does not compile until it is digested.

void add(Digest& digest, const Metadata& metadata) {
    const auto& [name, description, extra_json] = metadata;
    digest.add(std::string_view(name));
    digest.add(std::string_view(description));
    digest.add(std::string_view(extra_json));
}

void add(Digest& digest, const PlayerBehavior& player) {
    const auto& [hidden, stop] = player;
    const auto& [movement_distance, jump, submerge, ride, damage, attack, game_mode_change] = stop;
    digest.add(movement_distance);
    for (const bool flag : {hidden, jump, submerge, ride, damage, attack, game_mode_change}) {
        digest.add(flag);
    }
}

// Compounds and objects are compared without order (resolver), so they are digested by name.
template <class Members>
[[nodiscard]] auto by_name(const Members& members) {
    std::vector<decltype(&*members.begin())> out;
    out.reserve(members.size());
    for (const auto& member : members) {
        out.push_back(&member);
    }
    return out;
}

void add(Digest& digest, const nbt::Compound& compound);

void add(Digest& digest, const nbt::Tag& tag) {
    digest.add(tag.value().index());
    std::visit(
        [&digest](const auto& content) {
            using T = std::remove_cvref_t<decltype(content)>;
            if constexpr (std::is_same_v<T, float>) {
                digest.add(std::uint64_t{std::bit_cast<std::uint32_t>(content)});
            } else if constexpr (std::is_arithmetic_v<T>) {
                digest.add(content);
            } else if constexpr (std::is_same_v<T, std::string>) {
                digest.add(std::string_view(content));
            } else if constexpr (std::is_same_v<T, nbt::Compound>) {
                add(digest, content);
            } else {
                digest.add(content.size());
                for (const auto& element : content) {
                    if constexpr (std::is_same_v<T, nbt::List>) {
                        add(digest, element);
                    } else {
                        digest.add(element);
                    }
                }
            }
        },
        tag.value());
}

void add(Digest& digest, const nbt::Compound& compound) {
    auto members = by_name(compound.members);
    std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
    digest.add(members.size());
    for (const auto* const member : members) {
        digest.add(std::string_view(member->first));
        add(digest, member->second);
    }
}

void add(Digest& digest, const boost::json::value& value) {
    if (const auto* const object = value.if_object()) {
        auto members = by_name(*object);
        std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) { return a->key() < b->key(); });
        digest.add(boost::json::kind::object);
        digest.add(members.size());
        for (const auto* const member : members) {
            digest.add(std::string_view(member->key()));
            add(digest, member->value());
        }
    } else if (const auto* const array = value.if_array()) {
        digest.add(boost::json::kind::array);
        digest.add(array->size());
        for (const boost::json::value& element : *array) {
            add(digest, element);
        }
    } else {
        digest.add(std::string_view(boost::json::serialize(value)));
    }
}

void add(Digest& digest, const NodeContent& content) {
    digest.add(content.index());
    if (const auto* const item = std::get_if<ItemContent>(&content)) {
        digest.add(item->context);
        digest.add(item->item.index());
        if (const auto* const fixed = std::get_if<FixedItem>(&item->item)) {
            add(digest, fixed->stack);
        } else {
            digest.add(std::get<HandItem>(item->item).arm);
        }
    } else if (const auto* const block = std::get_if<BlockContent>(&content)) {
        add(digest, block->state);
    } else if (const auto* const text = std::get_if<TextContent>(&content)) {
        if (const auto json = text::parse_json(text->component_json)) {
            add(digest, *json);
        }
    }
}

void add(Digest& digest, const SkinBinding& skin) {
    const auto& [participant, part, order, row_from, row_to] = skin;
    digest.add(participant);
    digest.add(part);
    digest.add(order);
    digest.add(row_from);
    digest.add(row_to);
}

void add(Digest& digest, const Node& node) {
    // The typed display options follow from entity_nbt.
    const auto& [id, type, parent, space, transform, visible, content, entity_nbt, display, skin] = node;
    digest.add(std::string_view(id));
    digest.add(type);
    digest.add(parent);
    digest.add(space);
    digest.add(transform.position);
    digest.add(transform.rotation);
    digest.add(transform.scale);
    digest.add(visible);
    add(digest, content);
    add(digest, entity_nbt);
    digest.add(skin.has_value());
    if (skin) {
        add(digest, *skin);
    }
}

void add(Digest& digest, const VectorTrack& track) {
    const auto& [ticks, pre, post, easing, programs] = track;
    digest.add(ticks.size());
    digest.add(programs.size());
    for (const VectorPrograms& key : programs) {
        for (std::size_t i = 0; i < key.post.size(); ++i) {
            digest.add(key.pre[i]);
            digest.add(key.post[i]);
        }
    }
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        digest.add(ticks[i]);
        digest.add(pre[i]);
        digest.add(post[i]);
        digest.add(easing[i]);
    }
}

void add(Digest& digest, const NbtTrack& track) {
    const auto& [ticks, patches, most_bytes] = track;  // the last follows from the node and the patches
    digest.add(ticks.size());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        digest.add(ticks[i]);
        digest.add(patches[i].index());
        if (const auto* const patch = std::get_if<nbt::Compound>(&patches[i])) {
            add(digest, *patch);
            continue;
        }
        const auto& [select, options] = std::get<NbtChoice>(patches[i]);
        digest.add(select);
        digest.add(options.size());
        for (const nbt::Compound& option : options) {
            add(digest, option);
        }
    }
}

void add(Digest& digest, const NodeTracks& tracks) {
    const auto& [position, rotation, scale, visible, nbt] = tracks;
    add(digest, position);
    add(digest, rotation);
    add(digest, scale);
    const auto& [ticks, flags, programs] = visible;
    digest.add(ticks.size());
    digest.add(programs.size());
    for (const std::optional<molang::ProgramIndex>& program : programs) {
        digest.add(program);
    }
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        digest.add(ticks[i]);
        digest.add(flags[i]);
    }
    add(digest, nbt);
}

void add(Digest& digest, const ClipEvent& event) {
    const auto& [group, at, source, source_node, origin_node, offset, commands] = event;
    digest.add(group);
    digest.add(at);
    digest.add(source);
    digest.add(source_node);
    digest.add(origin_node);
    digest.add(offset);
    digest.add(commands.size());
    for (const std::string& command : commands) {
        digest.add(std::string_view(command));
    }
}

void add(Digest& digest, const Steps<ClipIndex>& steps, const std::vector<std::uint64_t>& clip_digests) {
    digest.add(steps.size());
    for (const Step<ClipIndex>& step : steps) {
        digest.add(step.index());
        if (const auto* const wait = std::get_if<WaitStep>(&step)) {
            digest.add(wait->ticks);
            continue;
        }
        const auto& emote = std::get<EmoteStep<ClipIndex>>(step);
        digest.add(emote.weighted);
        digest.add(emote.repeat);
        digest.add(emote.transition);
        digest.add(emote.candidates.size());
        for (const Candidate<ClipIndex>& candidate : emote.candidates) {
            digest.add(candidate.weight);
            digest.add(candidate.choice.index());
            if (const auto* const clip = std::get_if<ClipIndex>(&candidate.choice)) {
                digest.add(clip_digests[clip->value()]);
            } else {
                digest.add(std::get<Control>(candidate.choice));
            }
        }
    }
}

void add(Digest& digest, const Placement& placement) {
    const auto& [local, offset, yaw_relative, yaw] = placement;
    digest.add(local);
    digest.add(offset);
    digest.add(yaw_relative);
    digest.add(yaw);
}

}  // namespace

void Digest::add(std::uint64_t word) noexcept {
    state_ = splitmix64(state_ ^ word) + word;
}

void Digest::add(double value) noexcept {
    add(std::bit_cast<std::uint64_t>(value));
}

void Digest::add(std::string_view text) noexcept {
    add(std::uint64_t{text.size()});
    while (!text.empty()) {
        std::uint64_t word = 0;
        const std::size_t count = std::min(text.size(), sizeof word);
        // Byte by byte in a fixed order: the same digest on every processor.
        for (std::size_t i = 0; i < count; ++i) {
            word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8U * i);
        }
        add(word);
        text.remove_prefix(count);
    }
}

void Digest::add(const Vec3d& vector) noexcept {
    add(vector.x);
    add(vector.y);
    add(vector.z);
}

std::uint64_t digest_of(const Clip& clip) {
    Digest digest;
    const auto& [id, metadata, standalone, cooldown, rotation_deadzone, display_interpolation, player, mode, loop_delay,
                 duration, nodes, tracks, events, dynamic_nodes, script, initialize, tick_program, prepared] = clip;
    digest.add(std::string_view(id));
    add(digest, metadata);
    digest.add(standalone);
    digest.add(cooldown);
    digest.add(rotation_deadzone);
    digest.add(display_interpolation);
    add(digest, player);
    digest.add(mode);
    digest.add(loop_delay);
    digest.add(duration);
    digest.add(nodes.size());
    for (const Node& node : nodes) {
        add(digest, node);
    }
    for (const NodeTracks& node_tracks : tracks) {
        add(digest, node_tracks);
    }
    digest.add(dynamic_nodes.size());
    for (const NodeIndex node : dynamic_nodes) {
        digest.add(node);
    }
    digest.add(events.size());
    for (const ClipEvent& event : events) {
        add(digest, event);
    }
    digest.add(initialize);
    digest.add(tick_program);
    if (script) {
        // The programs follow from their texts.
        for (const std::string& source : script->sources) {
            digest.add(std::string_view(source));
        }
    }
    return digest.value();
}

std::uint64_t digest_of(const Sequence& sequence, const std::vector<std::uint64_t>& clip_digests) {
    Digest digest;
    const auto& [id, metadata, cooldown, player, participants, content] = sequence;
    digest.add(std::string_view(id));
    add(digest, metadata);
    digest.add(cooldown);
    add(digest, player);
    if (participants) {
        add(digest, participants->initiator);
        add(digest, participants->partner);
    }
    digest.add(content.index());
    if (const auto* const await = std::get_if<AwaitPartner<ClipIndex>>(&content)) {
        digest.add(clip_digests[await->offer.value()]);
        digest.add(await->timeout);
        add(digest, await->matched, clip_digests);
        add(digest, await->timed_out, clip_digests);
    } else {
        add(digest, std::get<Steps<ClipIndex>>(content), clip_digests);
    }
    return digest.value();
}

}  // namespace emoted::library
