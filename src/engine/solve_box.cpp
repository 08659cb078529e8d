#include "engine/solve_box.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <thread>
#include <vector>

#include "engine/concurrency.hpp"

namespace nimsweep::engine_detail {

// Threads take rows of blocks in order, and stay one block behind the row above. That row was taken
// earlier, and its thread waits only for rows further up, so some thread always makes progress.
bool solve_box(Box& box, const std::atomic<bool>& stop) {
  // No structured binding: lambdas use them.
  const std::size_t rows = box.grid().rows;
  const std::size_t columns = box.grid().columns;
  std::vector<std::atomic<std::size_t>> solved(rows);  // blocks of each row
  std::atomic<std::size_t> next_row = 0;
  std::atomic<bool> failed = false;
  const auto must_stop = [&] {
    return stop.load(std::memory_order_relaxed) || failed.load(std::memory_order_relaxed);
  };
  const auto solve_row = [&](std::size_t row) {
    for (std::size_t column = 0; column < columns; ++column) {
      while (row > 0 && solved[row - 1] <= column && !must_stop()) std::this_thread::yield();
      if (must_stop()) return;
      box.solve_block(row, column);
      solved[row] = column + 1;
    }
  };

  const auto solve_rows = [&](std::size_t) {
    try {
      for (std::size_t row = next_row++; row < rows && !must_stop(); row = next_row++)
        solve_row(row);
    } catch (...) {  // others may wait for this row
      failed = true;
      throw;
    }
  };
  const std::size_t threads =
      std::min({rows, columns, static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())});
  std::size_t called = 0;
  const auto next_thread = [&] {
    return called < threads ? std::optional(called++) : std::nullopt;
  };
  // A waiting thread must not start another task that waits for this one.
  tbb::this_task_arena::isolate([&] {
    run_in_order<std::size_t>(static_cast<int>(threads), next_thread, solve_rows,
                              [](std::size_t) {});
  });
  return solved.back() == columns;
}

bool solve_box_alone(Box& box, const std::atomic<bool>& stop) {
  const auto [rows, columns] = box.grid();
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      if (stop.load(std::memory_order_relaxed)) return false;
      box.solve_block(row, column);
    }
  return true;
}

}  // namespace nimsweep::engine_detail
