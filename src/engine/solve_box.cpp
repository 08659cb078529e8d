#include "engine/solve_box.hpp"

#include <tbb/parallel_for_each.h>
#include <tbb/task_arena.h>

#include <vector>

#include "engine/concurrency.hpp"

namespace nimsweep {

namespace {

struct Block {
  std::size_t row = 0;
  std::size_t column = 0;
};

// What a block waits for: those above it and to its left.
struct Waiting {
  std::atomic<int> blocks = 0;
  Handover handover = {};
};

}  // namespace

bool solve_box(Box& box, const std::atomic<bool>& stop) {
  const auto [rows, columns] = box.grid();
  std::vector<Waiting> waiting(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      waiting[row * columns + column].blocks = (row > 0 ? 1 : 0) + (column > 0 ? 1 : 0);

  std::atomic<std::size_t> left = rows * columns;
  const auto solve = [&](Block block, tbb::feeder<Block>& feeder) {
    if (stop.load(std::memory_order_relaxed)) return;
    waiting[block.row * columns + block.column].handover.take();
    box.solve_block(block.row, block.column);
    const auto end_wait = [&](Block next) {
      if (next.row == rows || next.column == columns) return;
      Waiting& wait = waiting[next.row * columns + next.column];
      wait.handover.give();
      if (--wait.blocks == 0) feeder.add(next);
    };
    end_wait({block.row + 1, block.column});
    end_wait({block.row, block.column + 1});
    --left;
  };
  const Block first;
  waiting.front().handover.give();
  // A thread that waits here must not begin something else that waits for this.
  tbb::this_task_arena::isolate([&] { tbb::parallel_for_each(&first, &first + 1, solve); });
  return left.load() == 0;
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

}  // namespace nimsweep
