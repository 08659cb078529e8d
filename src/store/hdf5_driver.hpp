// How HDF5 reads and writes our files: by a driver of ours, in place of its own calls of the
// system. It reads sealed files only, so that HDF5 never parses a byte that was not checked, and
// writes to an OutputFile, which forgets no failure. It takes no locks of HDF5's: a file that is
// written has no name that others know, and one that is read does not change.
#pragma once

#include <memory>

#include "nimsweep/base/error.hpp"
#include "store/hdf5.hpp"
#include "store/sealed_file.hpp"

namespace nimsweep::store_detail {

// The properties to open or to make that file with; for the next call only. Sources of virtual
// datasets are opened by their names, and are sealed files too.
Hdf5Handle access_to(const std::shared_ptr<SealedFile>& file);
Hdf5Handle access_to(const std::shared_ptr<UnsealedFile>& file);

// While there is one, what this thread has HDF5 read or write of values is a chunk of a table.
class ChunkScope {
 public:
  ChunkScope() noexcept;
  ~ChunkScope();
  ChunkScope(const ChunkScope&) = delete;
  ChunkScope& operator=(const ChunkScope&) = delete;
};

}  // namespace nimsweep::store_detail
