// The last message when memory runs out or an exception cannot be caught. It is prepared in
// advance, since printing it must not need memory.
#pragma once

namespace nimsweep::cli {

// Prepares the message, and prints it also when an uncaught exception ends the program: in a
// library's thread, or in a noexcept function. With several processes it names the rank.
void prepare_last_words(int rank, int processes) noexcept;

void say_out_of_memory() noexcept;

// Call this before a normal exit. If a library exits before that, as HDF5 does without memory, the
// message is printed and the exit code is kEnvironmentFailed.
void expect_the_end() noexcept;

}  // namespace nimsweep::cli
