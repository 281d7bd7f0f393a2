// What is wrong with a Molang text, and at which byte of it.
#pragma once

#include <emoted/sequences/diagnostic.hpp>
#include <emoted/sequences/json_reader.hpp>

#include <cstddef>

namespace emoted::molang {

struct Fault {
    std::size_t offset = 0;  // bytes into the source
    DiagnosticCode code = DiagnosticCode::invalid_molang;
    text::FaultText text;
};

}  // namespace emoted::molang
