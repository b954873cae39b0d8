// What is damage, and what is only a note.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/unit/pipeline/scanned_game.h"

namespace wardrobe {
namespace {

TEST(ScanOdd, CountsIndexEntriesThatLeadNowhere) {
  for (const Version version : {Version::v4, Version::v5}) {
    SCOPED_TRACE(facts(version).name);
    TestGame game = test_game(version);
    std::vector<uint8_t>& index = game.files.index;
    // Version 4 has 5 bytes for each id, the room first; version 5 has all rooms, then the rest.
    const bool four = version == Version::v4;
    const size_t rooms = four ? find_block(index, "0C") + 4 : find_block(index, "DCOS") + 10;
    index[rooms + (four ? 20 : 4)] = 99;  // id 4: in a room that does not exist
    index[rooms + (four ? 25 : 5)] = 3;   // id 5: leads to the room itself
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(scanned.game.index_entries[0], 9u);
    EXPECT_EQ(scanned.game.index_no_room[0], 1u);
    EXPECT_EQ(scanned.game.index_no_costume[0], 1u);
    EXPECT_EQ(scanned.game.index_unused[0], 3u);
    EXPECT_EQ(scanned.blocks.count(), 4u);
    EXPECT_TRUE(scanned.failures.costume.empty()) << "no error: real games have such entries";
  }
}

TEST(ScanOdd, ReportsEntriesOfTheIndexThatLeadToGarbage) {
  const TestGame right = test_game(Version::v5);
  const ScannedGame whole = scan_game(right);
  const uint32_t first = whole.blocks.offset[0];
  struct Place {
    uint32_t from_first;
    const char* where;
  };
  for (const Place& place : {Place{20, "inside a costume"}, Place{0u - 1, "where no block starts"},
                             Place{1 << 20, "behind the end of the file"}}) {
    TestGame game = right;
    const size_t entry = find_block(game.files.index, "DCOS") + kBlockHeaderSize + 2 + 10 + 4;
    ByteReader reader(game.files.index, entry);
    ByteWriter(game.files.index).patch_u32(entry, reader.u32() + place.from_first);
    const ScannedGame scanned = scan_game(game);
    EXPECT_EQ(reports_of(scanned.failures),
              (std::vector<Report>{{1, 3, 1, uint64_t{first} + int32_t(place.from_first),
                                    std::string("the index places it ") + place.where}}));
    EXPECT_EQ(scanned.failures.kind[0], FailureKind::damage);
  }
}

TEST(ScanOdd, ReportsAnIndexWithoutADirectoryOfCostumes) {
  for (const Version version :
       {Version::v4, Version::v5, Version::v7, Version::v8, Version::he80}) {
    TestGame game = test_game(version);
    const char* const name = version == Version::v4     ? "0C"
                             : version == Version::he80 ? "DIRC"
                                                        : "DCOS";
    game.files.index[find_block(game.files.index, name)] = 'X';
    EXPECT_EQ(errors_of(scan_game(game).failures),
              (std::vector<std::string>{
                  "the index has no directory of costumes, so costumes have no ids"}));
  }
}

std::vector<std::string> notes_of(const ScannedGame& scanned) {
  for (const FailureKind kind : scanned.failures.kind) EXPECT_EQ(kind, FailureKind::note);
  return errors_of(scanned.failures);
}

TEST(ScanOdd, NotesThatFilesOfRoomsWithCostumesAreMissing) {
  const std::vector<std::string> note = {"files of rooms with costumes are missing: 7"};
  for (const Version version : {Version::v1, Version::v3_16, Version::v3}) {
    const TestGame game = test_game(version);
    GameInput input = game.input();
    input.resources.pop_back();
    EXPECT_EQ(notes_of(*try_to_scan(input)), note) << facts(version).name;
  }
  for (const Version version : {Version::v4, Version::v5, Version::he80}) {
    std::vector<RoomDraft> rooms = two_rooms(version);
    rooms[1].disk = 2;
    const TestGame game = test_game(rooms, version);
    EXPECT_TRUE(scan_game(game).failures.kind.empty());
    GameInput input = game.input();
    input.resources.pop_back();
    EXPECT_EQ(notes_of(*try_to_scan(input)), note) << facts(version).name;
  }
}

TEST(ScanOdd, NotesIdsThatHaveAnOffsetButNoRoom) {
  TestGame game = test_game(Version::v3);
  game.files.index[find_block(game.files.index, "0C") + 4 + 5 * 2] = 0;
  const ScannedGame scanned = scan_game(game);
  EXPECT_EQ(notes_of(scanned),
            (std::vector<std::string>{"ids with an offset, but without a room: 2"}));
  EXPECT_EQ(scanned.game.index_unused[0],
            scan_game(test_game(Version::v3)).game.index_unused[0] + 1);
}

TEST(ScanOdd, NotesThatAFolderHasNoIndex) {
  const TestGame game = test_game(Version::v5);
  const auto folder = open_files({{"GAME.001", game.files.disks[0]}});
  const std::vector<std::string> note = {"there is no index file, so costumes have no ids"};
  EXPECT_EQ(notes_of(*try_to_scan(*open_game(*folder))), note);
  EXPECT_EQ(notes_of(*try_to_scan(*open_game(*folder, "GAME.001"))), std::vector<std::string>{});
}

TEST(ScanOdd, NotesWhichOfTwoFilesForADiskIsRead) {
  const TestGame game = test_game(Version::v5);
  std::vector<uint8_t> other = game.files.disks[0];
  const auto scan = [&] {
    return *try_to_scan(*open_game(*open_files(
        {{"GAME.000", game.files.index}, {"GAME.001", game.files.disks[0]}, {"game.001", other}})));
  };
  EXPECT_EQ(notes_of(scan()), std::vector<std::string>{});
  other.back() ^= 1;
  EXPECT_EQ(notes_of(scan()),
            (std::vector<std::string>{"read rather than game.001, which is for the same disk, but "
                                      "differs"}));
}

TEST(ScanOdd, NotesWhatIsOddButLosesNothing) {
  const TestGame right = test_game(Version::v5);
  const std::string size = std::to_string(right.files.disks[0].size());
  TestGame zero = right;
  ByteWriter(zero.files.disks[0]).patch_u32_be(4, 0);
  TestGame padded = right;
  padded.files.disks[0].resize(padded.files.disks[0].size() + 100);
  TestGame signed_file = right;
  for (const char c : std::string("patched for our club\r\n")) {
    signed_file.files.disks[0].push_back(static_cast<uint8_t>(c));
  }
  for (const auto& [game, note] :
       {std::pair(&zero, "LECF claims 0 bytes; the file has " + size),
        std::pair(&padded, std::string("100 bytes behind the end of LECF")),
        std::pair(&signed_file, std::string("22 bytes behind the end of LECF"))}) {
    const ScannedGame scanned = scan_game(*game);
    EXPECT_EQ(errors_of(scanned.failures), (std::vector<std::string>{note}));
    EXPECT_EQ(scanned.failures.kind[0], FailureKind::note);
    EXPECT_EQ(scanned.blocks.id, (std::vector<uint16_t>{1, 2, 3, 0}));
  }
  TestGame index = right;
  index.files.index.resize(index.files.index.size() + 300);
  EXPECT_TRUE(scan_game(index).failures.costume.empty()) << "padding";
}

TEST(ScanOdd, KeepsTheMapsOfColoursOfRoomsThatOtherDisksRepeat) {
  // Only an index of version 6 leaves room for such copies.
  std::vector<RoomDraft> rooms = two_rooms(Version::v6);
  rooms[1].disk = 2;
  rooms.push_back(rooms[0]);
  rooms[2].disk = 2;
  for (CostumeDraft& costume : rooms[2].costumes) costume.ids.clear();
  TestGame game{write_game(rooms, Version::v6, 0)};
  std::vector<uint8_t>& file = game.files.disks[0];
  std::ranges::copy(std::string_view("REMP"),
                    file.begin() + static_cast<ptrdiff_t>(find_block(file, "PALS")));
  const ScannedGame scanned = scan_game(game, true, Version::he70);
  EXPECT_EQ(scanned.rooms.number, (std::vector<uint16_t>{7, 3, 3}));
  EXPECT_EQ(scanned.rooms.source, (std::vector<uint32_t>{2, 2, 1}));
  for (uint32_t room = 0; room < 3; ++room) {
    EXPECT_EQ(actor_colors(scanned.rooms, room).size(), room == 2 ? 256u : 0u) << room;
  }
  EXPECT_EQ(scanned.palettes.room, (std::vector<uint32_t>{0, 1}));
}

TEST(ScanOdd, OnlyRoomsOfHe70MapTheColoursOfActors) {
  for (const Version version : {Version::he61, Version::he70, Version::he80}) {
    TestGame game = test_game(version);
    std::vector<uint8_t>& file = game.files.disks[0];
    std::ranges::copy(std::string_view("REMP"),
                      file.begin() + static_cast<ptrdiff_t>(find_block(file, "PALS")));
    const ScannedGame scanned = scan_game(game, true, version);
    const Bytes map = actor_colors(scanned.rooms, 0);
    ASSERT_EQ(map.size(), version == Version::he70 ? 256u : 0u) << facts(version).name;
    if (!map.empty()) {
      EXPECT_EQ(as_text(map.first(4)), "WRAP") << "the payload";
    }
    EXPECT_TRUE(actor_colors(scanned.rooms, 1).empty());
  }
}

TEST(ScanOdd, ReportsAMapOfColoursThatIsCutShort) {
  TestGame game = test_game(Version::he70);
  std::vector<uint8_t>& file = game.files.disks[0];
  std::ranges::copy(std::string_view("REMP"),
                    file.begin() + static_cast<ptrdiff_t>(find_block(file, "RMHD")));
  const ScannedGame scanned = scan_game(game, true, Version::he70);
  EXPECT_TRUE(actor_colors(scanned.rooms, 0).empty());
  EXPECT_EQ(errors_of(scanned.failures)[0], "REMP has less than 256 bytes");
}

}  // namespace
}  // namespace wardrobe
