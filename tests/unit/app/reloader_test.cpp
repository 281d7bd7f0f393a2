#include <emoted/app/reloader.hpp>

#include <catch2/catch.hpp>

#include <future>

using namespace emoted;
using app::Reloader;
using app::ReloadReport;

TEST_CASE("requests during a reload share the next one, and each gets its report") {
    int reloads = 0;
    std::promise<void> first_runs;
    std::promise<void> go_on;
    Reloader reloader([&](const std::stop_token& /*stop*/) {
        if (++reloads == 1) {
            first_runs.set_value();
            go_on.get_future().wait();
        }
        ReloadReport report;
        report.emotes.emotes_loaded = static_cast<std::size_t>(reloads);
        return report;
    });
    reloader.start();
    std::promise<std::size_t> first, second, third;
    reloader.request([&](const ReloadReport& report) { first.set_value(report.emotes.emotes_loaded); });
    first_runs.get_future().wait();
    reloader.request([&](const ReloadReport& report) { second.set_value(report.emotes.emotes_loaded); });
    reloader.request({});
    reloader.request([&](const ReloadReport& report) { third.set_value(report.emotes.emotes_loaded); });
    go_on.set_value();
    CHECK(first.get_future().get() == 1);
    CHECK(second.get_future().get() == 2);
    CHECK(third.get_future().get() == 2);
}

TEST_CASE("a reloader that is stopped says so once the running reload has ended, and begins no other") {
    int reloads = 0;
    std::promise<void> first_runs;
    std::promise<void> go_on;
    Reloader reloader([&](const std::stop_token& /*stop*/) {
        ++reloads;
        first_runs.set_value();
        go_on.get_future().wait();
        return ReloadReport();
    });
    std::promise<void> stopped;
    SECTION("while it reloads") {
        reloader.start();
        reloader.request({});
        first_runs.get_future().wait();
        reloader.request({});
        reloader.stop([&] {
            CHECK(reloads == 1);
            stopped.set_value();
        });
        go_on.set_value();
    }
    SECTION("while it waits") {
        reloader.start();
        reloader.stop([&] {
            CHECK(reloads == 0);
            stopped.set_value();
        });
    }
    SECTION("before it was started") {
        reloader.stop([&] { stopped.set_value(); });
    }
    stopped.get_future().wait();
}

TEST_CASE("a reload that runs at the end is asked to stop, and nothing else is begun") {
    std::promise<void> runs;
    std::promise<void> told;
    int answers = 0;
    int reloads = 0;
    {
        Reloader reloader([&](const std::stop_token& stop) -> std::optional<ReloadReport> {
            ++reloads;
            std::promise<void> stopped;
            const std::stop_callback on_stop(stop, [&] { stopped.set_value(); });
            runs.set_value();
            stopped.get_future().wait();
            return std::nullopt;
        });
        reloader.start();
        reloader.request([&](const ReloadReport&) { ++answers; });
        runs.get_future().wait();
        reloader.request([&](const ReloadReport&) { ++answers; });
        SECTION("by its end") {}
        SECTION("before") {
            reloader.stop([&] { told.set_value(); });
            told.get_future().wait();
        }
    }
    CHECK(reloads == 1);
    CHECK(answers == 0);
}

TEST_CASE("a reload is clean only if everything was taken without a fault") {
    ReloadReport report;
    report.configuration_taken = true;
    report.policy_taken = true;
    CHECK(report.clean());
    Diagnostic warning;
    warning.severity = Severity::warning;
    report.emotes.diagnostics.push_back(warning);
    CHECK(report.clean());
    report.emotes.diagnostics.push_back(Diagnostic{});
    CHECK_FALSE(report.clean());
    report.emotes.diagnostics.clear();
    report.policy_taken = false;
    CHECK_FALSE(report.clean());
}
