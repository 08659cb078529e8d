// Work in progress. A table under its final name is always complete. Until then its finished parts
// lie in a folder beside it, `<table>.parts`, as shards named after their work units. A shard is
// written under a name that nobody can guess, closed, synced and only then renamed, so anything
// with a shard's name is whole. A process may be killed at any moment, and the next run continues
// from the existing shards. Hunts save their results in the same way. A virtual table keeps its
// shards there.
//
// Finished work is dropped only if it is proved to be damaged; if it cannot be read, that is an
// error.
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
    bool fresh = false;  // discard existing work, and replace the table even if only a later run
                         // completes it: the folder remembers that

    // Several processes may work there at the same time, on different units, if each has its own
    // name; a worker without a name must be alone. All workers that do parts of a job must use the
    // same number of parts.
    std::string worker = {};
    std::uint64_t parts = 0;  // 0: not a worker of parts

    bool locks = true;  // false: the user ensures that no two workers collide
  };

  // Creates the folder, locks it, and removes files that a killed run left half-written. Throws
  // Error(io); Error(input) if another run works there, if the folder is not the user's, or if it
  // holds work of another plan and `fresh` is not set.
  WorkFolder(std::string table_path, std::string plan_sha256, Options options);
  ~WorkFolder();

  // The units of the existing shards, in order. If shards overlap, the selection with the most
  // units counts.
  const std::vector<UnitRange>& finished() const noexcept { return finished_; }
  std::string shard_path(UnitRange units) const;
  std::string name() const;  // of the folder, relative to the table

  // Damaged shards and saves, whose units must be computed again. They are kept under another name
  // until the table is complete.
  const std::vector<std::string>& damaged() const noexcept { return damaged_; }
  void drop_damaged(UnitRange units);

  // A file for unfinished work.
  std::shared_ptr<OutputFile> new_file() const;

  // Turns a closed file into a shard, replacing the shards of the same units, or into the table
  // itself, with or without its shards.
  enum class Shards { drop, keep };
  void keep_shard(OutputFile& file, UnitRange units);
  void keep_table(OutputFile& file, Shards shards);

  // Work that is not a table: results of some units as text. A save replaces any earlier save that
  // starts at the same unit.
  struct Saved {
    UnitRange units;
    std::string text;
  };
  const std::vector<Saved>& saved() const noexcept { return saved_; }  // in order, like finished()
  void save(UnitRange units, std::string_view text);

  // The folder of a table, which need not exist.
  static std::string path_for(const std::string& table_path) { return table_path + ".parts"; }

  static bool exists(const std::string& table_path);

  // Is there unfinished work that will replace the table?
  static bool replaces(const std::string& table_path);

  // What `run` finds under the final name: nothing, this job's table, or something else. Throws
  // Error(io) if it cannot be read, Error(damage) if it is a damaged table.
  enum class Table { none, of_this_job, of_another_job };
  static Table existing_table(const std::string& table_path, const std::string& job_sha256);

  // What an earlier run left: shards and unfinished files.
  struct Leftovers {
    std::vector<UnitRange> shards;
    std::uint64_t shard_bytes = 0;
    std::uint64_t unfinished_bytes = 0;
  };
  static Leftovers leftovers(const std::string& table_path);

  // Removes work that a run killed at the very end left behind. The table is complete, and `shards`
  // are its own.
  static void remove_leftovers(const std::string& table_path, std::span<const TableReader> shards,
                               bool locks);

 private:
  void lock();
  void sweep_temporaries() const;
  void check_parts() const;
  void start_fresh();

  // Loads what earlier runs finished, skipping what is damaged.
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
