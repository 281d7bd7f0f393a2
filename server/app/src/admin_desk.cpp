#include <emoted/app/admin_desk.hpp>

#include <utility>
#include <variant>

namespace emoted::app {
namespace {

bool only_reads(const AdminRequest& request) {
    return std::holds_alternative<StatusRequest>(request) || std::holds_alternative<ListRequest>(request) ||
           std::holds_alternative<PlayersRequest>(request);
}

}  // namespace

AdminDesk::AdminDesk(WorldThread& world, Reloader& reloader, Log& log, Facts facts)
    : world_(world), reloader_(reloader), log_(log), facts_(std::move(facts)) {}

void AdminDesk::handle(const std::string& line, Answer answer) {
    ReadRequest read = read_admin_request(line);
    if (!read.request) {
        answer(std::move(read.answer));
        return;
    }
    if (!only_reads(*read.request)) {
        log_.info("asked over the admin socket", {{"request", line}});
    }
    if (std::holds_alternative<ReloadRequest>(*read.request)) {
        reloader_.request([answer = std::move(answer)](const ReloadReport& report) { answer(reload_answer(report)); });
        return;
    }
    world_.run([request = std::move(*read.request), answer = std::move(answer),
                facts = facts_()](core::Network& network) { answer(run_admin_request(request, network, facts)); });
}

}  // namespace emoted::app
