#include "tools/page/picture_store.h"

#include <gtest/gtest.h>

#include "tests/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

using Pixels = std::vector<uint8_t>;

TEST(Runs, ArePairsOfAValueAndTheLengthMinusOne) {
  EXPECT_EQ(runs_of(Pixels{}), Pixels{});
  EXPECT_EQ(runs_of(Pixels{7}), (Pixels{7, 0}));
  EXPECT_EQ(runs_of(Pixels{7, 7, 7, 0, 7}), (Pixels{7, 2, 0, 0, 7, 0}));
}

TEST(Runs, AreAtMost256Long) {
  EXPECT_EQ(runs_of(Pixels(256, 3)), (Pixels{3, 255}));
  EXPECT_EQ(runs_of(Pixels(257, 3)), (Pixels{3, 255, 3, 0}));
}

TEST(Base64, IsStandard) {
  const auto of = [](std::string_view text) {
    return base64({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(Pixels{0xFB, 0xFF, 0xBF}), "+/+/");
}

TEST(PictureStore, StoresEachPictureOnce) {
  Tables tables = small_archive().tables;
  const DiffInput input{tables, [](uint32_t picture, Pixels& out) {
                          out.assign(picture == 0 ? 320 : 21, static_cast<uint8_t>(picture));
                          return ok();
                        }};
  PictureStore store;
  EXPECT_EQ(store.add(input, 1), 0u);
  EXPECT_EQ(store.add(input, 0), 1u);
  EXPECT_EQ(store.add(input, 1), 0u);
  tables.pictures.transparent[1] = 4;
  EXPECT_EQ(store.add(input, 1), 2u) << "it looks different";
  EXPECT_TRUE(store.status());
  EXPECT_EQ(store.pictures().dump(),
            R"([{"width":7,"height":3,"transparent":0,"runs":"ARQ="},)"
            R"({"width":16,"height":20,"transparent":0,"runs":"AP8APw=="},)"
            R"({"width":7,"height":3,"transparent":4,"runs":"ARQ="}])");
}

TEST(PictureStore, StoresEachPaletteOnce) {
  PictureStore store;
  EXPECT_EQ(store.add_palette("000000"), 0u);
  EXPECT_EQ(store.add_palette("ffffff"), 1u);
  EXPECT_EQ(store.add_palette("000000"), 0u);
  EXPECT_EQ(store.palettes().dump(), R"(["000000","ffffff"])");
}

TEST(PictureStore, SaysWhyAPictureCannotBeRead) {
  const Tables tables = small_archive().tables;
  const DiffInput input{tables, [](uint32_t, Pixels&) -> Status {
                          return Error{ErrorCode::damaged, kNoOffset, "a bad frame"};
                        }};
  PictureStore store;
  store.add(input, 0);
  ASSERT_FALSE(store.status());
  EXPECT_EQ(store.status().error().message, "a bad frame");
}

}  // namespace
}  // namespace wardrobe
