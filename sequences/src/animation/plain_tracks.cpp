#include "animation/plain_tracks.hpp"

#include "animation/animation_rules.hpp"
#include "animation/easing.hpp"
#include "text/json_index.hpp"
#include "text/json_parser.hpp"
#include "text/json_scanner.hpp"
#include "text/time_text.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace emoted::animation {
namespace {

using text::is_digit;
using text::JsonScanner;

// Larger than any number that a reader of the format takes, and told from all smaller ones by its kind.
constexpr std::uint64_t first_stand_in = std::uint64_t{1} << 63U;

// Reads the array of a track's keys.
class KeyReader {
public:
    KeyReader(JsonScanner& scanner, PlainTrack& track) noexcept : scan_(scanner), track_(track) {}

    [[nodiscard]] bool read() {
        bool shaped = false;
        if (!scan_.take('[')) {
            return false;
        }
        do {
            scan_.skip_space();
            if (!key(shaped)) {
                return false;
            }
            scan_.skip_space();
        } while (scan_.take(','));
        // Nothing follows the last key, which therefore has no shape.
        return scan_.take(']') && !shaped;
    }

private:
    struct Key {
        std::optional<std::int32_t> tick;
        std::optional<Vec3d> value;
        std::optional<Interpolation> interpolation;
        std::optional<Easing> easing;
    };

    [[nodiscard]] bool key(bool& shaped) {
        Key key;
        if (!scan_.take('{')) {
            return false;
        }
        do {
            if (!member(key)) {
                return false;
            }
            scan_.skip_space();
        } while (scan_.take(','));
        const bool step = key.interpolation == Interpolation::step;
        if (!scan_.take('}') || !key.tick || !key.value || (step && key.easing)) {
            return false;
        }
        track_.ticks.push_back(*key.tick);
        track_.values.push_back(*key.value);
        track_.easing.push_back(step ? Easing::step : key.easing.value_or(Easing::linear));
        shaped = key.interpolation || key.easing;
        return true;
    }

    [[nodiscard]] bool member(Key& key) {
        std::string_view name;
        scan_.skip_space();
        if (!scan_.word(name)) {
            return false;
        }
        scan_.skip_space();
        if (!scan_.take(':')) {
            return false;
        }
        scan_.skip_space();
        if (name == rules::key_time.name) {
            return !key.tick && time(key.tick);
        }
        if (name == rules::value.name) {
            return !key.value && vector(key.value);
        }
        if (name == rules::interpolation.name) {
            return !key.interpolation && interpolation(key.interpolation);
        }
        return name == rules::easing.name && !key.easing && easing(key.easing);
    }

    [[nodiscard]] bool time(std::optional<std::int32_t>& tick) {
        std::string_view written;
        if (!scan_.word(written)) {
            return false;
        }
        if (const std::optional<std::int32_t> whole = whole_ticks(written)) {
            tick = whole;
            return true;
        }
        const auto parsed = text::parse_time(written);
        if (!parsed || parsed->value() < 0) {
            return false;
        }
        tick = static_cast<std::int32_t>(parsed->value());
        return true;
    }

    // "12t", as exporters write times.
    [[nodiscard]] static std::optional<std::int32_t> whole_ticks(std::string_view written) noexcept {
        constexpr std::size_t most_digits = 9;
        if (written.size() < 2 || written.size() > most_digits + 1 || written.back() != 't') {
            return std::nullopt;
        }
        std::int32_t ticks = 0;
        for (const char c : written.substr(0, written.size() - 1)) {
            if (!is_digit(c)) {
                return std::nullopt;
            }
            ticks = ticks * 10 + (c - '0');
        }
        return ticks;
    }

    [[nodiscard]] bool vector(std::optional<Vec3d>& value) {
        Vec3d& numbers = value.emplace();
        double* const axes[] = {&numbers.x, &numbers.y, &numbers.z};
        char before = '[';
        for (double* const axis : axes) {
            scan_.skip_space();
            if (!scan_.take(before)) {
                return false;
            }
            scan_.skip_space();
            if (!scan_.number(*axis)) {
                return false;
            }
            before = ',';
        }
        scan_.skip_space();
        return scan_.take(']');
    }

    [[nodiscard]] bool interpolation(std::optional<Interpolation>& interpolation) {
        std::string_view written;
        if (!scan_.word(written)) {
            return false;
        }
        for (const auto& [word, meant] : interpolation_words) {
            if (word == written) {
                interpolation = meant;
            }
        }
        return interpolation.has_value();
    }

    [[nodiscard]] bool easing(std::optional<Easing>& easing) {
        std::string_view written;
        if (!scan_.word(written)) {
            return false;
        }
        // As a rule the one of the key before.
        if (written != last_written_) {
            last_easing_ = easing_named(written);
            last_written_ = written;
        }
        easing = last_easing_;
        return easing.has_value();
    }

    JsonScanner& scan_;
    PlainTrack& track_;
    std::string_view last_written_;
    std::optional<Easing> last_easing_;
};

class Taker {
public:
    explicit Taker(std::string_view text) : scan_(text, text::byte_order_mark_length(text)) {}

    [[nodiscard]] std::optional<PlainTracks> run() {
        const bool understood = scan_.object([this](std::string_view name) { return root_member(name); });
        if (!understood || out_.tracks.empty() || first_taken_ < id_ + shown_with_id) {
            return std::nullopt;
        }
        out_.rest.append(scan_.text().substr(copied_));
        return std::move(out_);
    }

private:
    // Reports show some of the line around the id, perhaps long after the file was read: less than this.
    static constexpr std::size_t shown_with_id = 256;

    [[nodiscard]] bool root_member(std::string_view name) {
        if (name == library::rules::id.name) {
            id_ = scan_.at();
        }
        return name == rules::timeline.name
                   ? scan_.object([this](std::string_view member) { return timeline_member(member); })
                   : skip();
    }

    [[nodiscard]] bool timeline_member(std::string_view name) {
        return name == rules::tracks.name ? scan_.object([this](std::string_view /*node*/) { return node_tracks(); })
                                          : skip();
    }

    [[nodiscard]] bool node_tracks() {
        return scan_.object([this](std::string_view name) {
            const bool known = name == rules::position_track.name || name == rules::rotation_track.name ||
                               name == rules::scale_track.name;
            return known ? track() : skip();
        });
    }

    [[nodiscard]] bool skip() {
        scan_.go_to(text::skip_json_value(scan_.text(), scan_.at()));
        return true;
    }

    [[nodiscard]] bool track() {
        const std::size_t start = scan_.at();
        if (scan_.here() != '[') {
            return false;  // might look like what stands for a track
        }
        PlainTrack track;
        reserve(track);
        if (!KeyReader(scan_, track).read()) {
            scan_.go_to(start);
            return skip();
        }
        // The spaces keep it from becoming one with what must not stand there.
        out_.rest.append(scan_.text().substr(copied_, start - copied_));
        out_.rest += ' ' + std::to_string(first_stand_in + out_.tracks.size()) + ' ';
        copied_ = scan_.at();
        first_taken_ = std::min(first_taken_, start);
        out_.tracks.push_back(std::move(track));
        return true;
    }

    // Tracks of one file have about as many keys.
    void reserve(PlainTrack& track) const {
        const std::size_t keys = out_.tracks.empty() ? 0 : out_.tracks.back().ticks.size();
        track.ticks.reserve(keys);
        track.values.reserve(keys);
        track.easing.reserve(keys);
    }

    JsonScanner scan_;
    PlainTracks out_;
    std::size_t copied_ = 0;  // of the text, to the rest or into tracks
    std::size_t first_taken_ = std::numeric_limits<std::size_t>::max();
    std::size_t id_ = 0;
};

}  // namespace

const PlainTrack* PlainTracks::find(const text::Field& field) const noexcept {
    const boost::json::value* const value = field.raw();
    const std::uint64_t* const stand_in = value == nullptr ? nullptr : value->if_uint64();
    return stand_in == nullptr || *stand_in < first_stand_in || *stand_in - first_stand_in >= tracks.size()
               ? nullptr
               : &tracks[*stand_in - first_stand_in];
}

std::optional<PlainTracks> take_plain_tracks(std::string_view text) {
    return Taker(text).run();
}

}  // namespace emoted::animation
