#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "formats/versions.h"
#include "tests/unit/tools/apply/edited_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

bool holds_a_mark(const TestGame& game) {
  const auto holds = [](const std::vector<uint8_t>& file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    return text.find("WARDROBE") != text.npos || text.find("WRDB") != text.npos;
  };
  return holds(game.files.index) || std::ranges::any_of(game.files.disks, holds);
}

/// Changes every `step`-th picture of the sample game alone, in several ways. Expects that the
/// edited game has no marks of the tool, and that applying the old picture to the original gives
/// the original.
void check_all_alone(Version version, size_t step) {
  EditedGame game(test_game(sample_rooms(version), version));
  const std::vector<OpenPicture> old = game.pictures();
  ApplyOptions keep;
  keep.redirects = Redirects::keep;
  for (size_t i = 0; i < old.size(); i += step) {
    for (const int larger : {0, 1, 12}) {
      OpenPicture edit = old[i];
      const auto width = static_cast<uint16_t>(edit.shape.width + larger);
      edit.repaint(width, static_cast<uint16_t>(edit.shape.height + larger), 1);
      for (size_t k = 0; k < edit.pixels.size(); k += 3)
        edit.pixels[k] = static_cast<uint8_t>(k % 7);
      const Status applied = game.apply({edit}, keep);
      ASSERT_TRUE(applied) << facts(version).name << ' ' << i << ' ' << larger << ": "
                           << applied.error().message;
      EXPECT_FALSE(holds_a_mark(game.after())) << facts(version).name << ' ' << i << ' ' << larger;
      ASSERT_TRUE(game.apply({old[i]}, keep));
      ASSERT_TRUE(same_files(game.after(), game.game()))
          << facts(version).name << ' ' << i << ' ' << larger;
    }
  }
}

TEST(SampleEdit, PicturesOfAllVersionsComeBackAlone) {
  for (const Version version : {Version::v3, Version::v4, Version::v5, Version::v6, Version::v7,
                                Version::v8, Version::he70}) {
    check_all_alone(version, std::getenv("WARDROBE_EXHAUSTIVE") == nullptr ? 149 : 1);
  }
}

TEST(SampleEdit, AllPicturesTogether) {
  for (const Version version : {Version::v3, Version::v4, Version::v5, Version::v6, Version::v7,
                                Version::v8, Version::he70}) {
    EditedGame game(test_game(sample_rooms(version), version));
    for (OpenPicture& picture : game.pictures()) {
      for (uint8_t& pixel : picture.pixels) pixel = pixel == 1 ? 2 : 1;
    }
    ApplyOptions keep;
    keep.redirects = Redirects::keep;
    const Status applied = game.apply(keep);
    ASSERT_TRUE(applied) << facts(version).name << ": " << applied.error().message;
  }
}

TEST(SampleEdit, NothingChangedChangesNothing) {
  for (const Version version : {Version::v3, Version::v4, Version::v5, Version::v6, Version::v7,
                                Version::v8, Version::he70}) {
    EditedGame game(test_game(sample_rooms(version), version));
    ASSERT_TRUE(game.apply());
    EXPECT_TRUE(game.plan().blocks.empty());
    EXPECT_TRUE(same_files(game.after(), game.game()));
  }
}

}  // namespace
}  // namespace wardrobe
