// Makes diagnostics about the configuration: where a key was set last, and the line of the file it stands in.
#pragma once

#include <emoted/sequences/diagnostic.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace emoted::config {

// What set a value: a place in the file, a variable of the environment, or a flag.
struct Origin {
    std::string source;
    std::string key;
    std::uint32_t line = 0;    // 0: not from a file
    std::uint32_t column = 0;  // in code points, from 1
};

class Report {
public:
    // Both must outlive the report.
    Report(std::string_view source, std::string_view text, Diagnostics& diagnostics)
        : source_(source), text_(text), diagnostics_(&diagnostics) {}

    // Remembers who set `key`; later calls win.
    void set_origin(const std::string& key, Origin origin) { origins_[key] = std::move(origin); }
    [[nodiscard]] Origin origin_of(const std::string& key) const;
    // Of the first of these keys that somebody has set, else of the first.
    [[nodiscard]] Origin origin_of_first_set(std::initializer_list<std::string> keys) const;

    [[nodiscard]] bool set_by(const std::string& key, std::string_view source) const;

    // The reference is good until the next call. A fault also marks the key of `origin` as faulty.
    Diagnostic& fault(DiagnosticCode code, const Origin& origin, std::string message);
    Diagnostic& warn(DiagnosticCode code, const Origin& origin, std::string message);
    // True if a fault was reported about this key: then it has no value to compare with others.
    void mark_faulty(const std::string& key) { faulty_.insert(key); }
    [[nodiscard]] bool faulty(const std::string& key) const { return faulty_.contains(key); }

private:
    Diagnostic& add(Severity severity, DiagnosticCode code, const Origin& origin, std::string message);

    std::string_view source_, text_;
    Diagnostics* diagnostics_;
    std::map<std::string, Origin> origins_;
    std::set<std::string> faulty_;
};

// By source in the order file, environment, flags (as they were read), then by position.
void sort_by_layer(Diagnostics& diagnostics, std::string_view file);

}  // namespace emoted::config
