#include <algorithm>
#include <string_view>

#include "formats/scumm.h"
#include "formats/versions.h"
#include "tests/unit/pipeline/v4_game.h"
#include "tests/unit/tools/apply/edited_game.h"

namespace wardrobe {
namespace {

constexpr std::array kVersions = {Version::v4, Version::v5,   Version::v6,  Version::v7,
                                  Version::v8, Version::he70, Version::he80};

GameIndex index_of(const TestGame& game) {
  std::vector<Error> problems;
  return read_index(game.files.index, problems, game.style);
}

TEST(IndexEdit, TwoRoomsOfTwoDisks) {
  for (const Version version : kVersions) {
    std::vector<RoomDraft> rooms = two_rooms(version);
    rooms[1].disk = 2;
    EditedGame game(test_game(rooms, version));
    std::vector<OpenPicture> edits;
    for (OpenPicture& picture : game.pictures()) {
      picture.repaint(900, 70, 9);
      edits.push_back(picture);
    }
    const Status applied = game.apply(edits);
    ASSERT_TRUE(applied) << facts(version).name << ": " << applied.error().message;
    const Status one = game.apply({edits.back()});
    ASSERT_TRUE(one) << facts(version).name << ": " << one.error().message;
    EXPECT_FALSE(game.plan().files.resources[0]) << "nothing on the first disk has changed";
  }
}

TEST(IndexEdit, EntriesThatLeadToNoBlockStay) {
  TestGame made = test_game(Version::v5);
  const size_t directory = find_block(made.files.index, "DCOS") + 8;
  const size_t count = made.files.index[directory];
  const size_t offsets = directory + 2 + count;
  // Id 4 is free. This makes it point inside costume 2, behind its start.
  made.files.index[directory + 2 + 4] = 3;
  ByteWriter(made.files.index).patch_u32(offsets + 16, index_of(made).costumes.offset[2] + 5);
  EditedGame game(made);
  game.picture(0).repaint(900, 70, 9);
  ASSERT_TRUE(game.apply({game.picture(0)}));
  const GameIndex before = index_of(made);
  const GameIndex after = index_of(game.after());
  EXPECT_EQ(after.costumes.offset[4], before.costumes.offset[4]);
  EXPECT_GT(after.costumes.offset[2], before.costumes.offset[2]);
  EXPECT_EQ(after.costumes.offset[1], before.costumes.offset[1]);
}

/// Returns the index after an edit that moves blocks. Before the edit, the directory of costumes,
/// whose name is `costumes`, is renamed to `name`; after it, it gets its own name back.
std::vector<uint8_t> moved_index(Version version, std::string_view costumes,
                                 std::string_view name) {
  TestGame made = test_game(version);
  const size_t at = find_block(made.files.index, costumes);
  std::ranges::copy(name, made.files.index.begin() + static_cast<ptrdiff_t>(at));
  EditedGame game(made);
  game.picture(0).repaint(900, 70, 9);
  EXPECT_TRUE(game.apply({game.picture(0)})) << name;
  EXPECT_NE(game.after().files.index, made.files.index) << name;
  std::vector<uint8_t> index = game.after().files.index;
  std::ranges::copy(costumes, index.begin() + static_cast<ptrdiff_t>(at));
  return index;
}

TEST(IndexEdit, DirectoriesOfScriptsSoundsAndCharsetsFollowAsThoseOfCostumes) {
  const std::vector<uint8_t> v4 = moved_index(Version::v4, "0C", "0C");
  for (const std::string_view name : {"0S", "0N"}) {
    EXPECT_EQ(moved_index(Version::v4, "0C", name), v4) << name;
  }
  const std::vector<uint8_t> v5 = moved_index(Version::v5, "DCOS", "DCOS");
  for (const std::string_view name : {"DSCR", "DSOU", "DCHR"}) {
    EXPECT_EQ(moved_index(Version::v5, "DCOS", name), v5) << name;
  }
}

TEST(IndexEdit, RefusesToMoveThingsInADamagedRoom) {
  TestGame made = test_game(Version::v5);
  const size_t second = find_block(made.files.disks[0], "COST", 1);
  made.files.disks[0][second + 5] = 0x7F;  // the size of the block
  EditedGame game(made);
  game.picture(0).repaint(900, 70, 9);
  const Status applied = game.apply({game.picture(0)});
  ASSERT_FALSE(applied);
  EXPECT_NE(applied.error().message.find("the blocks around it have inconsistent sizes"),
            std::string::npos)
      << applied.error().message;
  game.picture(0).repaint(1, 1, 9);
  EXPECT_TRUE(game.apply({game.picture(0)})) << "what fits moves nothing";
}

/// Returns the block to which entry `id` of a version 4 directory leads, in the first room of disk
/// 1.
Bytes block_of_entry(const TestGame& game, std::string_view directory, size_t id) {
  const std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t entry = find_block(game.files.index, directory) + 2 + 2 + 5 * id;
  const size_t place = find_block(disk, "LF") - 4 + kRoomInFile;
  const size_t at = place + ByteReader(game.files.index, entry + 1).u32();
  return Bytes(disk).subspan(at, ByteReader(disk, at).u32());
}

TEST(IndexEdit, ScriptsSoundsAndMusicOfVersion4MoveWithTheirEntries) {
  EditedGame game(v4_game({{3,
                            1,
                            {{"SO", {1, 2, 3}, 1},
                             costume_part(1),
                             {"SC", {4, 5}, 1},
                             {"SO", {6, 7, 8}, 2},
                             {"RO", no_blocks(20), 3},
                             costume_part(2)}},
                           {7, 1, {costume_part(3)}}}));
  game.picture(0).repaint(900, 70, 9);
  const Status applied = game.apply({game.picture(0)});
  ASSERT_TRUE(applied) << applied.error().message;
  const TestGame after = game.after();
  EXPECT_GT(after.files.disks[0].size(), game.game().files.disks[0].size());
  const std::vector<std::pair<const char*, size_t>> entries = {
      {"0S", 1}, {"0N", 1}, {"0N", 2}, {"0N", 3}, {"0C", 2}};
  for (const auto& [directory, id] : entries) {
    EXPECT_TRUE(std::ranges::equal(block_of_entry(game.game(), directory, id),
                                   block_of_entry(after, directory, id)))
        << directory << ' ' << id;
  }
}

TEST(IndexEdit, OfARoomWhoseSoundsAreTooShortKeepsThePlacesOfBlocks) {
  EditedGame game(v4_game(
      {{3, 1, {costume_part(1), {"SO", no_blocks(33), 1}, {"", no_blocks(205)}, costume_part(2)}},
       {7, 1, {costume_part(3)}}}));
  std::vector<OpenPicture> pictures = game.pictures();
  ASSERT_EQ(pictures.size(), 6u);
  for (const size_t i : {0, 2}) {  // the costumes before the sound and after it
    OpenPicture edited = pictures[i];
    edited.repaint(900, 70, 9);
    const Status applied = game.apply({edited});
    ASSERT_FALSE(applied);
    EXPECT_NE(applied.error().message.find("the blocks around it have inconsistent sizes"),
              std::string::npos)
        << applied.error().message;
    edited.repaint(1, 1, 9);
    EXPECT_TRUE(game.apply({edited})) << "what fits moves nothing";
  }
  pictures[4].repaint(900, 70, 9);
  EXPECT_TRUE(game.apply({pictures[4]})) << "another room";
}

TEST(IndexEdit, SizesOfHumongousDirectoriesFollow) {
  EditedGame game(test_game(Version::he70));
  game.picture(0).repaint(900, 70, 9);
  ASSERT_TRUE(game.apply({game.picture(0)}));
  const GameIndex before = index_of(game.game());
  const GameIndex after = index_of(game.after());
  EditedGame read(game.after());
  EXPECT_EQ(after.costumes.size[1], read.before().tables.costumes.size[0]);
  EXPECT_EQ(after.costumes.size[2], before.costumes.size[2]);
}

TEST(IndexEdit, AGameWithoutAnIndex) {
  TestGame made = test_game(Version::v6);
  const GameInput input = made.input(false);
  ReadGame before;
  ASSERT_TRUE(read_game(input, before));
  std::vector<OpenPicture> pictures = open_pictures(before);
  pictures[0].repaint(900, 70, 9);
  const MemoryFolder folder = folder_of(before, {pictures[0]});
  EditPlan plan;
  const Status planned = plan_edit(input, {load_from(folder)}, {}, plan);
  ASSERT_TRUE(planned) << planned.error().message;
  EXPECT_TRUE(check_edit(input, plan, new_input(input, plan.files)));
}

}  // namespace
}  // namespace wardrobe
