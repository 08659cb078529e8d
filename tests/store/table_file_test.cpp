#include "nimsweep/store/table_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>

#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

FileHeader some_header(std::uint64_t units) {
  return {.version = "1",
          .job_sha256 = "job",
          .plan_sha256 = "plan",
          .units = units,
          .created = "today",
          .title = "a title",
          .game = "last-nim",
          .passes = 2,
          .job = "nimsweep: 1\n"};
}

// Matrix m is SSAM^m.
std::vector<std::uint8_t> shifted_matrices(std::size_t count, std::size_t n) {
  std::vector<std::uint8_t> entries(count * n * n);
  for (std::size_t k = 0; k < entries.size(); ++k)
    entries[k] = static_cast<std::uint8_t>((k + k / (n * n)) % n);
  return entries;
}

class TableFileTest : public test::TemporaryFolder {
 protected:
  // Two matrices of three players, one pile; a chunk holds the values of one first player.
  const ChunkLayout layout_ = ChunkLayout::of({2, 3, 700'000});
  const std::vector<TableCase> cases_ = {{"n3_N1", layout_}};

  std::vector<std::uint8_t> values_of(std::uint64_t chunk) const {
    std::mt19937_64 random(chunk);
    std::vector<std::uint8_t> values(static_cast<std::size_t>(layout_.chunk_bytes));
    for (auto& value : values) value = static_cast<std::uint8_t>(random() % 3);
    return values;
  }

  std::vector<std::uint8_t> decoded(const TableReader& table, std::uint64_t number) const {
    const auto chunk = table.chunk(0, number);
    return decode_chunk(chunk.bytes, chunk.filter_mask, values_of(number).size());
  }

  std::shared_ptr<OutputFile> new_file() const {
    return std::make_shared<OutputFile>(folder_.string(), "new", "a new file");
  }

  // Chunks [from, to) as units of one chunk each.
  std::string write(const std::string& name, UnitRange units, TableWriter::Index index) const {
    TableWriter writer(new_file(), some_header(layout_.chunks), cases_, index);
    ChunkEncoder encoder;
    std::uint64_t signature = 0;
    for (std::uint64_t number = units.from; number < units.to; ++number) {
      const auto chunk = encoder.encode(values_of(number));
      writer.write_chunk(0, number, chunk);
      signature += signature_of(0, number, chunk.content_hash);
    }
    if (units == UnitRange{0, layout_.chunks}) {
      writer.write_scales(0);
      writer.write_matrices(0, shifted_matrices(2, 3));
    }
    writer.close(units, signature)->keep_as(path(name));
    return path(name);
  }
};

TEST_F(TableFileTest, HoldsWhatWasWritten) {
  ASSERT_EQ(layout_.chunks, 6u);
  const TableReader table = TableReader::complete(write("t.h5", {0, 6}, TableWriter::Index::table));
  EXPECT_EQ(table.header().title, "a title");
  EXPECT_EQ(table.header().passes, 2u);
  EXPECT_EQ(table.header().plan_sha256, "plan");
  ASSERT_EQ(table.cases().size(), 1u);
  EXPECT_EQ(table.cases()[0].layout.dims, layout_.dims);
  EXPECT_EQ(table.matrix(0, 1), AllianceMatrix::shifted(3, 1));
  table.check_descriptions();
  for (std::uint64_t number = 0; number < 6; ++number) {
    const std::vector<std::uint64_t> origin = {number / 3, number % 3, 0};
    EXPECT_EQ(table.values(0, origin, std::vector<std::uint64_t>{1, 1, layout_.dims[2]}),
              values_of(number));
    EXPECT_EQ(decoded(table, number), values_of(number));
  }
}

TEST_F(TableFileTest, AShardHasItsOwnChunksAndNoOthers) {
  const std::string path = write("s.h5", {2, 5}, TableWriter::Index::shard);
  const TableReader shard(path);
  EXPECT_EQ(shard.units(), (UnitRange{2, 5}));
  for (std::uint64_t number = 2; number < 5; ++number) {
    EXPECT_EQ(decoded(shard, number), values_of(number));
  }
  for (const std::uint64_t number : {0u, 1u, 5u})
    EXPECT_ERROR(ErrorKind::damage, "it is missing", (void)shard.chunk(0, number));
  EXPECT_ERROR(ErrorKind::input, "a shard, with work units 2..5 of 6",
               (void)TableReader::complete(path));
}

TEST_F(TableFileTest, AShardOfAHugeTableIsSmall) {
  const ChunkLayout huge = ChunkLayout::of({1, 3, 1000, 1000, 1000, 1000});
  TableWriter writer(new_file(), some_header(huge.chunks), {{"n3_N4", huge}},
                     TableWriter::Index::shard);
  ChunkEncoder encoder;
  const auto chunk =
      encoder.encode(std::vector<std::uint8_t>(static_cast<std::size_t>(huge.chunk_bytes), 1));
  writer.write_chunk(0, 1'000'000, chunk);
  writer.close({1'000'000, 1'000'001}, 0)->keep_as(path("s.h5"));
  EXPECT_GT(huge.chunks, 2'000'000u);
  EXPECT_LT(std::filesystem::file_size(path("s.h5")), 100'000u);
  EXPECT_EQ(TableReader(path("s.h5")).chunk(0, 1'000'000).bytes, chunk.bytes);
}

class VirtualTableTest : public TableFileTest {
 protected:
  std::string write_virtual(const std::string& name, const std::vector<UnitRange>& ranges) {
    fs::create_directory(path(shard_folder_));
    std::vector<TableReader> shards;
    std::uint64_t signature = 0;
    for (const UnitRange units : ranges) {
      const std::string shard = fmt::format("{}/{}.h5", shard_folder_, units.from);
      shards.emplace_back(write(shard, units, TableWriter::Index::shard));
      signature += shards.back().signature();
    }
    TableWriter writer(new_file(), some_header(layout_.chunks), cases_, shard_folder_, shards);
    writer.write_scales(0);
    writer.write_matrices(0, shifted_matrices(2, 3));
    writer.close({0, layout_.chunks}, signature)->keep_as(path(name));
    return path(name);
  }

  const std::string shard_folder_ = "100%b";
};

TEST_F(VirtualTableTest, ShowsTheValuesOfItsShards) {
  const TableReader plain(write("t.h5", {0, 6}, TableWriter::Index::table));
  const TableReader table = TableReader::complete(write_virtual("v.h5", {{0, 1}, {1, 5}, {5, 6}}));
  EXPECT_TRUE(TableReader::is_virtual(path("v.h5")));
  EXPECT_FALSE(TableReader::is_virtual(path("t.h5")));
  EXPECT_EQ(table.shards().size(), 3u);
  EXPECT_EQ(table.signature(), plain.signature());
  table.check_descriptions();
  const std::vector<std::uint64_t> origin(3, 0);
  EXPECT_EQ(table.values(0, origin, layout_.dims), plain.values(0, origin, layout_.dims));
  EXPECT_EQ(table.wide_values(0, origin, layout_.dims), plain.wide_values(0, origin, layout_.dims));
  for (std::uint64_t number = 0; number < 6; ++number)
    EXPECT_EQ(table.chunk(0, number).bytes, plain.chunk(0, number).bytes);
  EXPECT_LT(fs::file_size(path("v.h5")), 50'000u + 4u * layout_.dims[2]);  // plus its scales
}

TEST_F(VirtualTableTest, NamesAShardThatIsMissingOrNotItsOwn) {
  const std::string table = write_virtual("v.h5", {{0, 2}, {2, 6}});
  const std::string shard = path(shard_folder_ + "/2.h5");
  fs::rename(shard, path("away"));
  EXPECT_ERROR(ErrorKind::damage, "shard " + shard + " is missing", (void)TableReader(table));
  EXPECT_TRUE(TableReader::is_virtual(table));
  fs::copy_file(path(shard_folder_ + "/0.h5"), shard);
  EXPECT_ERROR(ErrorKind::damage, shard + " is not a shard of this table",
               (void)TableReader(table));
  fs::copy_file(table, shard, fs::copy_options::overwrite_existing);
  EXPECT_ERROR(ErrorKind::damage, shard, (void)TableReader(table));
}

TEST_F(TableFileTest, RefusesWhatIsNotATable) {
  EXPECT_ERROR(ErrorKind::io, "No such file", (void)TableReader(path("none.h5")));
  EXPECT_ERROR(ErrorKind::input, "not an HDF5 file",
               (void)TableReader(TemporaryFolder::write("text.h5", "hello")));
  EXPECT_ERROR(ErrorKind::io, "cannot write a table: No such file",
               OutputFile(path("no/folder"), "new", "a table"));
  EXPECT_ERROR(ErrorKind::input, "is not a regular file", (void)TableReader(path("")));
}

TEST_F(TableFileTest, ReadsBoxesThatLieAcrossChunks) {
  const ChunkLayout layout =
      ChunkLayout::of({2, 3, 5, 7, 9}, 1, 128);  // chunks of two rows of 7 x 9
  ASSERT_EQ(layout.chunk, (std::vector<std::uint64_t>{1, 1, 2, 7, 9}));
  EXPECT_EQ(layout.chunks_of(std::vector<std::uint64_t>{1, 1, 1, 0, 0},
                             std::vector<std::uint64_t>{1, 2, 2, 7, 1}),
            (std::vector<std::uint64_t>{12, 13, 15, 16}));
}

TEST_F(TableFileTest, NamesAChunkThatIsDamagedWhoeverReadsIt) {
  const std::string table = write("t.h5", {0, 6}, TableWriter::Index::table);
  const auto place = TableReader(table).chunk(0, 3).bytes;
  std::string bytes(fs::file_size(table), '\0');
  std::ifstream(table, std::ios::binary)
      .read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto at = bytes.find(std::string(place.begin(), place.end()));
  ASSERT_NE(at, std::string::npos);
  bytes[at + place.size() / 2] ^= 4;
  TemporaryFolder::write("t.h5", bytes);
  const TableReader reader(table);
  EXPECT_ERROR(ErrorKind::damage, "chunk 3 of n3_N1", (void)reader.chunk(0, 3));
  EXPECT_ERROR(ErrorKind::damage, "chunk 3 of n3_N1",
               (void)reader.values(0, std::vector<std::uint64_t>{1, 0, 0}, layout_.chunk));
  EXPECT_ERROR(ErrorKind::damage, "chunk 3 of n3_N1",
               (void)reader.wide_values(0, std::vector<std::uint64_t>{1, 0, 5},
                                        std::vector<std::uint64_t>{1, 1, 1}));
  EXPECT_EQ(reader.values(0, std::vector<std::uint64_t>{1, 1, 0}, layout_.chunk), values_of(4));
  EXPECT_ERROR(ErrorKind::damage, "are damaged", reader.check_bytes());
}

// A flipped bit anywhere is noticed, and never crashes HDF5.
class FlippedBitTest : public VirtualTableTest {
 protected:
  void flip_bits(const std::string& file, std::size_t step) {
    std::string bytes(fs::file_size(file), '\0');
    std::ifstream(file, std::ios::binary)
        .read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const std::string name = fs::path(file).filename().string();
    std::size_t flips = 0;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += step, ++flips) {
      bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
      TemporaryFolder::write(name, bytes);
      SCOPED_TRACE(bit);
      EXPECT_ERROR(ErrorKind::damage, "", look_at(file));
      bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
    }
    TemporaryFolder::write(name, bytes);
    look_at(file);
    EXPECT_GT(flips, 500u);
  }

  static void look_at(const std::string& file) {
    const TableReader table(file);
    table.check_descriptions();
    table.check_bytes();
  }
};

TEST_F(FlippedBitTest, IsNoticedInATable) {
  const ChunkLayout layout = ChunkLayout::of({1, 2, 3});
  TableWriter writer(new_file(), some_header(1), {{"n2_N1", layout}}, TableWriter::Index::table);
  writer.write_chunk(0, 0, ChunkEncoder().encode(std::vector<std::uint8_t>(6, 1)));
  writer.write_scales(0);
  writer.write_matrices(0, shifted_matrices(1, 2));
  writer.close({0, 1}, 0)->keep_as(path("small.h5"));
  flip_bits(path("small.h5"), 61);
}

TEST_F(FlippedBitTest, IsNoticedInAVirtualTable) {
  const ChunkLayout layout = ChunkLayout::of({1, 2, 3});
  fs::create_directory(path("parts"));
  TableWriter shard(new_file(), some_header(1), {{"n2_N1", layout}}, TableWriter::Index::shard);
  shard.write_chunk(0, 0, ChunkEncoder().encode(std::vector<std::uint8_t>(6, 1)));
  shard.close({0, 1}, 0)->keep_as(path("parts/s.h5"));
  std::vector<TableReader> shards;
  shards.emplace_back(path("parts/s.h5"));
  TableWriter writer(new_file(), some_header(1), {{"n2_N1", layout}}, "parts", shards);
  writer.write_scales(0);
  writer.write_matrices(0, shifted_matrices(1, 2));
  writer.close({0, 1}, 0)->keep_as(path("small.h5"));
  flip_bits(path("small.h5"), 61);
}

// Matrices may come between chunks, some at a time.
TEST_F(TableFileTest, HoldsMatricesThatCameOneAtATime) {
  TableWriter writer(new_file(), some_header(layout_.chunks), cases_, TableWriter::Index::table);
  const auto entries = shifted_matrices(2, 3);
  for (std::uint64_t number = 0; number < layout_.chunks; ++number) {
    writer.write_chunk(0, number, ChunkEncoder().encode(values_of(number)));
    if (number % 3 == 0) writer.write_matrices(0, std::span(entries).subspan(3 * number, 9));
  }
  EXPECT_EQ(writer.matrices_written(0), 2u);
  writer.write_scales(0);
  writer.close({0, layout_.chunks}, 0)->keep_as(path("t.h5"));
  const TableReader table = TableReader::complete(path("t.h5"));
  table.check_descriptions();
  table.check_bytes();
  EXPECT_EQ(table.matrix(0, 1),
            TableReader(write("whole.h5", {0, 6}, TableWriter::Index::table)).matrix(0, 1));
  for (std::uint64_t number = 0; number < layout_.chunks; ++number)
    EXPECT_EQ(decoded(table, number), values_of(number)) << number;
}

// One byte of the matrices is changed in the file: in a whole block of the seal, after it was read
// back or before, or in the last part of a block.
TEST_F(TableFileTest, IsNotFinishedIfTheFileHasOtherMatrices) {
  constexpr std::size_t kMatrices = 5000;
  const ChunkLayout layout = ChunkLayout::of({kMatrices, 3, 4});
  const auto entries = shifted_matrices(kMatrices, 3);
  const std::size_t half = entries.size() / 18 * 9;
  for (const std::size_t changed : {std::size_t{0}, half - 1, entries.size() - 1}) {
    const auto file = new_file();
    TableWriter writer(file, some_header(1), {{"n3_N1", layout}}, TableWriter::Index::table);
    const std::vector<std::uint8_t> values(static_cast<std::size_t>(layout.chunk_bytes), 1);
    for (std::uint64_t number = 0; number < layout.chunks; ++number)
      writer.write_chunk(0, number, ChunkEncoder().encode(values));
    writer.write_matrices(0, std::span(entries).first(half));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(file->size()));
    file->read_at(0, bytes);
    const auto matrices = std::ranges::search(bytes, std::span(entries).first(half)).begin();
    ASSERT_NE(matrices, bytes.end());
    const auto change = [&] {
      const std::uint8_t other = entries[changed] ^ 1;
      file->write_at(static_cast<std::uint64_t>(matrices - bytes.begin()) + changed, {&other, 1});
    };
    if (changed == half - 1) change();
    writer.write_matrices(0, std::span(entries).subspan(half));
    if (changed != half - 1) change();
    writer.write_scales(0);
    EXPECT_ERROR(ErrorKind::damage, "are damaged", writer.close({0, 1}, 0));
  }
}

TEST_F(TableFileTest, HasNoMatricesWithoutTheLast) {
  TableWriter writer(new_file(), some_header(layout_.chunks), cases_, TableWriter::Index::table);
  writer.write_chunk(0, 0, ChunkEncoder().encode(values_of(0)));
  writer.write_matrices(0, shifted_matrices(1, 3));
  writer.write_chunk(0, 1, ChunkEncoder().encode(values_of(1)));
  writer.close({0, 2}, 0)->keep_as(path("s.h5"));
  const TableReader shard(path("s.h5"));
  shard.check_bytes();
  EXPECT_ERROR(ErrorKind::input, "open dataset matrices", shard.check_matrices(0));
  EXPECT_EQ(decoded(shard, 1), values_of(1));
}

// Writes after a failure are dropped, and nothing is kept.
TEST_F(TableFileTest, IsNotKeptAfterAFailedWrite) {
  const auto file = new_file();
  TableWriter writer(file, some_header(layout_.chunks), cases_, TableWriter::Index::shard);
  file->abandon();
  EXPECT_ERROR(ErrorKind::io, "abandoned",
               writer.write_chunk(0, 0, ChunkEncoder().encode(values_of(0))));
  EXPECT_ERROR(ErrorKind::io, "abandoned", writer.close({0, 1}, 0));
}

}  // namespace
}  // namespace nimsweep
