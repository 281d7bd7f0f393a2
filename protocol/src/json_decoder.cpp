#include "decoding.hpp"
#include "json_values.hpp"

#include <emoted/protocol/codec.hpp>
#include <emoted/sequences/json_document.hpp>

#include <string>
#include <variant>

namespace emoted::protocol {
namespace {

template <class T>
bool read_alternative(JsonValues& values, const boost::json::object& object, Message& message) {
    return values.members(object, message.emplace<T>(), "type");
}

using ReadAlternative = bool (*)(JsonValues&, const boost::json::object&, Message&);

template <class... Ts>
constexpr std::array<ReadAlternative, sizeof...(Ts)> readers_of(std::variant<Ts...>*) {
    return {&read_alternative<Ts>...};
}

// In the order of Message's alternatives, which is the table's.
constexpr auto readers = readers_of(static_cast<Message*>(nullptr));

CodecError error(CodecErrorCode code, std::string text) {
    return {code, {}, std::move(text), 0};
}

tl::expected<const MessageInfo*, CodecError> message_type(const boost::json::object& object) {
    const boost::json::value* type = object.if_contains("type");
    if (type == nullptr) {
        return tl::unexpected(error(CodecErrorCode::missing_member, R"(the member "type" is missing)"));
    }
    const boost::json::string* name = type->if_string();
    if (name == nullptr) {
        return tl::unexpected(error(CodecErrorCode::wrong_type, R"(the member "type" must be a string)"));
    }
    if (const MessageInfo* info = find_message(std::string_view(*name))) {
        return info;
    }
    std::vector<std::string_view> names;
    for (const MessageInfo& info : message_table()) {
        names.push_back(info.name);
    }
    return tl::unexpected(
        error(CodecErrorCode::unknown_message,
              "no message has the type " + JsonValues::quoted(*name) + JsonValues::did_you_mean(*name, names)));
}

}  // namespace

tl::expected<Message, CodecError> decode_json(std::string_view line, std::uint16_t protocol,
                                              std::optional<Legal> legal) {
    Diagnostics diagnostics;
    const auto document = text::JsonDocument::parse("line", std::string(line), diagnostics);
    if (!document) {
        const Diagnostic& fault = diagnostics.front();
        const std::size_t offset = fault.position ? fault.position->offset : 0;
        return tl::unexpected(CodecError{
            CodecErrorCode::invalid_json, {}, fault.message + " (byte " + std::to_string(offset) + ")", offset});
    }
    const boost::json::object* object = document->root().if_object();
    if (object == nullptr) {
        return tl::unexpected(error(CodecErrorCode::wrong_type, "a line must be one JSON object"));
    }
    const auto info = message_type(*object);
    if (!info) {
        return tl::unexpected(info.error());
    }
    if (auto refused = check_legal(**info, legal)) {
        return tl::unexpected(std::move(*refused));
    }
    Message message;
    JsonValues values(protocol);
    if (!readers[table_index(**info)](values, *object, message)) {
        CodecError fault = values.take_error();
        fault.path = std::string((*info)->name) + fault.path;
        return tl::unexpected(std::move(fault));
    }
    return message;
}

}  // namespace emoted::protocol
