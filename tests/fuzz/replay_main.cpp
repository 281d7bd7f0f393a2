// Replays files through a fuzz target: FOLDER_OR_FILE... Every file whole and, for small ones, every prefix.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t largest_with_prefixes = 2'000;

void replay(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    // A copy of exactly the right size, so that the address sanitizer sees a read past the end.
    const std::vector<std::uint8_t> whole(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(whole.data(), whole.size());
    if (whole.size() <= largest_with_prefixes) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const std::vector<std::uint8_t> prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            LLVMFuzzerTestOneInput(prefix.data(), prefix.size());
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i) {
        if (std::filesystem::is_directory(argv[i])) {
            for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
                if (entry.is_regular_file()) {
                    replay(entry.path());
                    ++files;
                }
            }
        } else {
            replay(argv[i]);
            ++files;
        }
    }
    std::printf("%zu seeds replayed\n", files);
    return files > 0 ? 0 : 1;
}
