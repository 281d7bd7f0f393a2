#include "secrets.hpp"

#include <emoted/config/read_file.hpp>

#include <fmt/format.h>

#include <utility>

namespace emoted::config {
namespace {

class SecretReader {
public:
    SecretReader(const Environment& environment, Report& report) : environment_(environment), report_(report) {}

    void read(const std::string& prefix, Credential& credential) {
        if (auto secret = fetch(prefix + ".secret", credential.source)) {
            credential.secret = std::move(*secret);
        }
        credential.previous = fetch(prefix + ".previous_secret", credential.previous_source);
    }

private:
    // `setting` is what the keys of file and environment have in common.
    std::optional<Secret> fetch(const std::string& setting, const SecretSource& source) {
        const std::string key = setting + (source.environment.empty() ? "_file" : "_environment");
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
                fault.hint = fmt::format("make one: (umask 077; openssl rand -hex 32 > {})", source.file.string());
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

}  // namespace

void read_secrets(Settings& settings, const Environment& environment, Report& report) {
    SecretReader reader(environment, report);
    reader.read("proxies", settings.proxies.shared);
    for (auto& [name, credential] : settings.proxies.named) {
        reader.read("proxies.named." + name, credential);
    }
}

}  // namespace emoted::config
