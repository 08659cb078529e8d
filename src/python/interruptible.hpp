// Long work, while Python stays responsive: the work runs in a thread of its own, without the GIL;
// the calling thread waits, hears signals such as Ctrl-C, and hands on what the work reports.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace nimsweep::python {

// What the work wants to say in Python, in order. Only the waiting thread calls Python.
class Reports {
 public:
  using Report = std::function<void()>;

  // By the working thread.
  void add(Report report) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(report));
  }
  // The same, in place of an earlier one that nobody has heard: for progress.
  void set_latest(Report report) {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(report);
  }

  // By the waiting thread, with the GIL.
  void tell() {
    for (;;) {
      Report report;
      {
        const std::lock_guard lock(mutex_);
        if (!waiting_.empty()) {
          report = std::move(waiting_.front());
          waiting_.pop_front();
        } else if (latest_) {
          report = *std::exchange(latest_, std::nullopt);
        } else {
          return;
        }
      }
      report();
    }
  }

 private:
  std::mutex mutex_;
  std::deque<Report> waiting_;
  std::optional<Report> latest_;
};

// Runs `work(stop)`, and returns when it has ended. A signal that raises in Python, or a report
// that does, sets `stop`; its exception is thrown once the work has ended. Any other exception of
// the work is thrown as it is.
template <class Work>
void run_interruptibly(Work work, Reports& reports) {
  constexpr auto kPause = std::chrono::milliseconds(20);
  std::atomic<bool> stop = false;
  bool has_ended = false;
  std::mutex mutex;
  std::condition_variable ended;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work(static_cast<const std::atomic<bool>&>(stop));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    has_ended = true;
    ended.notify_one();
  });

  std::optional<pybind11::error_already_set> raised;
  const auto call_python = [&](auto call) {
    if (raised) return;
    try {
      call();
    } catch (pybind11::error_already_set& error) {
      raised.emplace(std::move(error));
      stop = true;
    }
  };
  for (bool is_done = false; !is_done;) {
    {
      const pybind11::gil_scoped_release release;
      std::unique_lock lock(mutex);
      is_done = ended.wait_for(lock, kPause, [&] { return has_ended; });
      if (is_done) {
        lock.unlock();
        worker.join();
      }
    }
    call_python([] {
      if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    });
    call_python([&] { reports.tell(); });
  }
  if (raised) throw std::move(*raised);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace nimsweep::python
