#include "tools/apply/manifest.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

std::string manifest(const std::string& picture) {
  return R"({"game": {"files": [{"name": "A.000", "size": 12}]}, "palettes": [], "pictures": [)" +
         picture + "]}";
}

std::string picture(const std::string& file, const std::string& x = "-2",
                    const std::string& slots = "[[0, 3], [null, 260]]") {
  return R"({"file": )" + file + R"(, "costume": 7, "costume_row": 2, "slots": )" + slots +
         R"(, "width": 4, "height": 5, "x": )" + x +
         R"(, "y": 1, "xinc": 0, "yinc": 9, "xxh64": "257a3cd19c2a2c4a", "transparent": 0})";
}

std::string error_of(const std::string& text) {
  const Result<Manifest> read = read_manifest(text);
  return read ? "" : read.error().message;
}

TEST(Manifest, IsRead) {
  const Result<Manifest> read = read_manifest(manifest(picture(R"("a/b.png")")));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->pictures.size(), 1u);
  const ManifestPicture& row = read->pictures[0];
  EXPECT_EQ(row.file, "a/b.png");
  EXPECT_EQ(row.costume, 7);
  EXPECT_EQ(row.shape, (PictureShape{4, 5, -2, 1, 0, 9}));
  EXPECT_EQ(row.xxh64, 0x257A3CD19C2A2C4Au);
  ASSERT_EQ(row.slots.size(), 2u);
  EXPECT_EQ(row.slots[1].limb, kNoLimb);
  EXPECT_EQ(row.slots[1].index, 260);
}

TEST(Manifest, NamesStayInTheFolder) {
  for (const char* name : {R"("../a.png")", R"("a/../../b.png")", R"("/etc/passwd")", R"("")", "7",
                           R"("a\u0000b")", R"("a/..")"}) {
    EXPECT_NE(error_of(manifest(picture(name))).find("manifest.json: picture 0: \"file\""),
              std::string::npos)
        << name << ": " << error_of(manifest(picture(name)));
  }
}

TEST(Manifest, NamesTheFilesOfItsGameOrOfAFolderAroundIt) {
  Tables tables;
  append_text(tables.sources.name_offset, tables.sources.name, "Rooms/01.LFL");
  tables.sources.size = {12};
  const auto is_of = [&](const char* name) {
    return static_cast<bool>(check_exported_game(kManifestName, {{name, 12}}, tables));
  };
  EXPECT_TRUE(is_of("Rooms/01.LFL"));
  EXPECT_TRUE(is_of("game.zip/Game/Rooms/01.LFL"));
  EXPECT_FALSE(is_of("01.LFL"));
  EXPECT_FALSE(is_of("More Rooms/01.LFL"));
}

TEST(Manifest, IsNotNestedDeep) {
  for (const size_t depth : {15u, 16u, 300'000u}) {  // below the manifest's own object and list
    const std::string nested = std::string(depth - 1, '[') + std::string(depth - 1, ']');
    const std::string error = error_of(R"({"unknown": [")"
                                       R"(\"[[", )" +
                                       nested + "]}");
    EXPECT_EQ(error.find("are more than 16 deep") == std::string::npos, depth < 16) << error;
  }
  EXPECT_EQ(error_of(R"({"a": ")" + std::string(20, '[') + R"("})"),
            "manifest.json: there is no \"game\"");
}

TEST(Manifest, SaysWhichFieldIsWrong) {
  EXPECT_EQ(error_of(manifest(picture(R"("a.png")", "40000"))),
            "manifest.json: picture 0, \"a.png\": \"x\" is 40000, not an integer from -32768 "
            "to 32767");
  EXPECT_EQ(error_of(manifest(picture(R"("a.png")", "18446744073709551611"))),
            "manifest.json: picture 0, \"a.png\": \"x\" is 18446744073709551611, not an integer "
            "from -32768 "
            "to 32767");
  EXPECT_EQ(
      error_of(manifest(picture(R"("a.png")", "1.5"))),
      "manifest.json: picture 0, \"a.png\": \"x\" is 1.5, not an integer from -32768 to 32767");
  EXPECT_EQ(error_of(manifest(picture(R"("a.png")", "1", "[]"))),
            "manifest.json: picture 0, \"a.png\": \"slots\" is not a list of [limb, index]");
  EXPECT_EQ(error_of(manifest(picture(R"("a.png")", "1", "[[1]]"))),
            "manifest.json: picture 0, \"a.png\": \"slots\" is not a list of [limb, index]");
  EXPECT_EQ(error_of(manifest(picture(R"("a.png")", "[[1]]"))),
            "manifest.json: picture 0, \"a.png\": \"x\" is a list, not an integer from -32768 to "
            "32767");
  EXPECT_EQ(error_of(manifest("{}")), "manifest.json: picture 0: there is no \"file\"");
  EXPECT_EQ(error_of("{"), "manifest.json: not valid JSON");
  EXPECT_EQ(error_of("[]"), "manifest.json: not an object");
}

}  // namespace
}  // namespace wardrobe
