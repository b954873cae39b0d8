#include "tests/formats/akos/akos_builder.h"
#include "tests/tools/edit/edited_game.h"

namespace wardrobe {
namespace {

TestGame game_of(const AkosBuilder& costume) {
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  rooms[0].costumes = {{{1}, costume.write(), Kind::akos}};
  return test_game(rooms, kScumm7);
}

/// Three cels of 15 × 6, 15 × 3 and 2 × 2, of which the second's data begin with the first's end.
AkosBuilder with_overlap() {
  AkosBuilder builder;
  builder.tables.color.assign(16, 0);
  builder.cel(15, 6, 3);
  builder.cel(15, 3, 5);
  builder.cel(2, 2, 7);
  builder.data_offset[1] -= 2;
  builder.record(4, {{0, WindowMode::loop, {0, 1, 2}}});
  return builder;
}

TEST(AkosEdit, CelsWhoseDataOverlapInPartDoNotChangeEachOther) {
  for (const bool larger : {false, true}) {
    for (size_t changed = 0; changed < 2; ++changed) {
      EditedGame game(game_of(with_overlap()));
      ASSERT_EQ(game.pictures().size(), 3u);
      const std::vector<OpenPicture> old = game.pictures();
      EXPECT_EQ(old[1].pixels[0], 3);
      EXPECT_EQ(old[1].pixels[44], 5);
      OpenPicture& picture = game.picture(changed);
      picture.repaint(static_cast<uint16_t>(picture.shape.width + (larger ? 9 : 0)),
                      picture.shape.height, 9);
      const OpenPicture wanted = picture;
      const Status applied = game.apply();
      ASSERT_TRUE(applied) << applied.error().message;
      const TestGame after = game.after();
      EditedGame read(after);
      for (size_t i = 0; i < old.size(); ++i) {
        EXPECT_EQ(read.picture(i).pixels, (i == changed ? wanted : old[i]).pixels) << i;
      }
      EditedGame back(undone(game, after));
      for (size_t i = 0; i < old.size(); ++i) EXPECT_EQ(back.picture(i).pixels, old[i].pixels) << i;
    }
  }
}

}  // namespace
}  // namespace wardrobe
