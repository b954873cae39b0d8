#include "formats/versions.h"
#include "tests/unit/tools/apply/edited_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

TEST(Unedited, GamesWhoseFormatsAreOnlyReadAreRefused) {
  const std::pair<Version, std::string> cases[] = {
      {Version::v1, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {Version::v2, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {Version::v3_16, "games of version 1, of 2, and of 3 with 16 colours cannot be edited"},
      {Version::v5_rows,
       "its pictures are stored by rows, as on the Amiga; such games cannot be edited"}};
  for (const auto& [version, why] : cases) {
    EditedGame game(test_game(sample_rooms(version), version));
    game.picture(0).pixels[0] ^= 1;
    const Status applied = game.apply({game.picture(0)});
    ASSERT_FALSE(applied) << facts(version).name;
    EXPECT_EQ(applied.error().message, "GAME.001: " + why);
  }
}

}  // namespace
}  // namespace wardrobe
