#include "secrets.hpp"

#include <emoted/config/read_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace emoted::config {
namespace {

class SecretReader {
public:
    SecretReader(const Environment& environment, Report& report) : environment_(environment), report_(report) {}

    void read(const std::string& prefix, Credential& credential) {
        if (auto secret = fetch(prefix + ".secret_from", credential.source)) {
            credential.secret = std::move(*secret);
        }
        credential.previous = fetch(prefix + ".previous_secret_from", credential.previous_source);
    }

private:
    std::optional<Secret> fetch(const std::string& key, const SecretSource& source) {
        if (!source.given() || report_.faulty(key)) {
            return std::nullopt;
        }
        auto bytes = source.environment.empty() ? from_file(key, source) : from_environment(key, source);
        if (!bytes) {
            return std::nullopt;
        }
        if (bytes->ends_with('\n')) {
            bytes->pop_back();
            if (bytes->ends_with('\r')) {
                bytes->pop_back();
            }
        }
        if (bytes->size() < min_secret_bytes || bytes->size() > max_secret_bytes) {
            Diagnostic& fault =
                report_.fault(DiagnosticCode::invalid_value, report_.origin_of(key),
                              fmt::format("the secret in {} has {} bytes", place_of(source), bytes->size()));
            fault.expected = fmt::format("{} to {} bytes", min_secret_bytes, max_secret_bytes);
            return std::nullopt;
        }
        return Secret(std::move(*bytes));
    }

    std::optional<std::string> from_file(const std::string& key, const SecretSource& source) {
        FileContent content = read_file(source.file, max_secret_bytes + 2);
        if (!content.error.empty()) {
            Diagnostic& fault =
                report_.fault(DiagnosticCode::unreadable_file, report_.origin_of(key),
                              fmt::format("the secret in {} cannot be read: {}", source.file.string(), content.error));
            if (content.missing) {
                fault.hint = fmt::format("make one: emoted --make-secret {}", source.file.string());
            }
            return std::nullopt;
        }
        if (content.others_read || content.others_write) {
            Diagnostic& warning =
                report_.warn(DiagnosticCode::unsafe_setting, report_.origin_of(key),
                             fmt::format("everybody on this machine may {} the secret in {}",
                                         content.others_write ? "change" : "read", source.file.string()));
            warning.hint = fmt::format("chmod 600 {}", source.file.string());
        }
        return std::move(content.bytes);
    }

    std::optional<std::string> from_environment(const std::string& key, const SecretSource& source) {
        const auto found = environment_.find(source.environment);
        if (found == environment_.end()) {
            report_.fault(DiagnosticCode::unreadable_file, report_.origin_of(key),
                          fmt::format("the environment has no variable {}", source.environment));
            return std::nullopt;
        }
        return found->second;
    }

    static std::string place_of(const SecretSource& source) {
        return source.environment.empty() ? source.file.string() : "the variable " + source.environment;
    }

    const Environment& environment_;
    Report& report_;
};

std::string system_text(int error) {
    return std::generic_category().message(error);
}

}  // namespace

void read_secrets(Settings& settings, const Environment& environment, Report& report) {
    SecretReader reader(environment, report);
    reader.read("proxies", settings.proxies.shared);
    for (auto& [name, credential] : settings.proxies.named) {
        reader.read("proxies.named." + name, credential);
    }
}

std::optional<std::string> create_secret_file(const std::filesystem::path& file) {
    std::array<unsigned char, 32> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        return "the system gives no random bytes: " + system_text(errno);
    }
    std::string text;
    for (const unsigned char byte : bytes) {
        text += fmt::format("{:02x}", byte);
    }
    text += '\n';
    std::error_code error;
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), error);
        if (error) {
            return fmt::format("{}: {}", file.parent_path().string(), error.message());
        }
    }
    constexpr mode_t owner_only = S_IRUSR | S_IWUSR;
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, owner_only);
    if (descriptor < 0) {
        return fmt::format("{}: {}", file.string(), system_text(errno));
    }
    const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int write_error = errno;
    if (::close(descriptor) != 0 || !written) {
        ::unlink(file.c_str());
        return fmt::format("{}: {}", file.string(), system_text(write_error));
    }
    return std::nullopt;
}

}  // namespace emoted::config
