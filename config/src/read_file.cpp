#include <emoted/config/read_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace emoted::config {
namespace {

class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& path)
        // Not blocking, so that a pipe without a writer cannot hold the open.
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

std::string system_text(int error) {
    return std::generic_category().message(error);
}

void refuse_size(FileContent& content, std::size_t limit) {
    content.bytes.clear();
    content.too_large = true;
    content.error = fmt::format("{} bytes, {} are allowed", content.size, limit);
}

}  // namespace

FileContent read_file(const std::filesystem::path& path, std::size_t limit, std::string room) {
    FileContent content;
    content.bytes = std::move(room);
    content.bytes.clear();
    const Descriptor file(path);
    if (file.number() < 0) {
        content.missing = errno == ENOENT;
        content.error = system_text(errno);
        return content;
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) {
        content.error = system_text(errno);
        return content;
    }
    if (!S_ISREG(status.st_mode)) {
        content.error = S_ISDIR(status.st_mode) ? system_text(EISDIR) : "not a regular file";
        return content;
    }
    content.size = static_cast<std::uint64_t>(status.st_size);
    content.others_read = (status.st_mode & S_IROTH) != 0;
    content.others_write = (status.st_mode & S_IWOTH) != 0;
    if (content.size > limit) {
        refuse_size(content, limit);
        return content;
    }
    // As a rule all of it in one call, and a byte more than expected tells that it has grown.
    constexpr std::size_t step_bytes = 65'536;
    std::size_t filled = 0;
    content.bytes.resize(content.size + 1);
    for (;;) {
        if (filled == content.bytes.size()) {
            content.bytes.resize(filled + step_bytes);
        }
        const ssize_t count = ::read(file.number(), content.bytes.data() + filled, content.bytes.size() - filled);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            content.bytes.clear();
            content.error = system_text(errno);
            return content;
        }
        filled += static_cast<std::size_t>(count);
        if (filled > limit) {
            content.size = filled;
            refuse_size(content, limit);
            return content;
        }
        if (count == 0) {
            content.bytes.resize(filled);
            return content;
        }
    }
}

}  // namespace emoted::config
