#include "secrets.hpp"

#include "only_diagnostic.hpp"
#include "support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace emoted;
using namespace emoted::config;
using emoted::test::only;
using emoted::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view good = "0123456789abcdef";

class Folder : public TemporaryFolder {
public:
    Loaded load_with(std::string_view text, const Environment& environment = {}) const {
        const fs::path file = write("emoted.toml", text);
        return load(file, {environment, {}});
    }
    fs::path write_private(const fs::path& name, std::string_view content) const {
        fs::path file = write(name, content);
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
        return file;
    }
};

}  // namespace

TEST_CASE("the secret of all proxies comes from its file, without the line end") {
    const std::string_view end = GENERATE("", "\n", "\r\n");
    const Folder folder;
    folder.write_private("secrets/proxy.secret", std::string(good) + std::string(end));
    const Loaded loaded = folder.load_with("");
    REQUIRE(loaded.settings);
    CHECK(loaded.diagnostics.empty());
    CHECK(loaded.settings->proxies.shared.secret.bytes() == good);
    CHECK_FALSE(loaded.settings->proxies.shared.previous);
}

TEST_CASE("only one line end is stripped and other white space belongs to the secret") {
    const Folder folder;
    folder.write_private("secrets/proxy.secret", std::string(good) + " \n\n");
    CHECK(folder.load_with("").settings->proxies.shared.secret.bytes() == std::string(good) + " \n");
}

TEST_CASE("a previous secret and a secret of a proxy's own") {
    const Folder folder;
    folder.write_private("new", "new-new-new-new-new\n");
    folder.write_private("old", "old-old-old-old-old\n");
    folder.write_private("lobby", "lobby-lobby-lobby\n");
    const Loaded loaded = folder.load_with(
        "[proxies]\nsecret_file = \"new\"\nprevious_secret_file = \"old\"\n"
        "[proxies.named.lobby]\nsecret_file = \"lobby\"\nprevious_secret_environment = \"OLD_LOBBY\"",
        {{"OLD_LOBBY", "from-the-environment"}});
    REQUIRE(loaded.settings);
    const auto& proxies = loaded.settings->proxies;
    CHECK(proxies.shared.secret.bytes() == "new-new-new-new-new");
    CHECK(proxies.shared.previous->bytes() == "old-old-old-old-old");
    CHECK(proxies.credential_of("lobby")->secret.bytes() == "lobby-lobby-lobby");
    CHECK(proxies.credential_of("lobby")->previous->bytes() == "from-the-environment");
}

TEST_CASE("a missing secret is a fault that says how to make one") {
    const Folder folder;
    const Diagnostic fault = only(folder.load_with("[proxies]\nsecret_file = \"none\""));
    CHECK(fault.code == DiagnosticCode::unreadable_file);
    CHECK(fault.path == "proxies.secret_file");
    CHECK(fault.position->line == 2);
    CHECK_THAT(fault.hint, Catch::Contains("openssl rand -hex 32"));
    CHECK(only(folder.load_with("[proxies]\nsecret_environment = \"NONE\"")).path == "proxies.secret_environment");
}

TEST_CASE("a secret has 16 to 4096 bytes") {
    const auto with_length = [](std::size_t length) {
        return Folder().load_with("[proxies]\nsecret_environment = \"S\"", {{"S", std::string(length, 'x')}});
    };
    CHECK(with_length(16).settings);
    CHECK(with_length(4'096).settings);
    CHECK(only(with_length(15)).code == DiagnosticCode::invalid_value);
    CHECK(only(with_length(4'097)).code == DiagnosticCode::invalid_value);
    CHECK(only(with_length(0)).code == DiagnosticCode::invalid_value);
}

TEST_CASE("a line end does not make a secret long enough") {
    const Folder folder;
    folder.write_private("secrets/proxy.secret", "0123456789abcde\n");
    CHECK(only(folder.load_with("")).code == DiagnosticCode::invalid_value);
}

TEST_CASE("a secret that everybody may read or change is a warning") {
    const Folder folder;
    const fs::path file = folder.write_private("secrets/proxy.secret", good);
    fs::permissions(file, fs::perms::group_read, fs::perm_options::add);
    CHECK(folder.load_with("").diagnostics.empty());
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    const Loaded loaded = folder.load_with("");
    CHECK(loaded.settings);
    CHECK(only(loaded).code == DiagnosticCode::unsafe_setting);
    CHECK(only(loaded).severity == Severity::warning);
    CHECK_THAT(only(loaded).message, Catch::Contains("read"));
    fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
    CHECK_THAT(only(folder.load_with("")).message, Catch::Contains("change"));
}

TEST_CASE("without TCP no secret is needed") {
    CHECK(Folder().load_with("[listen]\nproxy_tcp = \"\"").settings);
}

TEST_CASE("a secret is never repeated, wherever it was written by mistake") {
    const std::string secret = "hunter2-hunter2-hunter2";
    const std::string text =
        GENERATE_COPY("[proxies]\nsecret_environment = \"" + secret + "\"", "[proxies]\nsecret = \"" + secret + "\"",
                      "[proxies.named.lobby]\nsecret = \"" + secret + "\"",
                      "[proxies.named.lobby]\nsecret_environment = \"" + secret + "\"");
    const Loaded loaded = Folder().load_with(text);
    CHECK_FALSE(loaded.settings);
    for (const Diagnostic& diagnostic : loaded.diagnostics) {
        CHECK_THAT(to_text(diagnostic), !Catch::Contains("hunter2"));
        CHECK_THAT(to_json(diagnostic), !Catch::Contains("hunter2"));
    }
}

TEST_CASE("the effective configuration says where secrets come from and never what they are") {
    const Folder folder;
    folder.write_private("secrets/proxy.secret", good);
    folder.write_private("lobby", "lobby-lobby-lobby\n");
    const Loaded loaded = folder.load_with("[proxies.named.lobby]\nsecret_file = \"lobby\"");
    REQUIRE(loaded.settings);
    const std::string text = effective_configuration(*loaded.settings);
    CHECK_THAT(text, Catch::Contains("proxy.secret") && Catch::Contains("[proxies.named.\"lobby\"]"));
    CHECK_THAT(text, !Catch::Contains(std::string(good)) && !Catch::Contains("lobby-lobby"));
    // It is a configuration too.
    const Loaded again = parse("effective", text, "/", {});
    REQUIRE(again.settings);
    CHECK(effective_configuration(*again.settings) == text);
}

TEST_CASE("another secret needs no restart, another place of a secret does") {
    const Folder folder;
    folder.write_private("secrets/proxy.secret", good);
    folder.write_private("other", good);
    const Loaded before = folder.load_with("");
    folder.write_private("secrets/proxy.secret", "another-secret-of-ours");
    const Loaded after = folder.load_with("");
    CHECK(changes_that_need_restart(*before.settings, *after.settings).empty());
    const Loaded moved = folder.load_with("[proxies]\nsecret_file = \"other\"");
    CHECK(changes_that_need_restart(*before.settings, *moved.settings) ==
          std::vector<std::string>{"proxies.secret_file"});
    const Loaded named = folder.load_with("[proxies.named.lobby]\nsecret_file = \"other\"");
    CHECK(changes_that_need_restart(*before.settings, *named.settings) == std::vector<std::string>{"proxies.named"});
}
