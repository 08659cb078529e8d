#include "store/file_header.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kLongestHeader = 4 << 20;

// The texts of a header, in the order in which dataset `header` has them.
constexpr std::array kHeaderTexts = {
    &FileHeader::version, &FileHeader::job_sha256, &FileHeader::plan_sha256, &FileHeader::created,
    &FileHeader::title,   &FileHeader::game,       &FileHeader::job};

// The texts once more, each after its length, under one checksum.
void write_header(hid_t file, const FileHeader& header) {
  std::string all;
  for (const auto text : kHeaderTexts)
    all += fmt::format("{}:{}", (header.*text).size(), header.*text);
  write_checked_text(file, "header", all);
}

std::uint32_t crc32_of_text(std::string_view text) {
  return crc32_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

void check_readable(const std::string& path) {
  struct stat status {};
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    throw Error(ErrorKind::io,
                fmt::format("cannot open {}: {}", path, std::generic_category().message(errno)));
  close(descriptor);
  if (!S_ISREG(status.st_mode))
    throw Error(ErrorKind::input, fmt::format("{} is no regular file", path));
}

void write_checked_text(hid_t group, const char* name, std::string_view text) {
  const Hdf5Handle dataset = make_dataset(group, name, H5T_STD_U8LE, {text.size()});
  check_hdf5(H5Dwrite(dataset.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
             fmt::format("write the {}", name));
  write_attribute(dataset.get(), "crc32", std::uint64_t{crc32_of_text(text)});
}

std::string read_checked_text(hid_t group, const char* name, std::uint64_t longest) {
  const Hdf5Handle dataset = open_dataset(group, name);
  const auto dims = dims_of(dataset.get());
  if (dims.size() != 1 || dims[0] > longest)
    throw Error(ErrorKind::input, fmt::format("no {}", name));
  std::string text(static_cast<std::size_t>(dims[0]), '\0');
  check_hdf5(H5Dread(dataset.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
             fmt::format("read the {}", name));
  if (crc32_of_text(text) != read_number_attribute(dataset.get(), "crc32"))
    throw Error(ErrorKind::damage, fmt::format("the {} is damaged", name));
  return text;
}

Hdf5Handle make_file(const std::string& path, const FileHeader& header) {
  quiet_hdf5();
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make properties");
  check_hdf5(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110),
             "choose the file format");
  Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose,
                  fmt::format("make {}", path));
  write_attribute(file.get(), "nimsweep_format", kFileFormat);
  write_attribute(file.get(), "nimsweep_version", header.version);
  write_attribute(file.get(), "job_sha256", header.job_sha256);
  write_attribute(file.get(), "plan_sha256", header.plan_sha256);
  write_attribute(file.get(), "units", header.units);
  write_attribute(file.get(), "created", header.created);
  write_attribute(file.get(), "title", header.title);
  write_attribute(file.get(), "game", header.game);
  write_attribute(file.get(), "passes", header.passes);
  write_text(file.get(), "job", header.job);
  write_header(file.get(), header);
  return file;
}

Hdf5Handle open_file(const std::string& path) {
  quiet_hdf5();
  if (H5Fis_hdf5(path.c_str()) == 0) throw Error(ErrorKind::input, "no HDF5 file");
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
  if (H5Aexists(file.get(), "nimsweep_format") <= 0 ||
      read_number_attribute(file.get(), "nimsweep_format") != kFileFormat)
    throw Error(ErrorKind::input, "no table file of format 1");
  return file;
}

FileHeader read_header(hid_t file) {
  const std::string all = read_checked_text(file, "header", kLongestHeader);
  FileHeader header;
  auto next = all.begin();
  for (const auto text : kHeaderTexts) {
    const auto colon = std::find(next, all.end(), ':');
    const auto size = parse_number(std::string(next, colon), kLongestHeader);
    if (!size || colon == all.end() || *size > static_cast<Uint128>(all.end() - colon - 1))
      throw Error(ErrorKind::input, "no header");
    next = colon + 1 + static_cast<std::ptrdiff_t>(*size);
    (header.*text).assign(colon + 1, next);
  }
  header.units = read_number_attribute(file, "units");
  header.passes = read_number_attribute(file, "passes");
  return header;
}

}  // namespace nimsweep
