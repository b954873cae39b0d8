#include <array>

#include "formats/versions.h"
#include "tests/unit/tools/apply/edited_game.h"

namespace wardrobe {
namespace {

TestGame game_of(const CostBuilder& costume, Version version) {
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  rooms[0].costumes = {{{1}, costume.write(version)}, {{2}, simple_costume(2).write(version)}};
  return test_game(rooms, version);
}

/// Returns a costume with two pictures, and one that redirects to the first.
CostBuilder with_redirect() {
  CostBuilder builder(0x60);
  const uint32_t first = builder.picture(6, 5, 3, -1, -2);
  const uint32_t second = builder.picture(3, 3, 4);
  const uint32_t third = builder.picture_of({}, 6, 5, 7, 8, 0, 0, 0, 0);
  builder.table(0, {first, second, third});
  builder.record(4, 0, {0, 1, 2});
  return builder;
}

/// Returns the picture of slot `index` of the first costume in the edited game.
OpenPicture shown(const TestGame& game, uint32_t index) {
  EditedGame read(game);
  for (const OpenPicture& picture : read.pictures()) {
    for (const uint32_t entry : picture.entries) {
      if (picture.costume == 0 && entry == index) return picture;
    }
  }
  ADD_FAILURE() << "no picture in slot " << index;
  return {};
}

TEST(CostEdit, ASmallerPictureLeavesTheFileAsLongAsItWas) {
  EditedGame game(test_game(Version::v5));
  game.picture(0).repaint(1, 1, 9);
  ASSERT_TRUE(game.apply());
  EXPECT_FALSE(game.plan().files.index);
  EXPECT_EQ(game.after().files.disks[0].size(), game.game().files.disks[0].size());
  EXPECT_EQ(shown(game.after(), 0).shape.width, 1);
}

TEST(CostEdit, TheZerosBehindASmallerPictureAreRoomForALargerOne) {
  for (const Version version : {Version::v3, Version::v4, Version::v5, Version::v6}) {
    EditedGame game(test_game(version));
    const OpenPicture old = game.picture(0);
    game.picture(0).repaint(1, 1, 9);
    ASSERT_TRUE(game.apply());
    EditedGame smaller(game.after());
    ASSERT_TRUE(smaller.apply({old}));
    EXPECT_FALSE(smaller.plan().files.index) << facts(version).name;
    EXPECT_EQ(smaller.after().files.disks[0].size(), game.game().files.disks[0].size())
        << facts(version).name;
    EXPECT_EQ(shown(smaller.after(), 0).pixels, old.pixels) << facts(version).name;
  }
}

TEST(CostEdit, AGrownCostumeStatesItsSize) {
  EditedGame game(test_game(Version::v6));
  game.picture(0).repaint(900, 70, 9);
  ASSERT_TRUE(game.apply());
  EditedGame after(game.after());
  const Bytes old = game.before().payload(0);
  const Bytes grown = after.before().payload(0);
  const size_t growth = grown.size() - old.size();
  const uint32_t stated = ByteReader(old).u32();
  EXPECT_EQ(ByteReader(grown).u32(), stated == 0 ? 0 : stated + growth);
}

TEST(CostEdit, TheLastOfARoomGrowsWithoutTheIndex) {
  EditedGame game(test_game(Version::v6));
  for (OpenPicture& picture : game.pictures()) {
    if (picture.costume == 1) picture.repaint(900, 70, 9);
  }
  ApplyOptions keep_index;
  keep_index.keep_index = true;
  ASSERT_TRUE(game.apply(keep_index));
  EXPECT_FALSE(game.plan().files.index);
}

TEST(CostEdit, KeepIndexRefusesWhatMovesOthers) {
  EditedGame game(test_game(Version::v6));
  game.picture(0).repaint(900, 70, 9);
  ApplyOptions keep_index;
  keep_index.keep_index = true;
  const Status applied = game.apply(keep_index);
  ASSERT_FALSE(applied);
  EXPECT_NE(applied.error().message.find("GAME.000 would change"), std::string::npos)
      << applied.error().message;
}

TEST(CostEdit, RedirectsFollowAtTheSameSize) {
  EditedGame game(game_of(with_redirect(), Version::v6));
  game.picture(0).pixels.assign(30, 9);
  ASSERT_TRUE(game.apply({game.picture(0)}));
  EXPECT_EQ(shown(game.after(), 0).pixels, std::vector<uint8_t>(30, 9));
  EXPECT_EQ(shown(game.after(), 2).pixels, std::vector<uint8_t>(30, 9));
  EXPECT_EQ(shown(game.after(), 2).shape.x, 7);
}

TEST(CostEdit, RedirectsRefuseANewSizeOrKeepTheOldPicture) {
  EditedGame game(game_of(with_redirect(), Version::v6));
  game.picture(0).repaint(8, 5, 9);
  const Status applied = game.apply({game.picture(0)});
  ASSERT_FALSE(applied);
  EXPECT_EQ(
      applied.error().message,
      "0.png: costume 1, limb 0, index 0: it is now 8×5, but costume 1, limb 0, index 2 redirects "
      "to it and is 6×5; keep its size, or use --redirects keep to give the others a copy");
  ApplyOptions keep;
  keep.redirects = Redirects::keep;
  ASSERT_TRUE(game.apply({game.picture(0)}, keep));
  EXPECT_EQ(shown(game.after(), 0).shape.width, 8);
  EXPECT_EQ(shown(game.after(), 2).pixels, std::vector<uint8_t>(30, 3));
}

TEST(CostEdit, ARedirectThatIsRepaintedGetsPixelsOfItsOwn) {
  EditedGame game(game_of(with_redirect(), Version::v6));
  game.picture(2).repaint(4, 4, 7);
  ASSERT_TRUE(game.apply({game.picture(2)}));
  EXPECT_EQ(shown(game.after(), 2).shape.width, 4);
  EXPECT_EQ(shown(game.after(), 0).pixels, std::vector<uint8_t>(30, 3));
}

TEST(CostEdit, APictureOfSeveralSlotsChangesInAllOrIsRefused) {
  CostBuilder builder;
  const uint32_t picture = builder.picture(4, 4, 3);
  builder.table(0, {picture, picture});
  builder.record(4, 0, {0, 1});
  EditedGame game(game_of(builder, Version::v5));
  OpenPicture both = game.picture(0);
  ASSERT_EQ(both.entries.size(), 2u);
  both.repaint(4, 4, 5);
  ASSERT_TRUE(game.apply({both}));
  EXPECT_EQ(shown(game.after(), 1).pixels, std::vector<uint8_t>(16, 5));
  both.entries.pop_back();
  const Status applied = game.apply({both});
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().message,
            "0.png: costume 1, limb 0, index 0: stored together with costume 1, limb 0, index 1, "
            "which the manifest does not list in the same row");
}

TEST(CostEdit, RefusesPicturesWhoseDataOverlapInPart) {
  CostBuilder builder;
  // The second picture starts inside the first's pixels and ends after them.
  const std::vector<uint8_t> rle = {0x11, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00,
                                    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11};
  const uint32_t first = builder.picture_of(rle, 1, 1);
  builder.table(0, {first, first});
  builder.record(4, 0, {0, 1});
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  std::vector<uint8_t> payload = builder.write(Version::v5);
  // The first picture, one pixel, takes one byte. So this enlarges it, and lets slot 1 lead into
  // it.
  const size_t header = payload.size() - 12 - rle.size();
  payload[header] = 3;
  payload[header + 13] = 0x01;
  payload[header - 2] = static_cast<uint8_t>(payload[header - 2] + 13);
  rooms[0].costumes = {{{1}, payload}};
  EditedGame game(test_game(rooms, Version::v5));
  ASSERT_EQ(game.pictures().size(), 2u);
  const std::array<size_t, 2> at = {header, header + 13};
  for (const size_t i : {0, 1}) {
    OpenPicture edit = game.picture(i);
    edit.repaint(edit.shape.width, 1, 4);
    const Status applied = game.apply({edit});
    ASSERT_FALSE(applied);
    EXPECT_EQ(applied.error().message,
              edit.file + ": costume 1, limb 0, index " + std::to_string(i) +
                  ": its data overlaps another picture's, at byte " + std::to_string(at[1 - i]));
  }
}

/// Returns a costume whose first picture no window shows, although two bytes of it read as the
/// offset of the last picture.
CostBuilder with_unshown_first() {
  std::vector<uint8_t> rle = {0x11, 0x11};
  for (size_t offset = 0;;) {
    CostBuilder builder;
    const auto height = static_cast<uint16_t>((rle[0] & 15) + (rle[1] & 15) + rle.size() - 2);
    const uint32_t first = builder.picture_of(rle, 1, height);
    const uint32_t second = builder.picture(8, 8, 5);
    const uint32_t third = builder.picture(6, 4, 7);
    builder.table(0, {first, second, third});
    builder.record(4, 0, {1, 2});
    const size_t last = builder.write(Version::v5).size() - 14 + 6;
    if (last == offset) return builder;
    if ((last & 15) == 0 || (last >> 8 & 15) == 0) {
      rle.push_back(0x31);
      continue;
    }
    rle[0] = static_cast<uint8_t>(offset = last);
    rle[1] = static_cast<uint8_t>(last >> 8);
  }
}

TEST(CostEdit, ChangesACostumeWhoseFirstPictureNoWindowShows) {
  EditedGame game(game_of(with_unshown_first(), Version::v5));
  ASSERT_EQ(game.pictures().size(), 5u);
  game.picture(1).repaint(20, 20, 4);
  const Status applied = game.apply({game.picture(1)});
  ASSERT_TRUE(applied) << applied.error().message;
  EXPECT_EQ(shown(game.after(), 1).pixels, std::vector<uint8_t>(400, 4));
  EXPECT_EQ(shown(game.after(), 0).pixels, game.picture(0).pixels);
  EXPECT_EQ(shown(game.after(), 2).pixels, game.picture(2).pixels);
}

TEST(CostEdit, ChangesACostumeWithPicturesBetweenTables) {
  CostBuilder builder;
  const uint32_t first = builder.picture(4, 4, 1);
  const uint32_t second = builder.picture(4, 4, 2);
  builder.table(0, {first, second});
  builder.table(1, {second});
  builder.record(4, 0, {0, 1});
  builder.record(5, 1, {0});
  std::vector<uint8_t> payload = builder.write(Version::v5);
  // Moves the tables of all other limbs behind the pictures; limb 1's names a copy of the second.
  const size_t table = payload.size();
  payload.push_back(static_cast<uint8_t>(table + 2 + 6));
  payload.push_back(static_cast<uint8_t>((table + 2 + 6) >> 8));
  for (size_t i = 0; i < 14; ++i) payload.push_back(uint8_t{payload[table - 14 + i]});
  constexpr size_t kTableField = 2 + 16 + 2;
  for (size_t limb = 1; limb < kLimbs; ++limb) {
    payload[kTableField + 2 * limb] = static_cast<uint8_t>(table + 6);
    payload[kTableField + 2 * limb + 1] = static_cast<uint8_t>((table + 6) >> 8);
  }
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  rooms[0].costumes = {{{1}, payload}};
  EditedGame game(test_game(rooms, Version::v5));
  game.picture(0).repaint(12, 12, 9);
  const Status applied = game.apply({game.picture(0)});
  ASSERT_TRUE(applied) << applied.error().message;
  EXPECT_EQ(shown(game.after(), 0).pixels, std::vector<uint8_t>(144, 9));
  EXPECT_EQ(shown(game.after(), 1).pixels, std::vector<uint8_t>(16, 2));
}

/// Returns a costume with `count` pictures of 13 kB each.
CostBuilder large_costume(size_t count) {
  CostBuilder builder;
  std::vector<uint32_t> entries;
  std::vector<uint8_t> commands;
  for (size_t i = 0; i < count; ++i) {
    std::vector<uint8_t> rle;
    for (size_t k = 0; k < 13000; ++k) rle.push_back(static_cast<uint8_t>((k + i) % 15 << 4 | 1));
    entries.push_back(builder.picture_of(rle, 130, 100));
    commands.push_back(static_cast<uint8_t>(i));
  }
  builder.table(0, entries);
  builder.record(4, 0, commands);
  return builder;
}

TEST(CostEdit, NearTheLimitTheLargestPictureGoesLast) {
  EditedGame game(game_of(large_costume(4), Version::v6));
  std::vector<uint8_t>& pixels = game.picture(0).pixels;
  pixels.resize(130 * 300);
  game.picture(0).shape.height = 300;
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i % 15);
  const Status applied = game.apply({game.picture(0)});
  ASSERT_TRUE(applied) << applied.error().message;
  EXPECT_EQ(shown(game.after(), 0).shape.height, 300);
  EXPECT_EQ(shown(game.after(), 3).pixels, game.picture(3).pixels);
}

TEST(CostEdit, RefusesACostumeBeyondTheLimit) {
  EditedGame game(game_of(large_costume(5), Version::v6));
  for (size_t i = 0; i < 2; ++i) {
    std::vector<uint8_t>& pixels = game.picture(i).pixels;
    pixels.resize(130 * 300);
    game.picture(i).shape.height = 300;
    for (size_t k = 0; k < pixels.size(); ++k) pixels[k] = static_cast<uint8_t>(k * (i + 1) % 15);
  }
  const Status applied = game.apply(std::vector<OpenPicture>{game.picture(0), game.picture(1)});
  ASSERT_FALSE(applied);
  EXPECT_NE(applied.error().message.find("the costume is too large by "), std::string::npos)
      << applied.error().message;
}

}  // namespace
}  // namespace wardrobe
