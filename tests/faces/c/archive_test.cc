// The C functions open archives and report what is wrong with them.

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/faces/c/library_support.h"
#include "tests/unit/pipeline/temporary_folder.h"

namespace wardrobe {
namespace {

/// A caller's reader that counts the calls of close.
struct Counted {
  std::vector<uint8_t> bytes;
  int closed = 0;
  bool broken = false;

  wardrobe_reader reader() {
    return {this, bytes.size(),
            [](void* user, uint64_t offset, void* out, size_t size) {
              auto& self = *static_cast<Counted*>(user);
              if (self.broken) return 1;
              std::memcpy(out, self.bytes.data() + offset, size);
              return 0;
            },
            [](void* user) { ++static_cast<Counted*>(user)->closed; }};
  }
};

TEST(LibraryOpen, TellsTheVersionOfTheHeader) {
  EXPECT_EQ(wardrobe_version(), uint32_t{WARDROBE_VERSION});
  EXPECT_STREQ(wardrobe_status_text(WARDROBE_E_DAMAGED), "damaged");
  EXPECT_STREQ(wardrobe_status_text(static_cast<wardrobe_status>(15)), "unknown status");
}

TEST(LibraryOpen, ReadsFilesMemoryAndReaders) {
  const std::vector<uint8_t>& file = sample_file(Version::v6);
  const TemporaryFolder folder;
  const std::string path = folder / "größe.wardrobe";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
  Counted counted{file};
  const wardrobe_reader reader = counted.reader();
  wardrobe_archive* archives[3] = {};
  ASSERT_EQ(wardrobe_open_file(path.c_str(), &archives[0], nullptr), WARDROBE_OK);
  ASSERT_EQ(wardrobe_open_memory(file.data(), file.size(), &archives[1], nullptr), WARDROBE_OK);
  ASSERT_EQ(wardrobe_open_reader(&reader, sizeof(reader), &archives[2], nullptr), WARDROBE_OK);
  for (wardrobe_archive* archive : archives) {
    EXPECT_EQ(wardrobe_verify(archive, nullptr), WARDROBE_OK);
    EXPECT_GT(row_count(archive, "pictures"), 100u);
    wardrobe_archive_free(archive);
  }
  EXPECT_EQ(counted.closed, 1);
}

TEST(LibraryOpen, ClosesAReaderOnceIfItCannotBeOpened) {
  for (const bool broken : {false, true}) {
    Counted counted{std::vector<uint8_t>(100), 0, broken};
    const wardrobe_reader reader = counted.reader();
    wardrobe_archive* archive = nullptr;
    EXPECT_EQ(wardrobe_open_reader(&reader, sizeof(reader), &archive, nullptr),
              broken ? WARDROBE_E_IO : WARDROBE_E_UNKNOWN_FORMAT);
    EXPECT_EQ(archive, nullptr);
    EXPECT_EQ(counted.closed, 1);
    EXPECT_EQ(wardrobe_open_reader(&reader, sizeof(reader), nullptr, nullptr), WARDROBE_E_ARGUMENT);
    EXPECT_EQ(counted.closed, 2);
    struct {
      wardrobe_reader reader;
      uint32_t more;
    } const later{reader, 1};
    EXPECT_EQ(wardrobe_open_reader(&later.reader, sizeof(later), &archive, nullptr),
              WARDROBE_E_ARGUMENT);
    EXPECT_EQ(counted.closed, 3);
  }
}

TEST(LibraryOpen, SaysWhatIsWrong) {
  wardrobe_archive* archive = nullptr;
  wardrobe_error error{};
  EXPECT_EQ(wardrobe_open_file("/nowhere/x.wardrobe", &archive, &error), WARDROBE_E_NOT_FOUND);
  EXPECT_STREQ(error.message, "cannot open: No such file or directory");
  std::vector<uint8_t> file = sample_file(Version::v6);
  EXPECT_EQ(wardrobe_open_memory(file.data(), 10, &archive, &error), WARDROBE_E_UNKNOWN_FORMAT);
  EXPECT_EQ(wardrobe_open_memory(file.data(), file.size() - 1, &archive, &error),
            WARDROBE_E_TRUNCATED);
  EXPECT_EQ(error.offset, 24u);
  file[18] ^= 1;  // the minor version, which only the file's hash covers
  ASSERT_EQ(wardrobe_open_memory(file.data(), file.size(), &archive, &error), WARDROBE_OK);
  EXPECT_EQ(wardrobe_verify(archive, &error), WARDROBE_E_DAMAGED);
  EXPECT_STREQ(error.message, "the file has changed since it was written: its hash differs");
  EXPECT_EQ(error.offset, UINT64_MAX);
  wardrobe_archive_free(archive);
}

TEST(LibraryOpen, RefusesNull) {
  const Sample sample(Version::v6);
  wardrobe_archive* archive = nullptr;
  uint32_t row = 0;
  size_t count = 0;
  for (const wardrobe_status status :
       {wardrobe_open_file(nullptr, &archive, nullptr),
        wardrobe_open_memory("", 0, nullptr, nullptr),
        wardrobe_open_reader(nullptr, 0, &archive, nullptr), wardrobe_verify(nullptr, nullptr),
        wardrobe_row_count(nullptr, "costumes", nullptr, nullptr),
        wardrobe_read_cels(nullptr, 0, 0, nullptr, 0, &count, nullptr),
        wardrobe_find_costume(nullptr, 1, &row, nullptr),
        wardrobe_read_cels(sample.c, 0, 0, nullptr, 1, &count, nullptr),
        wardrobe_read_cels(sample.c, 0, 0, nullptr, 0, nullptr, nullptr),
        wardrobe_find_costume(sample.c, 1, nullptr, nullptr)}) {
    EXPECT_EQ(status, WARDROBE_E_ARGUMENT);
  }
  EXPECT_EQ(wardrobe_column_count(nullptr), 0u);
  EXPECT_EQ(wardrobe_column_name(nullptr, 0), nullptr);
  wardrobe_archive_free(nullptr);
}

TEST(LibraryErrors, LongMessagesAreCutBetweenCharacters) {
  const Sample sample(Version::v6);
  std::string name(211, 'x');  // A character is in two halves where the message is cut.
  for (int i = 0; i < 40; ++i) name += "ä";
  wardrobe_column column{};
  wardrobe_error error{};
  EXPECT_EQ(wardrobe_read_column(sample.c, name.c_str(), &column, sizeof(column), &error),
            WARDROBE_E_NOT_FOUND);
  const std::string message(error.message);
  EXPECT_GE(message.size(), sizeof(error.message) - 2);
  EXPECT_TRUE(message.ends_with("ä"));
}

}  // namespace
}  // namespace wardrobe
