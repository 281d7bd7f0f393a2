#include <emoted/app/standard_streams.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace emoted::app {

void hold_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) == -1) {
            // The lowest number that is free, which is this one; the wrong way round, so that using it fails.
            const int held = ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            static_cast<void>(held);
        }
    }
}

bool standard_input_is_readable() {
    char nothing = 0;
    return ::read(STDIN_FILENO, &nothing, 0) == 0;
}

}  // namespace emoted::app
