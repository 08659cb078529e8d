// Work in progress. A table under its final name is always complete; until then its finished parts
// lie in a folder beside it, `<table>.parts`, as shards named after their work units. A shard is
// written under a temporary name, closed, synced and only then renamed, so that whatever has a
// shard's name is whole: a process may be killed at any moment, and the next run goes on from the
// shards that are there. Hunts save what they have found in the same way. A virtual table keeps its
// shards there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

class WorkFolder {
 public:
  // Makes the folder, locks it, and sweeps what a killed run left half-written and shards that are
  // damaged. Throws Error(input) if another run is at work there, or if it holds work of another
  // plan and is not to start `fresh`. Work that was started fresh replaces a table that is there:
  // the folder remembers that for later runs.
  //
  // Several processes may work there at a time, on units of their own, if each has a name of its
  // own as `worker`; one without a name is alone.
  WorkFolder(std::string table_path, std::string plan_sha256, bool fresh, std::string worker = "");

  // The units of the shards there are, in order. If shards overlap, the first one counts.
  const std::vector<UnitRange>& finished() const noexcept { return finished_; }
  std::string shard_path(UnitRange units) const;
  std::string name() const;  // of the folder, as seen from the table

  // Shards that were damaged: their units are to be done again. They are kept under another name
  // until the table is complete.
  const std::vector<std::string>& damaged() const noexcept { return damaged_; }
  void drop_damaged(UnitRange units);

  // Where to write what is not finished yet.
  std::string temporary_path() const;

  void drop_temporary();

  // The closed file at temporary_path() becomes a shard, in place of those of the same units, or
  // the table itself, with or without them.
  enum class Shards { drop, keep };
  void keep_shard(UnitRange units);
  void keep_table(Shards shards);

  // Work that is no table: what is known of some units, as a text. What is saved of units replaces
  // what was saved before of units that begin with the same one.
  struct Saved {
    UnitRange units;
    std::string text;
  };
  const std::vector<Saved>& saved() const noexcept { return saved_; }  // in order, as finished()
  void save(UnitRange units, std::string_view text);

  // The folder of a table, whether it is there or not.
  static std::string path_for(const std::string& table_path) { return table_path + ".parts"; }

  static bool exists(const std::string& table_path);

  // Is there work that is to replace the table?
  static bool replaces(const std::string& table_path);

  // What `run` finds under the final name: nothing, this job's table, or something else. Throws
  // Error(io) if it cannot be read, Error(damage) if it was a table.
  enum class Table { none, of_this_job, of_another_job };
  static Table existing_table(const std::string& table_path, const std::string& job_sha256);

  // What an earlier run left: shards, and what is not finished.
  struct Leftovers {
    std::vector<UnitRange> shards;
    std::uint64_t shard_bytes = 0;
    std::uint64_t unfinished_bytes = 0;
  };
  static Leftovers leftovers(const std::string& table_path);

  // For a table that is complete: a run killed at the very end leaves work behind.
  static void remove_leftovers(const std::string& table_path, Shards shards);

 private:
  // Held, if it was free, until it is gone.
  class Lock {
   public:
    Lock(const std::string& folder, const std::string& name, bool is_shared);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    bool is_held() const noexcept { return is_held_; }

   private:
    int descriptor_ = -1;
    bool is_held_ = false;
  };

  void start_fresh();

  // Counts a shard as finished, if it is whole.
  void take_up(UnitRange units);
  Error is_of_another_job() const;

  // What a run has saved, if it is whole.
  void take_up_saved(const std::string& path);

  std::string table_path_;
  std::string folder_;
  std::string plan_sha256_;
  std::string worker_;
  std::vector<Saved> saved_;
  std::optional<Lock> lock_;         // shared by workers
  std::optional<Lock> worker_lock_;  // the worker's own
  std::vector<UnitRange> finished_;
  std::vector<std::string> damaged_;
};

}  // namespace nimsweep
