// Rank 0 hands out ranges of units: to its own threads directly, to other ranks by a thread that
// waits for their questions. A blocking receive would spin, and one-sided counters do not work
// everywhere; a look at the mailbox every 100 us costs next to nothing, as ranges take long.
#include "nimsweep/cluster/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "cluster/range_queue.hpp"
#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

constexpr int kQuestion = 1;  // tags
constexpr int kAnswer = 2;
constexpr int kFarewell = 3;

void check(int result, const char* what) {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(result, text.data(), &length);
  throw Error(ErrorKind::io, fmt::format("MPI: cannot {}: {}", what, text.data()));
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(int& argc, char**& argv) {
    int provided = 0;
    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided), "start");
    if (provided < MPI_THREAD_MULTIPLE) {
      MPI_Finalize();
      throw Error(ErrorKind::io, "MPI: this library cannot be used by several threads");
    }
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "handle errors");
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "tell the rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "tell the number of ranks");
    queue_.emplace(size_);
    if (rank_ == 0 && size_ > 1) server_ = std::thread([this] { serve(); });
  }

  ~MpiCommunicator() override {
    // Questions come before farewells, so when all have said farewell there are no more.
    if (rank_ != 0) MPI_Send(nullptr, 0, MPI_BYTE, 0, kFarewell, MPI_COMM_WORLD);
    if (server_.joinable()) server_.join();
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  WorkShare share(int work) override {
    if (size_ == 1) return WorkShare::everything();
    return {.worker = fmt::format("rank-{}-of-{}", rank_, size_),
            .next = [this, work](std::uint64_t units) {
              return rank_ == 0 ? queue_->next(static_cast<std::size_t>(work), units)
                                : ask(work, units);
            }};
  }

  int largest(int number) override {
    int result = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Iallreduce(&number, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request),
          "wait for others");
    for (int is_done = 0; is_done == 0;) {  // a call that waits would spin
      check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "wait for others");
      if (is_done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return result;
  }

 private:
  using Message = std::array<std::uint64_t, 2>;

  std::optional<UnitRange> ask(int work, std::uint64_t units) const {
    const Message question{static_cast<std::uint64_t>(work), units};
    Message answer{};
    check(MPI_Send(question.data(), 2, MPI_UINT64_T, 0, kQuestion, MPI_COMM_WORLD), "ask for work");
    check(MPI_Recv(answer.data(), 2, MPI_UINT64_T, 0, kAnswer, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
          "get work");
    if (answer[0] == answer[1]) return std::nullopt;
    return UnitRange{answer[0], answer[1]};
  }

  void serve() {
    int present = size_ - 1;
    while (present > 0) {
      int has_come = 0;
      MPI_Status status;
      if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status) !=
          MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);  // others would wait for ever
      if (has_come == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        continue;
      }
      if (status.MPI_TAG == kFarewell) {
        MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, kFarewell, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        --present;
        continue;
      }
      if (status.MPI_TAG == kQuestion) answer(status.MPI_SOURCE);
    }
  }

  void answer(int rank) {
    Message message{};
    if (MPI_Recv(message.data(), 2, MPI_UINT64_T, rank, kQuestion, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 3);
    const auto range = queue_->next(static_cast<std::size_t>(message[0]), message[1]);
    message = range ? Message{range->from, range->to} : Message{0, 0};
    if (MPI_Send(message.data(), 2, MPI_UINT64_T, rank, kAnswer, MPI_COMM_WORLD) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 3);
  }

  int rank_ = 0;
  int size_ = 1;
  std::optional<RangeQueue> queue_;
  std::thread server_;
};

}  // namespace

std::unique_ptr<Communicator> start_mpi(int& argc, char**& argv) {
  return std::make_unique<MpiCommunicator>(argc, argv);
}

}  // namespace nimsweep
