#include "support/temporary_folder.hpp"

#include <emoted/net/admin_client.hpp>
#include <emoted/net/unix_admin.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace emoted::net;
using namespace std::chrono_literals;
using emoted::test::TemporaryFolder;

namespace {

// A socket whose lines go to `handler`, on a network thread of its own.
class Served {
public:
    explicit Served(UnixAdmin::Handler handler, const std::function<void(UnixAdminSettings&)>& change = {}) {
        UnixAdminSettings settings;
        settings.path = path();
        if (change) {
            change(settings);
        }
        admin_ = std::make_unique<UnixAdmin>(context_, settings, std::move(handler));
        const auto fault = admin_->listen();
        REQUIRE_FALSE(fault);
        thread_ = std::thread([this] { context_.run(); });
    }
    ~Served() {
        context_.stop();
        thread_.join();
    }
    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "admin.sock"; }
    [[nodiscard]] std::string ask(std::string_view line) const {
        const auto answer = ask_admin(path(), line, 20s);
        return answer ? *answer : "failed: " + answer.error();
    }

private:
    TemporaryFolder folder_;
    boost::asio::io_context context_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
    std::unique_ptr<UnixAdmin> admin_;
    std::thread thread_;
};

// A peer with manners of its own.
class Peer {
public:
    explicit Peer(const std::filesystem::path& path) : descriptor_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        sockaddr_storage storage{};
        std::memcpy(&storage, &address, sizeof address);
        REQUIRE(::connect(descriptor_, static_cast<const sockaddr*>(static_cast<const void*>(&storage)),
                          sizeof address) == 0);
    }
    ~Peer() { ::close(descriptor_); }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    void send(std::string_view text) const {
        REQUIRE(::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
    }
    void end_sending() const { ::shutdown(descriptor_, SHUT_WR); }
    // Until the other side closes.
    [[nodiscard]] std::string rest() const {
        std::string text;
        char buffer[256];
        for (ssize_t count = 0; (count = ::recv(descriptor_, buffer, sizeof buffer, 0)) > 0;) {
            text.append(buffer, static_cast<std::size_t>(count));
        }
        return text;
    }

private:
    int descriptor_;
};

void echo(std::string line, const UnixAdmin::Answer& answer) {
    answer("you said " + std::move(line));
}

}  // namespace

TEST_CASE("a line is answered with a line") {
    const Served served(echo);
    CHECK(served.ask("hello") == "you said hello");
    CHECK(served.ask("again") == "you said again");
}

TEST_CASE("several lines of one peer are answered in order, however they are cut") {
    const Served served(echo);
    const Peer peer(served.path());
    for (const char character : std::string("one\ntwo\r\n\nthr")) {
        peer.send(std::string_view(&character, 1));
    }
    peer.send("ee\nfour");
    peer.end_sending();
    // The last line may do without its end.
    CHECK(peer.rest() == "you said one\nyou said two\nyou said three\nyou said four\n");
}

TEST_CASE("an answer may come later and from another thread") {
    std::thread later;
    const Served served([&](std::string line, UnixAdmin::Answer answer) {
        later = std::thread([line = std::move(line), answer = std::move(answer)] {
            answer(line);
            answer("a second answer counts for nothing");
        });
    });
    CHECK(served.ask("slow") == "slow");
    later.join();
}

TEST_CASE("a line of the largest size is taken, a longer one is refused") {
    const Served served(echo, [](UnixAdminSettings& settings) { settings.max_line_bytes = 10; });
    CHECK(served.ask(std::string(10, 'x')) == "you said xxxxxxxxxx");
    CHECK_THAT(served.ask(std::string(11, 'x')), Catch::Contains("too long"));
    const Peer peer(served.path());
    peer.send(std::string(1'000, 'x'));
    CHECK_THAT(peer.rest(), Catch::Contains("too long"));
}

TEST_CASE("an answer that never comes is told") {
    const Served served([](const std::string&, const UnixAdmin::Answer&) {},
                        [](UnixAdminSettings& settings) { settings.answer_timeout = 20ms; });
    CHECK_THAT(served.ask("hello"), Catch::Contains("has not answered in time"));
}

TEST_CASE("a peer that says nothing is closed") {
    const Served served(echo, [](UnixAdminSettings& settings) { settings.peer_timeout = 20ms; });
    const Peer peer(served.path());
    CHECK(peer.rest().empty());
}

TEST_CASE("a peer that leaves before its answer hurts nobody") {
    UnixAdmin::Answer kept;
    std::atomic<bool> asked = false;
    const Served served([&](const std::string& line, UnixAdmin::Answer answer) {
        if (line == "leave") {
            kept = std::move(answer);
            asked = true;
        } else {
            answer(line);
        }
    });
    {
        const Peer peer(served.path());
        peer.send("leave\n");
        while (!asked) {
            std::this_thread::yield();
        }
    }
    kept("too late");
    CHECK(served.ask("still there") == "still there");
}

TEST_CASE("while as many as allowed are being answered, the next one is told to come back") {
    std::promise<UnixAdmin::Answer> asked;
    const Served served(
        [&](const std::string& line, UnixAdmin::Answer answer) {
            if (line == "keep") {
                asked.set_value(std::move(answer));
            } else {
                answer(line);
            }
        },
        [](UnixAdminSettings& settings) { settings.max_connections = 1; });
    const Peer first(served.path());
    first.send("keep\n");
    const UnixAdmin::Answer answer = asked.get_future().get();
    CHECK_THAT(served.ask("hello"), Catch::Contains("too many"));
    answer("kept");
    first.end_sending();
    CHECK(first.rest() == "kept\n");
    CHECK(served.ask("hello") == "hello");
}

TEST_CASE("300 idle peers keep nobody out: the oldest make room") {
    // By themselves they would stay for ever.
    const Served served(echo, [](UnixAdminSettings& settings) { settings.peer_timeout = 1h; });
    std::vector<std::unique_ptr<Peer>> idle;
    for (int i = 0; i < 300; ++i) {
        idle.push_back(std::make_unique<Peer>(served.path()));
    }
    CHECK(served.ask("hello") == "you said hello");
    CHECK(idle[0]->rest().empty());
    // The latest are still there: as many as there are places, less the one that was asked from.
    for (const std::size_t kept : {299U, 285U}) {
        idle[kept]->send("x\n");
        idle[kept]->end_sending();
        CHECK(idle[kept]->rest() == "you said x\n");
    }
    CHECK(idle[284]->rest().empty());
}

TEST_CASE("only owner and group may ask, and the file goes with the daemon") {
    std::filesystem::path path;
    {
        const Served served(echo);
        path = served.path();
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777U) == 0660U);
    }
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a socket that somebody listens on is refused") {
    const Served served(echo);
    boost::asio::io_context context;
    UnixAdminSettings settings;
    settings.path = served.path();
    UnixAdmin second(context, settings, echo);
    CHECK(second.listen());
    CHECK(served.ask("hello") == "you said hello");
}

TEST_CASE("the client says what is wrong") {
    const TemporaryFolder folder;
    const auto missing = ask_admin(folder.path() / "none.sock", "hello", 1s);
    REQUIRE_FALSE(missing);
    CHECK_THAT(missing.error(), Catch::Contains("none.sock"));
    CHECK_FALSE(ask_admin(std::string(200, 'x'), "hello", 1s));
    CHECK_FALSE(ask_admin("", "hello", 1s));

    const Served silent([](const std::string&, const UnixAdmin::Answer&) {});
    const auto late = ask_admin(silent.path(), "hello", 20ms);
    REQUIRE_FALSE(late);
    CHECK_THAT(late.error(), Catch::Contains("in time"));
}
