#include "preview.hpp"

#include "chosen_emote.hpp"
#include "explain/preview_parts.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>

namespace emoted::tools {
namespace {

[[nodiscard]] bool write_file(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    return out.good();
}

}  // namespace

int preview(const EmoteChoice& choice, const PreviewOptions& options, std::istream& in, std::ostream& err) {
    const std::string kind = options.output.extension().string();
    if (kind != ".html" && kind != ".png") {
        err << "emoted preview: -o " << options.output.string() << ": a name that ends in .html or .png is expected\n";
        return cannot_look;
    }
    std::variant<ChosenEmote, Refusal> found = choose_emote(choice, "emoted preview", in, err);
    if (const Refusal* const refusal = std::get_if<Refusal>(&found)) {
        return refusal->status;
    }
    const ChosenEmote& emote = std::get<ChosenEmote>(found);
    const explain::Preview preview =
        explain::make_preview(emote.library, emote.playable, explain_options(choice, emote.load));
    std::string bytes;
    if (kind == ".html") {
        bytes = explain::preview_page(preview, choice.partner_at);
    } else {
        explain::SheetOptions sheet;
        sheet.pictures = options.pictures;
        sheet.size = options.size;
        // Without a word about a partner, a two-player sequence is shown with one.
        sheet.partner_at = choice.partner_at ? choice.partner_at : std::optional<std::uint64_t>(0);
        const std::vector<std::uint8_t> png = explain::preview_sheet(preview, sheet);
        bytes.assign(png.begin(), png.end());
    }
    errno = 0;
    if (!write_file(options.output, bytes)) {
        err << "emoted preview: " << options.output.string() << ": "
            << (errno != 0 ? std::generic_category().message(errno) : "cannot be written") << '\n';
        return cannot_look;
    }
    if (!preview.failure.empty()) {
        err << "emoted preview: " << choice.id << " fails when it is played: " << safe_line(preview.failure) << '\n';
        return faulty;
    }
    return done;
}

}  // namespace emoted::tools
