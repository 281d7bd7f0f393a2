#include "sequence/resolver.hpp"

#include "library/digest.hpp"
#include "sequence/node_union.hpp"
#include "sequence/places.hpp"
#include "sequence/size_bounds.hpp"
#include "sequence/skin_layout.hpp"
#include "sequence/traffic.hpp"
#include "text/printable.hpp"

#include <initializer_list>
#include <unordered_map>
#include <utility>

namespace emoted::sequence {
namespace {

// Where a clip was mentioned first.
struct Mention {
    bool is_offer = false;
    StepPlace step;
    std::size_t candidate = 0;
    bool weighted = false;
};

[[nodiscard]] RelatedPlace node_place(const CatalogueClip& clip, std::string_view node_id, std::string message) {
    std::string pointer = "/nodes";
    text::append_pointer_token(pointer, node_id);
    return {clip.source, "$.nodes[" + text::quoted(node_id) + ']', std::nullopt, std::move(message),
            std::move(pointer)};
}

class Resolver {
public:
    Resolver(const RawSequence& raw, const ClipCatalogue& catalogue, const Limits& limits, text::JsonReader& reader)
        : raw_(raw), catalogue_(catalogue), limits_(limits), reader_(reader) {}

    std::shared_ptr<const Playable> run() {
        Sequence sequence = refer();
        if (reader_.failed()) {
            return nullptr;
        }
        NodeUnion united = unite_nodes(clips_, sequence.two_player());
        report_conflicts(united);
        compare_skins();
        check_size(sequence, united.layout, limits_, reader_);
        check_start(united.layout);
        const Traffic traffic = check_traffic(sequence, united.layout);
        return reader_.failed() ? nullptr : make(std::move(sequence), std::move(united.layout), traffic);
    }

private:
    // The sequence with every id turned into a clip; placeholders where that was not possible.
    [[nodiscard]] Sequence refer() {
        Sequence out{raw_.id, raw_.metadata, raw_.cooldown, raw_.player, raw_.participants, {}};
        if (const auto* const steps = std::get_if<Steps<std::string>>(&raw_.content)) {
            out.content = refer(StepList::linear, *steps);
            return out;
        }
        const auto& await = std::get<AwaitPartner<std::string>>(raw_.content);
        AwaitPartner<ClipIndex> referred;
        referred.offer = refer(await.offer, Mention{true, {}, 0, false});
        referred.timeout = await.timeout;
        referred.matched = refer(StepList::matched, await.matched);
        referred.timed_out = refer(StepList::timed_out, await.timed_out);
        out.content = std::move(referred);
        return out;
    }

    [[nodiscard]] Steps<ClipIndex> refer(StepList list, const Steps<std::string>& steps) {
        Steps<ClipIndex> out;
        out.reserve(steps.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (const auto* const wait = std::get_if<WaitStep>(&steps[i])) {
                out.emplace_back(*wait);
                continue;
            }
            const auto& step = std::get<EmoteStep<std::string>>(steps[i]);
            EmoteStep<ClipIndex> referred{{}, step.weighted, step.repeat, step.transition};
            referred.candidates.reserve(step.candidates.size());
            for (std::size_t c = 0; c < step.candidates.size(); ++c) {
                const Candidate<std::string>& candidate = step.candidates[c];
                if (const auto* const id = std::get_if<std::string>(&candidate.choice)) {
                    const Mention mention{false, {list, i}, c, step.weighted};
                    referred.candidates.push_back({refer(*id, mention), candidate.weight});
                } else {
                    referred.candidates.push_back({std::get<Control>(candidate.choice), candidate.weight});
                }
            }
            out.emplace_back(std::move(referred));
        }
        return out;
    }

    [[nodiscard]] ClipIndex refer(const std::string& id, const Mention& mention) {
        if (const auto known = index_of_.find(id); known != index_of_.end()) {
            return known->second;
        }
        const CatalogueClip* const found = catalogue_.find(id);
        if (found == nullptr) {
            report_missing(id, mention);
            return {};
        }
        if (!check_reference(*found, mention)) {
            return {};
        }
        const ClipIndex index(static_cast<std::uint32_t>(clips_.size()));
        index_of_.emplace(id, index);
        clips_.push_back(found->clip);
        sources_.push_back(found);
        mentions_.push_back(mention);
        return index;
    }

    void report_missing(const std::string& id, const Mention& mention) {
        const Obstruction* const obstruction = catalogue_.obstruction(id);
        if (obstruction == nullptr) {
            fault(mention, DiagnosticCode::unknown_emote,
                  {.message = "there is no animation " + text::quoted(id),
                   .expected = "the id of a loaded animation",
                   .nearest = catalogue_.nearest(id)});
            return;
        }
        text::FaultText text;
        DiagnosticCode code = DiagnosticCode::unknown_emote;
        switch (obstruction->obstacle) {
            case Obstacle::is_sequence:
                code = DiagnosticCode::forbidden_reference;
                text.message = text::quoted(id) + " is a sequence, and sequences hold animations only";
                text.expected = "the id of an animation";
                break;
            case Obstacle::has_faults:
                text.message = text::quoted(id) + " was not loaded because its file has faults";
                text.hint = "Mend that file first.";
                break;
            case Obstacle::duplicate:
                text.message = text::quoted(id) + " was not loaded because several files own the id";
                text.hint = "Give each file an id of its own.";
                break;
        }
        text.related.push_back({obstruction->source, "$.id", std::nullopt, "claims the id", "/id"});
        fault(mention, code, std::move(text));
    }

    // Format section 2.9 and D3.
    [[nodiscard]] bool check_reference(const CatalogueClip& found, const Mention& mention) {
        const Clip& clip = *found.clip;
        if (clip.mode == PlaybackMode::hold || clip.mode == PlaybackMode::server_sync) {
            const std::string mode = clip.mode == PlaybackMode::hold ? "hold" : "server_sync";
            refuse(found, mention, {"settings", "playback", "mode"}, "plays in mode " + mode + ", which has no end",
                   "an animation that plays once or loops");
            return false;
        }
        constexpr std::pair<EventGroup, std::string_view> lifecycle[] = {
            {EventGroup::start, "start"}, {EventGroup::loop, "loop"}, {EventGroup::stop, "stop"}};
        for (const auto& [group, name] : lifecycle) {
            if (clip.has_events(group)) {
                refuse(found, mention, {"timeline", "events", name},
                       "has " + std::string(name) + " events, which a sequence cannot run",
                       "an animation with timeline events only");
                return false;
            }
        }
        return true;
    }

    void refuse(const CatalogueClip& found, const Mention& mention, std::initializer_list<std::string_view> place,
                const std::string& why, std::string expected) {
        text::FaultText text{.message = "the animation " + text::quoted(found.clip->id) + " in " +
                                        text::printable(found.source) + ' ' + why,
                             .expected = std::move(expected)};
        std::string path = "$";
        std::string pointer;
        for (const std::string_view member : place) {
            path.append(".").append(member);
            text::append_pointer_token(pointer, member);
        }
        text.related.push_back({found.source, std::move(path), std::nullopt, "set here", std::move(pointer)});
        fault(mention, DiagnosticCode::forbidden_reference, std::move(text));
    }

    void report_conflicts(const NodeUnion& united) {
        for (const NodeConflict& conflict : united.conflicts) {
            const CatalogueClip& first = *sources_[conflict.first.value()];
            const CatalogueClip& other = *sources_[conflict.other.value()];
            text::FaultText text{.message = "the node " + text::quoted(conflict.node_id) + " has another " +
                                            std::string(conflict.what) + " in " + other.clip->id + " than in " +
                                            first.clip->id,
                                 .expected = "the same " + std::string(conflict.what) +
                                             " wherever the animations of a sequence use one node id"};
            text.related.push_back(node_place(first, conflict.node_id, "first used here"));
            text.related.push_back(node_place(other, conflict.node_id, "used otherwise here"));
            fault(mentions_[conflict.other.value()], DiagnosticCode::incompatible_node, std::move(text));
        }
    }

    void compare_skins() {
        for (std::size_t i = 1; i < clips_.size(); ++i) {
            if (std::optional<SkinConflict> conflict = compare_skin_layouts(*clips_[0], *clips_[i])) {
                text::FaultText text{.message = std::move(conflict->what),
                                     .expected = "the same skin layout in all animations of a sequence"};
                for (const CatalogueClip* const source : {sources_[0], sources_[i]}) {
                    text.related.push_back(node_place(*source, conflict->node_id, ""));
                }
                fault(mentions_[i], DiagnosticCode::incompatible_skins, std::move(text));
            }
        }
    }

    void check_start(const Layout& layout) {
        const std::size_t bytes = playback_start_bytes(layout);
        if (bytes > limits::max_playback_start_bytes) {
            reader_.fault_at(
                "/steps", DiagnosticCode::limit_exceeded,
                {.message = "the displays and clips of the sequence take " + std::to_string(bytes) + " bytes to start",
                 .expected = "at most " + std::to_string(limits::max_playback_start_bytes) +
                             " bytes (max_playback_start_bytes)"});
        }
    }

    // Each of its animations keeps the limit on its own; short ones one after the other may not.
    [[nodiscard]] Traffic check_traffic(const Sequence& sequence, const Layout& layout) {
        std::vector<const Course*> courses;
        for (const CatalogueClip* const source : sources_) {
            courses.push_back(&source->course);
        }
        const Traffic traffic = traffic_of_sequence(sequence, layout, courses);
        if (traffic.per_second > limits::max_data_bytes_per_second) {
            const std::size_t heaviest = heaviest_course(courses);
            const CatalogueClip& source = *sources_[heaviest];
            text::FaultText text{.message = "the animations of the sequence may change " +
                                            std::to_string(traffic.per_second) +
                                            " bytes of entity data and commands in a second, one after the other; most "
                                            "of them " +
                                            text::quoted(source.clip->id),
                                 .expected = "at most " + std::to_string(limits::max_data_bytes_per_second) +
                                             " bytes in any 20 ticks (max_data_bytes_per_second)",
                                 .hint = "Make the animations longer, or change less data in them."};
            const Burden burden = heaviest_burden(*source.clip);
            text.related.push_back({source.source, burden.path, std::nullopt, burden.what, burden.pointer});
            fault(mentions_[heaviest], DiagnosticCode::limit_exceeded, std::move(text));
        }
        return traffic;
    }

    [[nodiscard]] std::shared_ptr<const Playable> make(Sequence sequence, Layout layout, const Traffic& traffic) const {
        auto playable = std::make_shared<Playable>();
        playable->traffic = traffic;
        playable->id = sequence.id;
        playable->metadata = sequence.metadata;
        playable->cooldown = sequence.cooldown;
        playable->player = sequence.player;
        const auto* const steps = std::get_if<Steps<ClipIndex>>(&sequence.content);
        playable->duration = steps != nullptr
                                 ? advertised_duration(*steps, layout)
                                 : clips_[std::get<AwaitPartner<ClipIndex>>(sequence.content).offer.value()]->duration;
        std::vector<std::uint64_t> clip_digests;
        for (const CatalogueClip* const source : sources_) {
            clip_digests.push_back(source->digest);
        }
        playable->digest = library::digest_of(sequence, clip_digests);
        playable->layout = std::move(layout);
        playable->sequence = std::move(sequence);
        playable->source = reader_.document().source();
        return playable;
    }

    void fault(const Mention& mention, DiagnosticCode code, text::FaultText text) {
        const std::string pointer = mention.is_offer ? std::string(offer_pointer)
                                                     : pointer_to_candidate(mention.step, mention.candidate,
                                                                            mention.weighted, reader_.document());
        reader_.fault_at(pointer, code, std::move(text));
    }

    const RawSequence& raw_;
    const ClipCatalogue& catalogue_;
    const Limits& limits_;
    text::JsonReader& reader_;
    std::unordered_map<std::string_view, ClipIndex> index_of_;
    // By ClipIndex.
    std::vector<std::shared_ptr<const Clip>> clips_;
    std::vector<const CatalogueClip*> sources_;
    std::vector<Mention> mentions_;
};

}  // namespace

std::shared_ptr<const Playable> resolve(const RawSequence& raw, const ClipCatalogue& catalogue, const Limits& limits,
                                        text::JsonReader& reader) {
    reader.set_emote_id(raw.id);
    return Resolver(raw, catalogue, limits, reader).run();
}

}  // namespace emoted::sequence
