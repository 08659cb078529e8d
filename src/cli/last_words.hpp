// What is said when memory runs out, or where nobody can catch an exception: one line that is
// prepared beforehand, as saying it must not need memory.
#pragma once

namespace nimsweep {

// Prepares the line, and says it also where an exception ends the program: in a thread of a
// library, or in a function that must not throw. Of several processes the line names this one.
void prepare_last_words(int rank, int processes) noexcept;

void say_out_of_memory() noexcept;

}  // namespace nimsweep
