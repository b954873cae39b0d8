#include "formats/scumm/version.h"
#include "tests/tools/edit/edited_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

TEST(Unedited, GamesWhoseFormatsAreOnlyReadAreRefused) {
  const std::pair<int, std::string> cases[] = {
      {kScumm1, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {kScumm2, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {kScumm3Old, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {kScumm5Rows,
       "its pictures are stored by rows, as on the Amiga; such games cannot be edited"}};
  for (const auto& [version, why] : cases) {
    EditedGame game(test_game(sample_rooms(version), version));
    game.picture(0).pixels[0] ^= 1;
    const Status applied = game.apply({game.picture(0)});
    ASSERT_FALSE(applied) << version;
    EXPECT_EQ(applied.error().message, "GAME.001: " + why);
  }
}

}  // namespace
}  // namespace wardrobe
