#include "nimsweep/cluster/shared_units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cluster/range_queue.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {

using namespace cluster_detail;
namespace {

// Simulates processes with threads.
class Crowd {
 public:
  explicit Crowd(int size, bool may_choose_handout = true)
      : size_(size),
        may_choose_handout_(may_choose_handout),
        all_(size),
        queue_(size),
        numbers_(static_cast<std::size_t>(size)),
        texts_(static_cast<std::size_t>(size)) {}

  // Does `work` in all of them.
  void run(const std::function<void(Communicator&)>& work) {
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(size_));
    for (int rank = 0; rank < size_; ++rank)
      threads.emplace_back([&, rank] {
        Member member(*this, rank);
        work(member);
      });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  class Member final : public Communicator {
   public:
    Member(Crowd& crowd, int rank) : crowd_(crowd), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return crowd_.size_; }
    WorkShare share(int work, Handout handout) override {
      if (!crowd_.may_choose_handout_) handout = Handout::in_ranges;
      return {.worker = "a thread", .next = [this, work, handout](std::uint64_t units) {
                return crowd_.queue_.next(static_cast<std::size_t>(work), units, handout);
              }};
    }
    int largest(int number) override {
      crowd_.numbers_[static_cast<std::size_t>(rank_)] = number;
      crowd_.all_.arrive_and_wait();
      const int result = *std::ranges::max_element(crowd_.numbers_);
      crowd_.all_.arrive_and_wait();
      return result;
    }
    Coordination coordination() override { return {}; }
    void end_others(int /*code*/) noexcept override {}
    std::vector<std::string> gather(std::string text) override {
      crowd_.texts_[static_cast<std::size_t>(rank_)] = std::move(text);
      crowd_.all_.arrive_and_wait();
      std::vector<std::string> texts;
      if (rank_ == 0) texts = crowd_.texts_;
      crowd_.all_.arrive_and_wait();
      return texts;
    }

   private:
    Crowd& crowd_;
    int rank_;
  };

  int size_;
  bool may_choose_handout_;
  std::barrier<> all_;
  RangeQueue queue_;
  std::vector<int> numbers_;
  std::vector<std::string> texts_;
};

// Yields the squares of the units that are multiples of three.
void find_squares(const WorkShare& share, std::uint64_t units, FoundCallback found) {
  UnitsToDo to_do(share, units, {});
  while (const auto unit = to_do.next())
    if (*unit % 3 == 0) found(*unit, std::to_string(*unit * *unit));
}

constexpr auto kNever = [](std::uint64_t) { return false; };

TEST(SharedUnits, AreTakenInOrderByRank0) {
  for (const int size : {1, 2, 3, 7})
    for (const std::uint64_t units : {0U, 1U, 2U, 3U, 65'536U, 65'537U, 200'000U}) {
      const bool may_choose_handout = units % 2 == 0;
      std::atomic<bool> others_took = false;
      std::vector<std::uint64_t> taken;
      const auto work = [&](Communicator& communicator) {
        share_units(
            communicator, 5,
            {.count = units,
             .large_work =
                 [](std::uint64_t unit) { return Uint128{unit % 1000 < 5 ? 1 + unit % 3 : 0}; },
             .continues = [](std::uint64_t unit) { return unit % 2 == 1; },
             .do_share = [&](const WorkShare& share,
                             FoundCallback found) { find_squares(share, units, found); },
             .take =
                 [&](std::uint64_t unit, std::string_view found) {
                   if (communicator.rank() > 0) others_took = true;
                   EXPECT_EQ(found, std::to_string(unit * unit));
                   taken.push_back(unit);
                 }});
      };
      if (size == 1)
        work(*alone());
      else
        Crowd(size, may_choose_handout).run(work);
      EXPECT_FALSE(others_took);
      ASSERT_EQ(taken.size(), (units + 2) / 3);
      for (std::size_t k = 0; k < taken.size(); ++k) ASSERT_EQ(taken[k], 3 * k);
    }
}

// Whoever does them: large units, the largest first, and then the others.
TEST(SharedUnits, LargestAreDoneFirst) {
  const auto work_of = [](std::uint64_t unit) { return Uint128{unit % 5 == 2 ? unit : 0}; };
  std::vector<std::vector<std::uint64_t>> done(3);
  Crowd(3).run([&](Communicator& communicator) {
    std::vector<std::uint64_t>& mine = done[static_cast<std::size_t>(communicator.rank())];
    share_units(communicator, 0,
                {.count = 60,
                 .large_work = work_of,
                 .continues = kNever,
                 .do_share =
                     [&](const WorkShare& share, FoundCallback found) {
                       UnitsToDo to_do(share, 60, {});
                       while (const auto unit = to_do.next()) {
                         mine.push_back(*unit);
                         found(*unit, "");
                       }
                     },
                 .take = [](std::uint64_t, std::string_view) {}});
  });
  std::size_t units = 0;
  for (const auto& mine : done) {
    units += mine.size();
    EXPECT_TRUE(std::ranges::is_sorted(mine, std::greater(), work_of));
  }
  EXPECT_EQ(units, 60u);
}

// Ten checks of six slices each, and then smaller and smaller ones.
TEST(SharedUnits, OneProcessDoesWhatContinues) {
  constexpr std::uint64_t kSlices = 6;
  constexpr std::uint64_t kChecks = 30;
  const auto check_of = [](std::uint64_t unit) { return unit / kSlices; };
  const auto work_of = [&](std::uint64_t unit) {
    return Uint128{check_of(unit) < 10 ? 100 : 40 - check_of(unit)};
  };
  const auto continues = [](std::uint64_t unit) { return unit % kSlices > 0; };
  std::vector<std::set<std::uint64_t>> processes_of(kChecks);
  std::mutex mutex;
  std::size_t units = 0;
  Crowd(3).run([&](Communicator& communicator) {
    share_units(communicator, 0,
                {.count = kChecks * kSlices,
                 .large_work = work_of,
                 .continues = continues,
                 .do_share =
                     [&](const WorkShare& share, FoundCallback found) {
                       UnitsToDo to_do(share, kChecks * kSlices, {});
                       while (const auto unit = to_do.next()) {
                         const std::lock_guard lock(mutex);
                         processes_of[check_of(*unit)].insert(
                             static_cast<std::uint64_t>(communicator.rank()));
                         ++units;
                         found(*unit, "");
                       }
                     },
                 .take = [](std::uint64_t, std::string_view) {}});
  });
  EXPECT_EQ(units, kChecks * kSlices);
  // What comes after each of these keeps three processes busy for as long as it.
  for (std::uint64_t check = 0; check < 26; ++check) EXPECT_EQ(processes_of[check].size(), 1u);
}

// A single check is all there is to do: every process gets some of it. Who has one waits until all
// do, but not forever.
TEST(SharedUnits, AreNotLeftToOneProcessWhereOthersWouldWait) {
  constexpr std::uint64_t kSlices = 30;
  std::atomic<int> processes = 0;
  const auto all_have_one = [&] {
    ++processes;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (processes < 3 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  Crowd(3).run([&](Communicator& communicator) {
    bool is_first = true;
    share_units(communicator, 0,
                {.count = kSlices,
                 .large_work = [](std::uint64_t) { return Uint128{7}; },
                 .continues = [](std::uint64_t unit) { return unit > 0; },
                 .do_share =
                     [&](const WorkShare& share, FoundCallback) {
                       UnitsToDo to_do(share, kSlices, {});
                       while (to_do.next())
                         if (std::exchange(is_first, false)) all_have_one();
                     },
                 .take = [](std::uint64_t, std::string_view) {}});
  });
  EXPECT_EQ(processes, 3);
}

// All processes must end and say why.
void expect_failure_of(int rank, int size, const std::function<void(Communicator&)>& work,
                       const std::string& why = "the disk is full") {
  Crowd(size).run([&](Communicator& communicator) {
    const auto part = communicator.rank() != rank ? "another process has failed"
                      : rank == 0                 ? why
                                                  : "rank 1: " + why;
    EXPECT_ERROR(ErrorKind::io, part, work(communicator));
  });
}

TEST(SharedUnits, WhatGoesWrongInOneGoesWrongInAll) {
  const Error problem(ErrorKind::io, "the disk is full");
  for (const int rank : {0, 1})
    expect_failure_of(rank, 3, [&](Communicator& communicator) {
      do_together(communicator, [&] {
        if (communicator.rank() == rank) throw problem;
      });
    });
  for (const std::uint64_t units : {30U, 200'000U}) {
    const auto do_all = [&](Communicator& communicator, bool fails, bool fails_to_take) {
      share_units(communicator, 0,
                  {.count = units,
                   .large_work = [](std::uint64_t unit) { return Uint128{unit == 4 ? 1U : 0U}; },
                   .continues = kNever,
                   .do_share =
                       [&](const WorkShare& share, FoundCallback found) {
                         if (fails) throw problem;
                         find_squares(share, units, found);
                       },
                   .take =
                       [&](std::uint64_t, std::string_view) {
                         if (fails_to_take) throw problem;
                       }});
    };
    for (const int rank : {0, 1})
      expect_failure_of(rank, 3, [&](Communicator& communicator) {
        do_all(communicator, communicator.rank() == rank, false);
      });
    expect_failure_of(0, 3, [&](Communicator& communicator) { do_all(communicator, false, true); });
  }
}

TEST(SharedUnits, MemoryThatRunsOutInOneIsToldAsThat) {
  const auto run_out = [](Communicator& communicator, int rank, bool by_length) {
    do_together(communicator, [&] {
      if (communicator.rank() != rank) return;
      if (by_length) std::vector<char>().reserve(std::numeric_limits<std::size_t>::max());
      throw std::bad_alloc();
    });
  };
  for (const int rank : {0, 1})
    for (const bool by_length : {false, true})
      expect_failure_of(
          rank, 3, [&](Communicator& communicator) { run_out(communicator, rank, by_length); },
          "out of memory");
}

// With no memory at all, only errors prepared in advance can be thrown.
TEST(SharedUnits, MemoryThatRunsOutInSeveralIsToldByTheFirst) {
  std::atomic<int> told = 0;
  Crowd(4).run([&](Communicator& communicator) {
    try {
      do_together(communicator, [&] {
        if (communicator.rank() >= 2) throw std::bad_alloc();
      });
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      if (!std::string_view(error.what()).starts_with("rank ")) return;
      ++told;
      EXPECT_STREQ(error.what(), "rank 2: out of memory");
    }
  });
  EXPECT_EQ(told, 1);
}

// What each process throws, and which of them report an error.
struct Told {
  std::mutex mutex;
  std::map<int, std::string> by_rank = {};
};

void expect_told(int size, const std::map<int, std::string>& expected,
                 const std::function<void(int rank)>& work) {
  Told told;
  Crowd(size).run([&](Communicator& communicator) {
    try {
      do_together(communicator, [&] { work(communicator.rank()); });
      ADD_FAILURE() << "no error";
    } catch (const FailedElsewhere& error) {
      EXPECT_EQ(error.kind(), ErrorKind::interrupted);
    } catch (const Error& error) {
      const std::lock_guard lock(told.mutex);
      told.by_rank[communicator.rank()] = error.what();
    }
  });
  EXPECT_EQ(told.by_rank, expected);
}

TEST(SharedUnits, AnInterruptionIsToldByRank0) {
  const Error interrupted(ErrorKind::interrupted, "interrupted while checking");
  expect_told(3, {{0, "another process was interrupted"}}, [&](int rank) {
    if (rank == 1) throw interrupted;
  });
  expect_told(3, {{0, "interrupted while checking"}}, [&](int) { throw interrupted; });
}

TEST(SharedUnits, AFailureIsToldThoughOthersWereInterrupted) {
  expect_told(3, {{1, "rank 1: the disk is full"}}, [&](int rank) {
    throw rank == 1 ? Error(ErrorKind::io, "the disk is full")
                    : Error(ErrorKind::interrupted, "interrupted while saving");
  });
}

}  // namespace
}  // namespace nimsweep
