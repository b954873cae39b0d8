#include "formats/versions.h"
#include "tests/unit/tools/apply/edited_game.h"

namespace wardrobe {
namespace {

/// Changes every 11th byte of `file`, a file of the new game, one at a time. Expects that
/// check_edit fails each time.
void expect_noticed(const TestGame& game, const EditPlan& plan, TestGame& after,
                    std::vector<uint8_t>& file) {
  const GameInput old_input = game.input();
  for (size_t i = 0; i < file.size(); i += 11) {
    file[i] ^= 4;
    EXPECT_FALSE(check_edit(old_input, plan, after.input())) << "byte " << i;
    file[i] ^= 4;
  }
  ASSERT_TRUE(check_edit(old_input, plan, after.input()));
}

TEST(CheckEdit, NoticesEveryByteThatIsNotAsItMustBe) {
  for (const Version version :
       {Version::v3, Version::v4, Version::v6, Version::v8, Version::he70}) {
    for (const uint16_t width : {2, 90}) {  // at its old place; grown, so that other blocks move
      EditedGame game(test_game(two_rooms(version), version));
      game.picture(0).repaint(width, 70, 9);
      const Status applied = game.apply({game.picture(0)});
      ASSERT_TRUE(applied) << facts(version).name << ": " << applied.error().message;
      TestGame after = game.after();
      expect_noticed(game.game(), game.plan(), after, after.files.index);
      for (std::vector<uint8_t>& disk : after.files.disks) {
        expect_noticed(game.game(), game.plan(), after, disk);
      }
    }
  }
}

TEST(CheckEdit, NoticesAPictureThatIsNotTheOneAskedFor) {
  const TestGame made = test_game(Version::v6);
  const GameInput input = made.input();
  EditedGame game(made);
  game.picture(0).repaint(5, 4, 9);
  EditPlan plan;
  ASSERT_TRUE(plan_edit(input, {load_from(folder_of(game.before(), {game.picture(0)}))}, {}, plan));
  const GameInput after = new_input(input, plan.files);
  ASSERT_TRUE(check_edit(input, plan, after));
  PictureChange& change = plan.changes.at(0).pictures.at(0);
  const PictureChange right = change;
  change.shape.x = static_cast<int16_t>(change.shape.x + 1);
  EXPECT_FALSE(check_edit(input, plan, after));
  change = right;
  std::vector<uint8_t> pixels(right.pixels.begin(), right.pixels.end());
  pixels.back() = 8;
  change.pixels = pixels;
  EXPECT_FALSE(check_edit(input, plan, after));
}

}  // namespace
}  // namespace wardrobe
