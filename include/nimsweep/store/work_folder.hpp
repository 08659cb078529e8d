// Work in progress. A table under its final name is always complete; until then its finished parts
// lie in a folder beside it, `<table>.parts`, as shards named after their work units. A shard is
// written under a name that nobody can guess, closed, synced and only then renamed, so that
// whatever has a shard's name is whole: a process may be killed at any moment, and the next run
// goes on from the shards that are there. Hunts save what they have found in the same way. A
// virtual table keeps its shards there.
//
// Nothing that was finished is dropped unless it is proved to be damaged: if it cannot be read,
// that is an error.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

namespace store_detail {
class FolderLock;
}

class WorkFolder {
 public:
  struct Options {
    bool fresh = false;  // discard what there is; the table that is there will be replaced, also by
                         // a later run: the folder remembers that

    // Several processes may work there at a time, on units of their own, if each has a name of its
    // own; one without a name is alone. All that do parts of a job do parts of as many.
    std::string worker = {};
    std::uint64_t parts = 0;  // 0: no such worker

    bool locks =
        true;  // false: the user sees to it that workers differ, and one without a name is alone
  };

  // Makes the folder, locks it, and sweeps what a killed run left half-written. Throws Error(io);
  // Error(input) if another run is at work there, if the folder is not the user's, or if it holds
  // work of another plan and is not to start fresh.
  WorkFolder(std::string table_path, std::string plan_sha256, Options options);
  ~WorkFolder();

  // The units of the existing shards, in order. If shards overlap, those count that together have
  // the most units.
  const std::vector<UnitRange>& finished() const noexcept { return finished_; }
  std::string shard_path(UnitRange units) const;
  std::string name() const;  // of the folder, as seen from the table

  // What was damaged, shards and what hunts saved: its units are to be done again. It is kept under
  // another name until the table is complete.
  const std::vector<std::string>& damaged() const noexcept { return damaged_; }
  void drop_damaged(UnitRange units);

  // Where to write what is not finished yet.
  std::shared_ptr<OutputFile> new_file() const;

  // A file that was closed becomes a shard, in place of those of the same units, or the table
  // itself, with or without them.
  enum class Shards { drop, keep };
  void keep_shard(OutputFile& file, UnitRange units);
  void keep_table(OutputFile& file, Shards shards);

  // Work that is not a table: what is known of some units, as a text. A save replaces the one
  // before it if that began with the same unit.
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

  // For a table that is complete, and whose shards these are: a run killed at the very end leaves
  // work behind.
  static void remove_leftovers(const std::string& table_path, std::span<const TableReader> shards,
                               bool locks);

 private:
  void lock();
  void sweep_temporaries() const;
  void check_parts() const;
  void start_fresh();

  // What earlier runs have finished, as far as it is whole.
  void take_up_shards();
  void take_up_saved();
  bool is_whole_shard(UnitRange units);
  std::optional<Saved> whole_save(const std::string& path);

  void set_aside(const std::string& path);
  Error is_of_another_job() const;

  std::string table_path_;
  std::string folder_;
  std::string plan_sha256_;
  Options options_;
  std::unique_ptr<store_detail::FolderLock> lock_;         // shared by workers
  std::unique_ptr<store_detail::FolderLock> worker_lock_;  // the worker's own
  std::vector<UnitRange> finished_;
  std::vector<Saved> saved_;
  std::optional<UnitRange> last_save_;
  std::vector<std::string> damaged_;
};

}  // namespace nimsweep
