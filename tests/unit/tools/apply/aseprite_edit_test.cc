#include "formats/versions.h"
#include "tests/unit/tools/apply/aseprite_folder.h"
#include "tests/unit/tools/apply/edited_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// One costume of the sample game and all cels of its timelines.
struct Drawn {
  explicit Drawn(Version version, uint32_t costume = 0)
      : game(test_game(sample_rooms(version), version)),
        row(costume),
        cels(drawn_cels(game.before(), costume)) {}

  Status apply(const DraftPalette& palette = {}) {
    return game.apply(aseprite_folder(game.before(), row, cels, palette));
  }

  /// Changes all cels that show the same slot as cel `i`, flipped like it.
  template <class Change>
  void change_like(size_t i, Change change) {
    const DrawnCel like = cels[i];
    for (DrawnCel& cel : cels) {
      const bool alike = cel.limb == like.limb && cel.index == like.index && cel.flip == like.flip;
      if (alike) change(cel);
    }
  }

  size_t first(bool flipped) const {
    for (size_t i = 0; i < cels.size(); ++i) {
      if ((cels[i].flip != 0) == flipped && cels[i].width > 3 && cels[i].height > 3) return i;
    }
    return 0;
  }

  OpenPicture after(const DrawnCel& cel) {
    EditedGame read(game.after());
    const Tables& t = read.before().tables;
    const bool akos = t.costumes.kind[row] == Kind::akos;
    const auto entry = entry_at(t, row, {akos ? kNoLimb : cel.limb, cel.index});
    for (const OpenPicture& picture : read.pictures()) {
      if (std::ranges::find(picture.entries, *entry) != picture.entries.end()) return picture;
    }
    return {};
  }

  EditedGame game;
  uint32_t row;
  std::vector<DrawnCel> cels;
};

TEST(AsepriteEdit, WhatAnEditorCutsOffComesBack) {
  Drawn drawn(Version::v6);
  const size_t i = drawn.first(false);
  const DrawnCel old = drawn.cels[i];
  drawn.change_like(i, [](DrawnCel& cel) {
    cel = {cel.frame, cel.limb, cel.index, cel.flip, cel.x + 1, cel.y + 2, 1, 1, {9}, 0};
  });
  const Status applied = drawn.apply();
  ASSERT_TRUE(applied) << applied.error().message;
  const OpenPicture picture = drawn.after(old);
  EXPECT_EQ(picture.shape.width, old.width);
  EXPECT_EQ(picture.pixels[2u * old.width + 1], 9);
  EXPECT_EQ(picture.pixels[0], 0);
}

TEST(AsepriteEdit, AMovedCelMovesThePicture) {
  for (const bool flipped : {false, true}) {
    Drawn drawn(Version::v6);
    const size_t i = drawn.first(flipped);
    DrawnCel& cel = drawn.cels[i];
    const auto entry = entry_at(drawn.game.before().tables, 0, {cel.limb, cel.index});
    const PictureShape old = shape_at(drawn.game.before().tables, *entry);
    cel.x += 5;
    cel.y -= 2;
    const Status applied = drawn.apply();
    ASSERT_TRUE(applied) << applied.error().message;
    const PictureShape shape = drawn.after(cel).shape;
    EXPECT_EQ(shape.x, old.x + (flipped ? -5 : 5));
    EXPECT_EQ(shape.y, old.y - 2);
    EXPECT_TRUE(shape.same_size(old));
  }
}

TEST(AsepriteEdit, CelsOfASlotThatChangeDifferentlyAreRefused) {
  Drawn drawn(Version::v6);
  uint8_t color = 1;
  drawn.change_like(drawn.first(false), [&](DrawnCel& cel) {
    cel.pixels.assign(cel.pixels.size(), static_cast<uint8_t>(1 + color++ % 9));
  });
  const Status applied = drawn.apply();
  ASSERT_FALSE(applied);
  EXPECT_NE(applied.error().message.find("conflicts with the edit in frame"), std::string::npos)
      << applied.error().message;
}

TEST(AsepriteEdit, ColoursBeyondTheCostumesAreRefused) {
  Drawn drawn(Version::v6);
  drawn.cels[drawn.first(false)].pixels[0] = 200;
  const Status applied = drawn.apply();
  ASSERT_FALSE(applied);
  EXPECT_NE(applied.error().message.find("costume.aseprite: frame "), std::string::npos);
  EXPECT_NE(applied.error().message.find("colour 200 is beyond the costume's 16 colours"),
            std::string::npos);
}

TEST(AsepriteEdit, ASortedPaletteIsPutRightAndNoted) {
  for (const Version version : {Version::v6, Version::v7}) {
    for (const bool old_chunk : {false, true}) {
      Drawn drawn(version);
      const Status applied = drawn.apply({true, old_chunk});
      ASSERT_TRUE(applied) << applied.error().message;
      EXPECT_TRUE(same_files(drawn.game.after(), drawn.game.game()));
      const std::vector<std::string> notes = {
          "costume.aseprite: its palette was in another order; colours were matched"};
      EXPECT_EQ(drawn.game.plan().edits.notes, notes);
    }
  }
}

TEST(AsepriteEdit, AColourThatIsNotTheCostumesInASortedPaletteIsRefused) {
  Drawn drawn(Version::v6);
  DrawnCel& cel = drawn.cels[drawn.first(false)];
  cel.pixels[cel.width + 2u] = 77;
  MemoryFolder folder = aseprite_folder(drawn.game.before(), drawn.row, drawn.cels, {true, false});
  nlohmann::json index = nlohmann::json::parse(folder[kExportIndexName]);
  auto& rgb = index["palettes"][0]["rgb"].get_ref<std::string&>();
  rgb.resize(6u * 16);
  folder[kExportIndexName] = bytes_of(index.dump());
  const Status applied = drawn.game.apply(folder);
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().message, "costume.aseprite: frame " + std::to_string(cel.frame + 1) +
                                         ": costume 1, limb " + std::to_string(cel.limb) +
                                         ", index " + std::to_string(cel.index) +
                                         ": pixel 2, 1 has colour 178, #4db221: its palette was "
                                         "changed, and this is none of the 16 exported colours");
}

TEST(AsepriteEdit, FilesThatEndAnywhereAreRefused) {
  Drawn drawn(Version::v6, 2);
  const MemoryFolder whole = aseprite_folder(drawn.game.before(), drawn.row, drawn.cels);
  const size_t size = whole.at("costume.aseprite").size();
  for (size_t end = 0; end < size; end += 1 + size / 97) {
    MemoryFolder folder = whole;
    folder["costume.aseprite"].resize(end);
    EXPECT_FALSE(drawn.game.apply(folder)) << end;
  }
}

}  // namespace
}  // namespace wardrobe
