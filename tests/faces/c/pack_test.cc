#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/library/wardrobe_pack.h"

namespace wardrobe {
namespace {

/// The result of a call.
struct Got {
  wardrobe_status status = WARDROBE_OK;
  std::vector<uint8_t> bytes;
  uint32_t failures = 0;
  std::string message;
};

template <class Call>
Got got(const Call& call) {
  wardrobe_packed* packed = nullptr;
  wardrobe_error error = {};
  Got got;
  got.status = call(&packed, &error);
  got.message = error.message;
  EXPECT_EQ(packed != nullptr, got.status == WARDROBE_OK);
  EXPECT_EQ(error.status, got.status);
  if (packed == nullptr) return got;
  size_t size = 0;
  const uint8_t* bytes = wardrobe_packed_bytes(packed, &size);
  got.bytes.assign(bytes, bytes + size);
  got.failures = wardrobe_packed_failure_count(packed);
  wardrobe_packed_free(packed);
  return got;
}

using Files = std::vector<wardrobe_file>;

Got pack_files(const Files& files, const wardrobe_pack_options* options = nullptr,
               size_t size = sizeof(wardrobe_pack_options)) {
  return got([&](wardrobe_packed** packed, wardrobe_error* error) {
    return wardrobe_pack_files(files.data(), files.size(), options, size, packed, error);
  });
}

Got pack_folder(const std::string& path, const wardrobe_pack_options* options = nullptr) {
  return got([&](wardrobe_packed** packed, wardrobe_error* error) {
    return wardrobe_pack_folder(path.c_str(), options, sizeof *options, packed, error);
  });
}

wardrobe_file file(const char* name, const std::vector<uint8_t>& bytes) {
  return {name, bytes.data(), bytes.size()};
}

/// Returns the files of a game under two names.
Files files_of(const TestGame& game, const char* index = "GAME.000",
               const char* disk = "GAME.001") {
  return {file(disk, game.files.disks[0]), file(index, game.files.index)};
}

/// Returns the error for files of these names.
std::string refusal(const Files& files) {
  const Got got = pack_files(files);
  EXPECT_EQ(got.status, WARDROBE_E_ARGUMENT) << got.message;
  return got.message;
}

class PackLibrary : public testing::Test {
 protected:
  PackLibrary() {
    EXPECT_TRUE(write_file(folder / "GAME.000", game.files.index, IfExists::fail));
    EXPECT_TRUE(write_file(folder / "GAME.001", game.files.disks[0], IfExists::fail));
  }

  std::vector<uint8_t> packed_by_pipeline(const PackOptions& options = {}) {
    const Result<Packed> packed = pack_game(*open_game(folder.path()), options);
    return packed ? packed->file : std::vector<uint8_t>();
  }

  TestGame game = test_game(Version::v6);
  TemporaryFolder folder;
};

TEST_F(PackLibrary, GivesTheSameFileForAFolderAndForFilesInMemory) {
  const std::vector<uint8_t> expected = packed_by_pipeline();
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(pack_folder(folder.path().string()).bytes, expected);
  EXPECT_EQ(pack_folder((folder / "GAME.000").string()).bytes, expected);
  Files files = files_of(game);
  EXPECT_EQ(pack_files(files).bytes, expected);
  EXPECT_EQ(pack_files(files_of(game, "My game/GAME.000", "My game/GAME.001")).bytes, expected);
  files.push_back({"README.TXT", "hello", 5});
  files.push_back({"EMPTY", nullptr, 0});
  files.push_back({"VIDEO/OTHER.000", game.files.index.data(), game.files.index.size()});
  EXPECT_EQ(pack_files(files).bytes, expected);
}

TEST_F(PackLibrary, TakesTheOptionsOfTheProgram) {
  wardrobe_pack_options options = {};
  EXPECT_EQ(pack_files(files_of(game), &options).bytes, packed_by_pipeline()) << "zeroed";
  struct Case {
    const char* name;
    Version version;
    bool rooms;
    uint32_t threads;
  };
  for (const auto& [name, version, rooms, threads] :
       {Case{"he", Version::he60, false, 1}, Case{"he", Version::he60, true, 1},
        Case{"he85", Version::he85, false, 1}, Case{"he", Version::he60, false, UINT32_MAX}}) {
    options = {1, threads, name, 2, {}, {}, rooms};
    EXPECT_EQ(
        pack_files(files_of(game), &options).bytes,
        packed_by_pipeline(
            {.level = 1, .version = version, .max_ticks = 2, .backgrounds = rooms, .progress = {}}))
        << name << rooms << threads;
  }
  for (const auto change : {+[](wardrobe_pack_options& o) { o.level = 23; },
                            +[](wardrobe_pack_options& o) { o.level = -1; },
                            +[](wardrobe_pack_options& o) { o.game = "9"; },
                            +[](wardrobe_pack_options& o) { o.game = ""; },
                            +[](wardrobe_pack_options& o) { o.max_ticks = (1 << 20) + 1; },
                            +[](wardrobe_pack_options& o) { o.rooms = 2; }}) {
    wardrobe_pack_options wrong = {};
    change(wrong);
    EXPECT_EQ(pack_files(files_of(game), &wrong).status, WARDROBE_E_ARGUMENT);
  }
}

TEST_F(PackLibrary, TakesShorterAndLongerOptions) {
  struct {
    wardrobe_pack_options known;
    uint64_t unknown;
  } options = {{.level = 1,
                .threads = 0,
                .game = nullptr,
                .max_ticks = 2,
                .progress = {},
                .user = {},
                .rooms = 0},
               0};
  const auto packed = [&](size_t size) { return pack_files(files_of(game), &options.known, size); };
  const auto whole = packed_by_pipeline({.level = 1, .max_ticks = 2, .progress = {}});
  EXPECT_EQ(packed(sizeof options).bytes, whole);
  EXPECT_EQ(packed(offsetof(wardrobe_pack_options, max_ticks)).bytes,
            packed_by_pipeline({.level = 1, .progress = {}}));
  EXPECT_EQ(packed(0).bytes, packed_by_pipeline());
  options.unknown = 1;
  EXPECT_EQ(packed(sizeof options).status, WARDROBE_E_ARGUMENT) << "asks for something unknown";
  EXPECT_EQ(packed(sizeof options.known).bytes, whole);
}

/// Counts calls, and cancels at one of them.
struct Cancel {
  size_t calls_left = SIZE_MAX;
  uint32_t done = 0;
  uint32_t total = 0;
  bool cancelled = false;

  static int report(void* user, uint32_t done, uint32_t total) {
    Cancel& cancel = *static_cast<Cancel*>(user);
    cancel.done = done;
    cancel.total = total;
    cancel.cancelled = cancel.calls_left-- == 0;
    return cancel.cancelled ? 1 : 0;
  }
};

TEST_F(PackLibrary, IsCancelledAtAnyCall) {
  // Threads do not wait for each other's reports, so the number of calls varies. This repeats until
  // a round is not cancelled.
  bool cancelled = true;
  for (size_t calls = 0; cancelled; ++calls) {
    Cancel cancel{.calls_left = calls};
    wardrobe_pack_options options = {};
    options.progress = Cancel::report;
    options.user = &cancel;
    const Got got = calls % 2 == 0 ? pack_files(files_of(game), &options)
                                   : pack_folder(folder.path().string(), &options);
    cancelled = cancel.cancelled;
    ASSERT_EQ(got.status, cancelled ? WARDROBE_E_CANCELLED : WARDROBE_OK) << "at call " << calls;
    EXPECT_EQ(got.message, cancelled ? "cancelled" : "");
  }
}

TEST_F(PackLibrary, RefusesWhatIsNoNameWithinAFolder) {
  const std::vector<uint8_t>& bytes = game.files.index;
  for (const char* name :
       {"", "/GAME.000", "/", "A//B", "A/", "..", "../GAME.000", "A/../B", "."}) {
    EXPECT_EQ(refusal({file(name, bytes)}),
              "\"" + std::string(name) + "\": not the name of a file within a folder");
  }
  refusal({{nullptr, bytes.data(), bytes.size()}});
  EXPECT_EQ(refusal({{"GAME.000", nullptr, 1}}), "GAME.000: no bytes");
  EXPECT_EQ(refusal({file("B", bytes), file("A", bytes), file("B", bytes)}), "B: there twice");
  EXPECT_EQ(pack_files({file("a..b", bytes), file(".hidden", bytes)}).status, WARDROBE_E_NOT_FOUND)
      << "names after all, though not those of a game";
}

TEST_F(PackLibrary, SaysThatThereIsNoGame) {
  const TemporaryFolder empty;
  for (const Got& got :
       {pack_files({}), pack_files({file("GAME.000", game.files.index)}),
        pack_folder(empty.path().string()), pack_folder((empty / "none").string())}) {
    EXPECT_EQ(got.status, WARDROBE_E_NOT_FOUND) << got.message;
  }
  EXPECT_EQ(pack_files({{"00.LFL", "zzzzzz", 6}}).status, WARDROBE_E_UNKNOWN_FORMAT);
}

TEST_F(PackLibrary, CountsFailures) {
  EXPECT_EQ(pack_files(files_of(game)).failures, 0u);
  game.files.disks[0].resize(find_block(game.files.disks[0], "COST") + 40);
  const Got got = pack_files(files_of(game));
  ASSERT_EQ(got.status, WARDROBE_OK) << got.message;
  EXPECT_GT(got.failures, 0u);
}

TEST_F(PackLibrary, RefusesNothingWhereSomethingMustBe) {
  wardrobe_packed* packed = nullptr;
  const Files files = files_of(game);
  for (const wardrobe_status status :
       {wardrobe_pack_files(nullptr, 1, nullptr, 0, &packed, nullptr),
        wardrobe_pack_folder(nullptr, nullptr, 0, &packed, nullptr),
        wardrobe_pack_files(files.data(), files.size(), nullptr, 0, nullptr, nullptr)}) {
    EXPECT_EQ(status, WARDROBE_E_ARGUMENT);
  }
  size_t size = 1;
  EXPECT_EQ(wardrobe_packed_bytes(nullptr, &size), nullptr);
  EXPECT_EQ(size, 0u);
  wardrobe_packed_free(nullptr);
}

}  // namespace
}  // namespace wardrobe
