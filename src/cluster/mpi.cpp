// Rank 0 hands out ranges of units: directly to its own threads, and to other ranks by a thread
// that answers their questions. A blocking call would spin, and one-sided counters do not work
// everywhere. Polling the mailbox takes some 15 us, so it is polled every 100 us while questions
// come, and less and less often after that.
#include "nimsweep/cluster/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <string>
#include <thread>

#include "cluster/range_queue.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"

namespace nimsweep {

using namespace cluster_detail;

namespace {

constexpr int kQuestion = 1;  // tags
constexpr int kAnswer = 2;
constexpr int kFarewell = 3;
constexpr int kText = 4;

constexpr std::chrono::microseconds kPause(100);
constexpr std::chrono::microseconds kLongestPause(5000);  // between rare questions
constexpr std::size_t kPiece = std::size_t{1} << 30;      // bytes of a text per message

void check(int result, const char* what) {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(result, text.data(), &length);
  throw Error(ErrorKind::io, fmt::format("MPI: cannot {}: {}", what, text.data()));
}

double seconds_of_this_thread() {
  timespec time{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(int& argc, char**& argv) {
    int provided = 0;
    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided), "start");
    if (provided < MPI_THREAD_MULTIPLE) {
      MPI_Finalize();
      throw Error(ErrorKind::io, "MPI: this library does not support multiple threads");
    }
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "handle errors");
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "get the rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "get the number of ranks");
    check(MPI_Comm_dup(MPI_COMM_WORLD, &texts_), "make a communicator");
    queue_.emplace(size_);
    if (rank_ == 0 && size_ > 1) server_ = std::thread([this] { serve(); });
  }

  ~MpiCommunicator() override {
    // Each rank asks its questions before its farewell, so after all farewells there are none left.
    if (rank_ != 0) MPI_Send(nullptr, 0, MPI_BYTE, 0, kFarewell, MPI_COMM_WORLD);
    if (server_.joinable()) server_.join();
    MPI_Comm_free(&texts_);
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  WorkShare share(int work, Handout handout) override {
    if (size_ == 1) return WorkShare::everything();
    return {.worker = fmt::format("rank-{}-of-{}", rank_, size_),
            .next = [this, work, handout](std::uint64_t units) {
              const auto begun = Clock::now();
              const auto range = rank_ == 0
                                     ? queue_->next(static_cast<std::size_t>(work), units, handout)
                                     : ask(work, units, handout);
              ++questions_;
              waited_ += std::chrono::duration<double>(Clock::now() - begun).count();
              return range;
            }};
  }

  int largest(int number) override {
    int result = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Iallreduce(&number, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request),
          "wait for others");
    wait_for(request, "wait for others");
    return result;
  }

  std::vector<std::string> gather(std::string text) override {
    const std::uint64_t length = text.size();
    std::vector<std::uint64_t> lengths(static_cast<std::size_t>(size_));
    MPI_Request request = MPI_REQUEST_NULL;
    check(
        MPI_Igather(&length, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, 0, texts_, &request),
        "send the size of the results");
    wait_for(request, "send the size of the results");
    if (rank_ > 0) {
      send(text);
      return {};
    }
    std::vector<std::string> texts{std::move(text)};
    for (int rank = 1; rank < size_; ++rank)
      texts.push_back(receive(rank, lengths[static_cast<std::size_t>(rank)]));
    return texts;
  }

  Coordination coordination() override {
    constexpr double kNanoseconds = 1e9;
    FieldWriter own;
    own.number(questions_);
    own.number(
        static_cast<std::uint64_t>(kNanoseconds * (waited_ + (rank_ == 0 ? served_.load() : 0))));
    Coordination all;
    for (const std::string& rank_text : gather(std::move(own).take())) {
      FieldReader fields(rank_text);
      all.questions += fields.number();
      all.seconds += static_cast<double>(fields.number()) / kNanoseconds;
    }
    return all;
  }

  void end_others(int code) noexcept override {
    if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, code);
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Question = std::array<std::uint64_t, 3>;  // work, units, handout
  using Answer = std::array<std::uint64_t, 2>;    // from, to

  static void wait_for(MPI_Request& request, const char* what) {
    for (int is_done = 0; is_done == 0;) {
      check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), what);
      if (is_done == 0) std::this_thread::sleep_for(kPause);
    }
  }

  // Sends to rank 0, in pieces, because MPI counts with an int.
  void send(const std::string& text) const {
    for (std::size_t sent = 0; sent < text.size();) {
      const std::size_t piece = std::min(kPiece, text.size() - sent);
      MPI_Request request = MPI_REQUEST_NULL;
      check(MPI_Isend(text.data() + sent, static_cast<int>(piece), MPI_BYTE, 0, kText, texts_,
                      &request),
            "send results");
      wait_for(request, "send results");
      sent += piece;
    }
  }

  std::string receive(int rank, std::size_t length) const {
    std::string text(length, ' ');
    for (std::size_t received = 0; received < length;) {
      const std::size_t piece = std::min(kPiece, length - received);
      MPI_Request request = MPI_REQUEST_NULL;
      check(MPI_Irecv(text.data() + received, static_cast<int>(piece), MPI_BYTE, rank, kText,
                      texts_, &request),
            "receive results");
      wait_for(request, "receive results");
      received += piece;
    }
    return text;
  }

  std::optional<UnitRange> ask(int work, std::uint64_t units, Handout handout) const {
    const Question question{static_cast<std::uint64_t>(work), units,
                            static_cast<std::uint64_t>(handout)};
    Answer answer{};
    check(MPI_Send(question.data(), question.size(), MPI_UINT64_T, 0, kQuestion, MPI_COMM_WORLD),
          "ask for work");
    MPI_Request request = MPI_REQUEST_NULL;
    check(
        MPI_Irecv(answer.data(), answer.size(), MPI_UINT64_T, 0, kAnswer, MPI_COMM_WORLD, &request),
        "get work");
    wait_for(request, "get work");
    if (answer[0] == answer[1]) return std::nullopt;
    return UnitRange{answer[0], answer[1]};
  }

  void serve() {
    int present = size_ - 1;
    auto pause = kPause;
    while (present > 0) {
      int has_come = 0;
      MPI_Status status;
      if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status) !=
          MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);  // the others would wait forever
      if (has_come == 0) {
        served_ = seconds_of_this_thread();
        std::this_thread::sleep_for(pause);
        pause = std::min(kLongestPause, 2 * pause);
        continue;
      }
      pause = kPause;
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
    Question question{};
    if (MPI_Recv(question.data(), question.size(), MPI_UINT64_T, rank, kQuestion, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 3);
    const auto& [work, units, handout] = question;
    const auto range =
        queue_->next(static_cast<std::size_t>(work), units, static_cast<Handout>(handout));
    const Answer answer = range ? Answer{range->from, range->to} : Answer{0, 0};
    if (MPI_Send(answer.data(), answer.size(), MPI_UINT64_T, rank, kAnswer, MPI_COMM_WORLD) !=
        MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 3);
  }

  int rank_ = 0;
  int size_ = 1;
  MPI_Comm texts_ = MPI_COMM_NULL;  // the server does not poll this one
  std::optional<RangeQueue> queue_;
  std::thread server_;
  std::atomic<double> served_ = 0;  // CPU seconds of the server
  std::uint64_t questions_ = 0;     // of this process; one thread at a time
  double waited_ = 0;
};

}  // namespace

std::unique_ptr<Communicator> start_mpi(int& argc, char**& argv) {
  return std::make_unique<MpiCommunicator>(argc, argv);
}

}  // namespace nimsweep
