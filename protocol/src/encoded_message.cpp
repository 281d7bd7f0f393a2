#include <emoted/protocol/encoded_message.hpp>
#include <emoted/protocol/framing.hpp>

namespace emoted::protocol {

const SharedBytes& EncodedMessage::bytes(Encoding encoding, std::uint16_t protocol) const {
    Slot& slot = slots_[static_cast<std::size_t>(encoding)][static_cast<std::size_t>(protocol - limits::protocol_min)];
    std::call_once(slot.once, [&] {
        slot.bytes = std::make_shared<const Bytes>(frame(encode(*message_, encoding, protocol), encoding));
    });
    return slot.bytes;
}

}  // namespace emoted::protocol
