#include "report_checks.hpp"

#include <emoted/core/limits.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace emoted::core {
namespace {

using Problem = std::optional<std::string>;

bool is_control(char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
}

bool is_word(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_identifier_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

bool plain_text(std::string_view text, std::size_t longest) noexcept {
    return !text.empty() && text.size() <= longest && std::none_of(text.begin(), text.end(), is_control);
}

Problem check_name(std::string_view name, bool bedrock) {
    if (bedrock) {
        if (!plain_text(name, limits::max_bedrock_name)) {
            return "name: expected 1 to 64 bytes without control characters, of a Bedrock player";
        }
        return std::nullopt;
    }
    if (name.empty() || name.size() > limits::max_java_name || !std::all_of(name.begin(), name.end(), is_word)) {
        return "name: expected 1 to 16 letters, digits or underscores";
    }
    return std::nullopt;
}

Problem check_server(std::string_view server) {
    if (!plain_text(server, limits::max_server_name)) {
        return "server: expected 1 to 64 bytes without control characters";
    }
    return std::nullopt;
}

Problem check_dimension(std::string_view dimension) {
    const std::size_t colon = dimension.find(':');
    const bool shape = dimension.size() <= limits::max_dimension_name && colon != std::string_view::npos && colon > 0 &&
                       colon + 1 < dimension.size();
    const auto path_character = [](char c) { return is_identifier_character(c) || c == '/'; };
    const auto middle = dimension.begin() + static_cast<std::ptrdiff_t>(shape ? colon : 0);
    if (!shape || !std::all_of(dimension.begin(), middle, is_identifier_character) ||
        !std::all_of(middle + 1, dimension.end(), path_character)) {
        return "dimension: expected an identifier such as minecraft:overworld";
    }
    return std::nullopt;
}

Problem check_permissions(const std::vector<protocol::PermissionAnswer>& permissions) {
    if (permissions.size() > limits::max_permissions_per_player) {
        return "permissions: expected at most 1024";
    }
    const auto bad = [](const protocol::PermissionAnswer& answer) {
        return !plain_text(answer.node, limits::max_permission_node);
    };
    const auto found = std::find_if(permissions.begin(), permissions.end(), bad);
    if (found != permissions.end()) {
        return "permissions[" + std::to_string(found - permissions.begin()) +
               "].node: expected 1 to 255 bytes without control characters";
    }
    return std::nullopt;
}

Problem check_textures(const protocol::Textures& textures) {
    if (textures.value.size() + textures.signature.size() > protocol::limits::max_textures_bytes) {
        return "textures: expected at most 16384 bytes of value and signature together";
    }
    return std::nullopt;
}

// States what is accepted, so that NaN falls out.
template <class Number>
bool within(Number value, Number low, Number high) noexcept {
    return value >= low && value <= high;
}

Problem check_vitals(const protocol::Vitals& vitals) {
    if (!within(vitals.health, 0.0F, limits::max_health)) {
        return "vitals.health: expected 0 to 1000000";
    }
    if (!within(vitals.max_health, 0.0F, limits::max_health)) {
        return "vitals.max_health: expected 0 to 1000000";
    }
    if (!within(vitals.sleep_rotation, -limits::max_yaw, limits::max_yaw)) {
        return "vitals.sleep_rotation: expected -1000000 to 1000000 degrees";
    }
    return std::nullopt;
}

}  // namespace

Problem check(const protocol::PlayerJoin& join) {
    if (auto problem = check_name(join.name, join.bedrock)) {
        return problem;
    }
    if (auto problem = check_server(join.server)) {
        return problem;
    }
    if (auto problem = check_dimension(join.dimension)) {
        return problem;
    }
    if (auto problem = check_permissions(join.permissions)) {
        return problem;
    }
    return join.textures ? check_textures(*join.textures) : std::nullopt;
}

Problem check(const protocol::PlayerUpdate& update) {
    if (update.server) {
        if (auto problem = check_server(*update.server)) {
            return problem;
        }
    }
    if (update.dimension) {
        if (auto problem = check_dimension(*update.dimension)) {
            return problem;
        }
    }
    if (update.permissions) {
        if (auto problem = check_permissions(*update.permissions)) {
            return problem;
        }
    }
    return update.textures ? check_textures(*update.textures) : std::nullopt;
}

Problem check(const protocol::PlayerState& state) {
    if (!within(state.position.x, -limits::max_horizontal_position, limits::max_horizontal_position) ||
        !within(state.position.z, -limits::max_horizontal_position, limits::max_horizontal_position) ||
        !within(state.position.y, -limits::max_vertical_position, limits::max_vertical_position)) {
        return "position: expected |x| and |z| up to 3.2e7 and |y| up to 1e5";
    }
    if (!within(state.head_yaw, -limits::max_yaw, limits::max_yaw)) {
        return "head_yaw: expected -1000000 to 1000000 degrees";
    }
    if (!within(state.body_yaw.value_or(0), -limits::max_yaw, limits::max_yaw)) {
        return "body_yaw: expected -1000000 to 1000000 degrees";
    }
    if (!within(state.pitch, -limits::max_pitch, limits::max_pitch)) {
        return "pitch: expected -90 to 90 degrees";
    }
    if (!within(state.eye_height.value_or(0), 0.0F, limits::max_eye_height)) {
        return "eye_height: expected 0 to 16 blocks";
    }
    if ((state.flags & ~protocol::player_flag::all) != 0) {
        return "flags: expected none beyond the known bits";
    }
    return state.vitals ? check_vitals(*state.vitals) : std::nullopt;
}

Problem check(const protocol::PlayerAction& action) {
    if (!within(action.amount.value_or(0), 0.0F, limits::max_health)) {
        return "amount: expected 0 to 1000000";
    }
    return std::nullopt;
}

}  // namespace emoted::core
