#include "support/edited_text.hpp"

#include <stdexcept>

namespace emoted::test {

MarkedText edited(std::string_view text, const std::vector<Edit>& edits) {
    MarkedText result;
    result.text = text;
    for (const Edit& edit : edits) {
        const std::size_t at = result.text.find(edit.from);
        if (at == std::string::npos || result.text.find(edit.from, at + 1) != std::string::npos) {
            throw std::logic_error("not exactly once in the text: " + std::string(edit.from));
        }
        result.text.replace(at, edit.from.size(), edit.to);
    }
    const std::size_t mark = result.text.find("@@");
    if (mark == std::string::npos) {
        return result;
    }
    result.text.erase(mark, 2);
    result.line = 1;
    result.column = 1;
    for (std::size_t i = 0; i < mark; ++i) {
        const auto byte = static_cast<unsigned char>(result.text[i]);
        if (byte == '\n') {
            ++result.line;
            result.column = 1;
        } else if ((byte & 0xC0U) != 0x80U) {
            ++result.column;
        }
    }
    return result;
}

}  // namespace emoted::test
