#include <emoted/config/read_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

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

FileContent read_file(const std::filesystem::path& path, std::size_t limit) {
    FileContent content;
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
    std::array<char, 65'536> buffer{};
    for (;;) {
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            content.bytes.clear();
            content.error = system_text(errno);
            return content;
        }
        if (count == 0) {
            return content;
        }
        content.bytes.append(buffer.data(), static_cast<std::size_t>(count));
        if (content.bytes.size() > limit) {
            content.size = content.bytes.size();
            refuse_size(content, limit);
            return content;
        }
    }
}

}  // namespace emoted::config
