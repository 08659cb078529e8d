// The file driver through which HDF5 reads and writes our files, instead of its own system calls.
// It reads sealed files only, so HDF5 never parses an unchecked byte. It writes to an OutputFile,
// which forgets no failure. It takes no HDF5 locks: nobody else knows the name of a file being
// written, and a file being read does not change.
#pragma once

#include <memory>

#include "nimsweep/base/error.hpp"
#include "store/hdf5.hpp"
#include "store/sealed_file.hpp"

namespace nimsweep::store_detail {

// The properties to open or create that file, valid for the next call only. Sources of virtual
// datasets are opened by name, and are sealed files too.
Hdf5Handle access_to(const std::shared_ptr<SealedFile>& file);
Hdf5Handle access_to(const std::shared_ptr<UnsealedFile>& file);

// While one exists, raw data that this thread has HDF5 read or write is a chunk of a table.
class ChunkScope {
 public:
  ChunkScope() noexcept;
  ~ChunkScope();
  ChunkScope(const ChunkScope&) = delete;
  ChunkScope& operator=(const ChunkScope&) = delete;
};

}  // namespace nimsweep::store_detail
