#include <utility>

#include "tests/tools/edit/edited_game.h"
#include "tools/edit/block_parts.h"
#include "tools/edit/read_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// The pictures of the sample in a game of version 5, stored by columns or by rows.
TestGame game_stored(bool by_rows) {
  EditedGame sample(test_game(sample_rooms(kScumm5), kScumm5));
  constexpr size_t kPictures = 40;
  std::vector<RoomDraft> rooms(1);
  rooms[0] = {3, "cave", 1, 320, 144, grey_palette(), {}};
  for (size_t first = 0; first + kPictures <= sample.pictures().size(); first += kPictures) {
    CostBuilder costume(0x59);
    std::vector<uint32_t> entries;
    std::vector<uint8_t> commands;
    for (size_t i = 0; i < kPictures; ++i) {
      const OpenPicture& picture = sample.picture(first + i);
      const auto [width, height] = std::pair(picture.shape.width, picture.shape.height);
      PictureShape shape = picture.shape;
      std::vector<uint8_t> pixels = picture.pixels;
      if (by_rows) {
        std::swap(shape.width, shape.height);
        for (size_t k = 0; k < pixels.size(); ++k) {
          pixels[k] = picture.pixels[k % height * width + k / height];
        }
      }
      entries.push_back(costume.picture_of(encode_picture({1, 32}, pixels, shape), width, height));
      commands.push_back(static_cast<uint8_t>(i));
    }
    costume.table(0, entries);
    costume.record(4, 0, commands);
    rooms[0].costumes.push_back({{static_cast<uint16_t>(1 + first)}, costume.write(kScumm5)});
  }
  return test_game(rooms, kScumm5);
}

TEST(RowOrder, TellsRowsFromColumns) {
  EXPECT_FALSE(looks_stored_by_rows(EditedGame(game_stored(false)).before()));
  EXPECT_TRUE(looks_stored_by_rows(EditedGame(game_stored(true)).before()));
}

TEST(RowOrder, PicturesStoredByRowsAreNotEdited) {
  EditedGame game(game_stored(true));
  game.picture(0).pixels[0] ^= 1;
  const Status applied = game.apply({game.picture(0)});
  ASSERT_FALSE(applied);
  EXPECT_EQ(
      applied.error().message,
      "GAME.001: its pictures seem to be stored by rows, as on the Amiga; this cannot be edited");
}

}  // namespace
}  // namespace wardrobe
