#include "loading_threads.hpp"

#include "support/library_files.hpp"

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace emoted;

TEST_CASE("every task runs once") {
    for (const std::size_t threads : {0U, 1U, 2U, 8U}) {
        const Workers::ForEach for_each = app::on_loading_threads(threads);
        for (const std::size_t count : {0U, 1U, 2U, 100U}) {
            std::vector<std::atomic<int>> runs(count);
            for_each(count, [&](std::size_t index) { ++runs[index]; });
            for (const auto& run : runs) {
                CHECK(run == 1);
            }
        }
    }
}

TEST_CASE("a library is the same whatever the number of threads") {
    std::vector<SourceFile> files;
    for (int i = 0; i < 60; ++i) {
        const std::string id = "t:e" + std::to_string(i % 50);
        test::AnimationText text;
        text.id = id;
        files.push_back(
            test::file("f" + std::to_string(i) + ".json", i % 7 == 0   ? "{"
                                                          : i % 5 == 0 ? test::sequence_text(id, R"({"emote": "t:e1"})")
                                                                       : text.text()));
    }
    const auto lines = [](const LoadResult& result) {
        std::vector<std::string> out{std::to_string(result.library->digest())};
        for (const Diagnostic& diagnostic : result.report.diagnostics) {
            out.push_back(to_text(diagnostic));
        }
        return out;
    };
    const auto alone = lines(build_library(files, {}, nullptr));
    CHECK(alone.size() > 9);
    for (const std::size_t threads : {0U, 1U, 2U, 8U}) {
        std::vector<PackFile> pack;
        for (const SourceFile& file : files) {
            pack.push_back({file});
        }
        const BuiltPack built = build_library(std::move(pack), {}, {app::on_loading_threads(threads), {}}, nullptr);
        CHECK(lines(built.result) == alone);
        CHECK(built.files.size() == files.size());
    }
}

TEST_CASE("a load that is asked to stop begins no other file") {
    constexpr std::size_t count = 100;
    std::stop_source source;
    std::size_t fetched = 0;
    Workers workers{app::on_loading_threads(1),
                    [&](SourceFile& file) {
                        file.bytes = "{";
                        if (++fetched == 3) {
                            source.request_stop();
                        }
                    },
                    source.get_token()};
    std::vector<PackFile> pack;
    for (std::size_t i = 0; i < count; ++i) {
        pack.push_back({test::file(std::to_string(i) + ".json", {})});
    }
    const BuiltPack built = build_library(std::move(pack), {}, workers, nullptr);
    CHECK(fetched == 3);
    CHECK(built.result.library == nullptr);
    CHECK(built.files.empty());
}

TEST_CASE("a thread that yields to others starts threads that do so too") {
    std::thread([] {
        app::lower_priority();
        int niceness = 0;
        std::thread([&] { niceness = getpriority(PRIO_PROCESS, 0); }).join();
        CHECK(niceness >= 10);
    }).join();
}
