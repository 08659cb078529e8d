#include "store/file_header.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "nimsweep/store/chunk_codec.hpp"
#include "store/hdf5_driver.hpp"
#include "store/scales.hpp"

namespace nimsweep::store_detail {

namespace {

constexpr std::uint64_t kLongestHeader = 4 << 20;

// The texts of a header, in the order of dataset `header`.
constexpr std::array kHeaderTexts = {
    &FileHeader::version, &FileHeader::job_sha256, &FileHeader::plan_sha256, &FileHeader::created,
    &FileHeader::title,   &FileHeader::game,       &FileHeader::job};

// All the texts, under one checksum.
void write_header(hid_t file, const FileHeader& header) {
  FieldWriter fields;
  for (const auto text : kHeaderTexts) fields.text(header.*text);
  write_checked_text(file, "header", std::move(fields).take());
}

std::uint32_t crc32_of_text(std::string_view text) {
  return crc32_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

void write_checked_text(hid_t group, const char* name, std::string_view text) {
  const std::string what = fmt::format("write the {}", name);
  Hdf5Handle dataset = make_dataset(group, name, H5T_STD_U8LE, {text.size()});
  write_all(dataset.get(), H5T_NATIVE_UINT8, text.data(), what);
  write_attribute(dataset.get(), "crc32", std::uint64_t{crc32_of_text(text)});
  name_axes(group, dataset.get(), {fmt::format("{}_byte", name)});
  dataset.close(what);
}

std::string read_checked_text(hid_t group, const char* name, std::uint64_t longest) {
  const Hdf5Handle dataset = open_dataset(group, name);
  const auto dims = dims_of(dataset.get());
  if (dims.size() != 1 || dims[0] > longest)
    throw Error(ErrorKind::input, fmt::format("dataset {} is not a nimsweep text", name));
  std::string text(static_cast<std::size_t>(dims[0]), '\0');
  check_hdf5_read(
      H5Dread(dataset.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
      fmt::format("read the {}", name));
  if (crc32_of_text(text) != read_number_attribute(dataset.get(), "crc32"))
    throw Error(ErrorKind::damage, fmt::format("the {} is damaged", name));
  return text;
}

Hdf5Handle make_file(const std::shared_ptr<UnsealedFile>& unsealed, const FileHeader& header) {
  const std::string& path = unsealed->output().path();
  Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access_to(unsealed).get()),
                  H5Fclose, fmt::format("make {}", path));
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

void finish_file(Hdf5Handle& file, UnsealedFile& unsealed) {
  file.close(fmt::format("write {}", unsealed.output().path()));
  unsealed.output().check();
  unsealed.seal();
  unsealed.output().close();
}

Error in_file(const Error& problem, const std::string& path) {
  const bool names_it = std::string_view(problem.what()).starts_with(path + ": ");
  return problem.kind() == ErrorKind::io || names_it ? problem : problem.at(path);
}

SealedHdf5::SealedHdf5(const std::string& path) {
  InputFile input(path);
  try {
    bytes = std::make_shared<SealedFile>(std::move(input));
    file = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_to(bytes).get()), H5Fclose,
                      "open it", throw_hdf5_read_error);
    if (!has_attribute(file.get(), "nimsweep_format") ||
        read_number_attribute(file.get(), "nimsweep_format") != kFileFormat)
      throw Error(ErrorKind::input, "not a nimsweep file of format 1");
  } catch (const Error& problem) {
    throw in_file(problem, path);
  }
}

bool is_file_with(const std::string& path, const char* name) {
  try {
    return has_link(SealedHdf5(path).file.get(), name);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    return false;
  }
}

FileHeader read_header(hid_t file) {
  const std::string all = read_checked_text(file, "header", kLongestHeader);
  FileHeader header;
  FieldReader fields(all, ErrorKind::input, "dataset header is not a nimsweep header");
  for (const auto text : kHeaderTexts) header.*text = fields.text();
  fields.check_end();
  header.units = read_number_attribute(file, "units");
  header.passes = read_number_attribute(file, "passes");
  return header;
}

}  // namespace nimsweep::store_detail
