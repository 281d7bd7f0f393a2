// Where the clip builder puts its findings: the raw model carries no places, so each is named by its pointer.
#pragma once

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emoted::animation {

// An RFC 6901 pointer under construction: Pointer() / "nodes" / id / "parent". Cheap enough for the error path only.
class Pointer {
public:
    [[nodiscard]] Pointer operator/(std::string_view member) const;
    [[nodiscard]] Pointer operator/(std::size_t index) const;
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

struct Finding {
    Severity severity = Severity::fault;
    Pointer at;
    DiagnosticCode code = DiagnosticCode::invalid_value;
    text::FaultText text;
    // Bytes into the decoded string at `at`: the report gets the line and column in the file (over escapes) and the
    // column in the text.
    std::optional<std::size_t> inside;
};

class BuildReport {
public:
    BuildReport() = default;
    BuildReport(const BuildReport&) = delete;
    BuildReport& operator=(const BuildReport&) = delete;
    virtual ~BuildReport() = default;

    void fault(const Pointer& at, DiagnosticCode code, text::FaultText text,
               std::optional<std::size_t> inside = std::nullopt) {
        failed_ = true;
        add({Severity::fault, at, code, std::move(text), inside});
    }
    void warn(const Pointer& at, DiagnosticCode code, text::FaultText text,
              std::optional<std::size_t> inside = std::nullopt) {
        add({Severity::warning, at, code, std::move(text), inside});
    }
    // Something required is not in the raw model: whoever left it out has reported it.
    void incomplete() noexcept { failed_ = true; }
    // True once there was a fault or something was missing.
    [[nodiscard]] bool failed() const noexcept { return failed_; }

protected:
    virtual void add(Finding finding) = 0;

private:
    bool failed_ = false;
};

}  // namespace emoted::animation
