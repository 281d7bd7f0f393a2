// What signals do while nobody can drain: before the daemon runs, and once it has stopped to listen for them.
//
// Process-wide; called on the main thread. Without handlers of its own a process with the number 1, as in a container,
// would not hear a signal at all.
#pragma once

namespace emoted::app {

// TERM, INT and USR2 end the process at once, in order: nothing plays yet. HUP and USR1 wait until take_held_signals().
// From here on until the daemon has started.
void end_start_on_signal();
// The daemon listens now: those that were held come to it.
void take_held_signals();
// TERM, INT and USR2 end the process at once with exit status 1: the daemon is past draining.
void end_at_once_on_signal();
// What the line says that a second signal leaves behind, in the log too.
inline constexpr const char* second_signal_text = "second signal: ending at once";

}  // namespace emoted::app
