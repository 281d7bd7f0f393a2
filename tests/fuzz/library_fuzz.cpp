// Any text as a file beside two good animations: the others always load, the file is an emote or has a fault, and the
// same files give the same library.
#include <emoted/sequences/library.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

emoted::SourceFile animation(const std::string& name) {
    std::string text = R"({"type":"animation","schema_version":4,"id":"fuzz:)" + name + R"(",
        "metadata":{"name":"n","description":""},"settings":{"standalone":true,"cooldown":"0t","player":{"hidden":true,
        "stop_conditions":{"movement_distance":0,"jump":true,"submerge":true,"ride":true,"damage":true,"attack":true,
        "game_mode_change":true}},"playback":{"mode":"once"}},"nodes":{"n":{"type":"text_display","space":"initiator",
        "text":"x","transform":{"position":[0,0,0],"rotation":[0,0,0],"scale":[1,1,1]}}},
        "timeline":{"duration":"10t","tracks":{}}})";
    const std::uint64_t size = text.size();
    return {name + ".json", std::move(text), {}, size};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto load = [&](const emoted::Library* previous) {
        std::string text(reinterpret_cast<const char*>(data), size);
        return emoted::build_library({animation("a"), animation("b"), {"fuzz.json", std::move(text), {}, size}}, {},
                                     previous);
    };
    const emoted::LoadResult first = load(nullptr);
    const std::size_t loaded = first.library->playables().size();
    const bool clash = loaded < 2;  // the file took the id of one of the others
    if ((loaded == 3) == has_faults(first.report.diagnostics) || (clash && loaded != 1)) {
        std::abort();
    }
    const emoted::LoadResult second = load(first.library.get());
    if (second.library->digest() != first.library->digest()) {
        std::abort();
    }
    return 0;
}
