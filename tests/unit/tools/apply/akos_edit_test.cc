#include <algorithm>
#include <string_view>

#include "tests/unit/formats/akos/akos_builder.h"
#include "tests/unit/tools/apply/edited_game.h"

namespace wardrobe {
namespace {

TestGame game_of(const std::vector<uint8_t>& costume) {
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  rooms[0].costumes = {{{1}, costume, Kind::akos}};
  return test_game(rooms, Version::v7);
}

/// Returns a costume with cels of 15 × 6, 15 × 3 and 2 × 2.
AkosBuilder three_cels() {
  AkosBuilder builder;
  builder.tables.color.assign(16, 0);
  builder.cel(15, 6, 3, 15, 3);
  builder.cel(15, 3, 5);
  builder.cel(2, 2, 7);
  builder.record(4, {{0, WindowMode::loop, {0, 1, 2}}});
  return builder;
}

/// Returns a costume in which the data of the second cel start inside the data of the first.
std::vector<uint8_t> with_overlapping_data() {
  AkosBuilder builder = three_cels();
  builder.data_offset[1] -= 2;
  return builder.write();
}

/// Returns a costume in which the second cel's header starts inside the first's: the placement of
/// the first is the size of the second.
std::vector<uint8_t> with_overlapping_headers() {
  std::vector<uint8_t> costume = three_cels().write();
  constexpr std::string_view kName = "AKOF";
  const auto offsets = std::search(costume.begin(), costume.end(), kName.begin(), kName.end()) + 8;
  offsets[6 + 4] = 4;  // A row has six bytes; the last two are the offset of the header.
  return costume;
}

/// Checks that changing one of the first two cels, larger or not, changes no other cel.
void check_each_alone(const std::vector<uint8_t>& costume) {
  const auto expect_same = [](EditedGame& game, const std::vector<OpenPicture>& wanted) {
    ASSERT_EQ(game.pictures().size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(game.picture(i).shape, wanted[i].shape) << i;
      EXPECT_EQ(game.picture(i).pixels, wanted[i].pixels) << i;
    }
  };
  for (const bool larger : {false, true}) {
    for (size_t changed = 0; changed < 2; ++changed) {
      EditedGame game(game_of(costume));
      ASSERT_EQ(game.pictures().size(), 3u);
      OpenPicture& picture = game.picture(changed);
      picture.repaint(static_cast<uint16_t>(picture.shape.width + (larger ? 9 : 0)),
                      picture.shape.height, 9);
      const std::vector<OpenPicture> wanted = game.pictures();
      const Status applied = game.apply();
      ASSERT_TRUE(applied) << applied.error().message;
      EditedGame read(game.after());
      expect_same(read, wanted);
    }
  }
}

TEST(AkosEdit, CelsWhoseDataOverlapInPartDoNotChangeEachOther) {
  EditedGame game(game_of(with_overlapping_data()));
  EXPECT_EQ(game.picture(1).pixels[0], 3);
  EXPECT_EQ(game.picture(1).pixels[44], 5);
  check_each_alone(with_overlapping_data());
}

TEST(AkosEdit, CelsWhoseHeadersOverlapInPartDoNotChangeEachOther) {
  EditedGame game(game_of(with_overlapping_headers()));
  EXPECT_EQ(game.picture(0).shape, (PictureShape{15, 6, 15, 3, 0, 0}));
  EXPECT_EQ(game.picture(1).shape, (PictureShape{15, 3, 0, 0, 15, 3}));
  check_each_alone(with_overlapping_headers());
}

}  // namespace
}  // namespace wardrobe
