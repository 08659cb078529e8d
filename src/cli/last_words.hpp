// What is said when memory runs out, or where nobody can catch an exception: one line that is
// prepared beforehand, as saying it must not need memory.
#pragma once

namespace nimsweep::cli {

// Prepares the line, and says it also where an exception ends the program: in a thread of a
// library, or in a function that must not throw. With several processes the line names this one.
void prepare_last_words(int rank, int processes) noexcept;

void say_out_of_memory() noexcept;

// The program ends as it should. If a library ends it before that, as HDF5 does where it gets no
// memory, that is said, and the exit code is ours.
void expect_the_end() noexcept;

}  // namespace nimsweep::cli
