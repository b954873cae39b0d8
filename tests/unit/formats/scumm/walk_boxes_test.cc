#include <gtest/gtest.h>

#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/write_room.h"

namespace wardrobe {
namespace {

/// Two boxes and four slots that all versions can store.
Boxes two_boxes() {
  Boxes boxes;
  boxes.ulx = {-32000, 10};
  boxes.uly = {-32000, 20};
  boxes.urx = {-32000, 60};
  boxes.ury = {-32000, 20};
  boxes.lrx = {-32000, 70};
  boxes.lry = {-32000, 40};
  boxes.llx = {-32000, 5};
  boxes.lly = {-32000, 40};
  boxes.mask = {0, 3};
  boxes.flags = {0, 0x88};
  boxes.scale = {255, kScaleSlot | 2};
  return boxes;
}

Scales four_slots() { return {{0, 60, 0, 255}, {0, 90, 0, 1}, {0, 255, 0, 0}, {0, 140, 0, 99}}; }

bool same(const Boxes& a, const Boxes& b) {
  return a.ulx == b.ulx && a.uly == b.uly && a.urx == b.urx && a.ury == b.ury && a.lrx == b.lrx &&
         a.lry == b.lry && a.llx == b.llx && a.lly == b.lly && a.mask == b.mask &&
         a.flags == b.flags && a.scale == b.scale;
}

Bytes payload_of(const std::vector<uint8_t>& block) { return Bytes(block).subspan(8); }

TEST(WalkBoxes, ComeBackInAllVersions) {
  for (const Version version :
       {Version::v5, Version::v6, Version::v7, Version::v8, Version::he60, Version::he80}) {
    std::vector<uint8_t> block;
    write_boxes(two_boxes(), version, block);
    EXPECT_EQ(block.size(), version == Version::v8 ? 8u + 4 + 2 * 52 : 8u + 2 + 2 * 20);
    Boxes boxes;
    std::vector<Error> problems;
    read_boxes(payload_of(block), version, boxes, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_TRUE(same(boxes, two_boxes())) << facts(version).name;
  }
}

TEST(ScaleSlots, OfVersion8AreReadBeyondTheFourth) {
  for (const Version version : {Version::v5, Version::v7, Version::v8}) {
    const Scales six{
        {0, 60, 0, 255, 7, 8}, {0, 90, 0, 1, 2, 3}, {0, 255, 0, 0, 5, 6}, {0, 1, 0, 9, 4, 5}};
    std::vector<uint8_t> block;
    write_scales(six, version, block);
    Scales scales;
    std::vector<Error> problems;
    read_scales(payload_of(block), version, scales, problems);
    EXPECT_TRUE(problems.empty());
    Column<int32_t> heights = six.y2;
    if (version != Version::v8) heights.resize(4);
    EXPECT_EQ(scales.y2, heights) << facts(version).name;
  }
}

TEST(WalkBoxes, ThatClaimToBeManyAreThoseThatAreThere) {
  std::vector<uint8_t> block;
  write_boxes(two_boxes(), Version::v8, block);
  ByteWriter(block).patch_u32(8, 0xFFFFFFFF);
  Boxes boxes;
  std::vector<Error> problems;
  read_boxes(payload_of(block), Version::v8, boxes, problems);
  EXPECT_EQ(boxes.mask.size(), 2u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].message, "BOXD claims 4294967295 boxes but holds 2");
}

TEST(WalkBoxes, OfVersion8AreCutToTheirColumns) {
  Boxes boxes = two_boxes();
  std::vector<uint8_t> block;
  write_boxes(boxes, Version::v8, block);
  ByteWriter writer(block);
  constexpr size_t kFields = 8 + 4 + 32;  // of the first box's mask, flags, slot and scale
  writer.patch_u32(kFields, 300);
  writer.patch_u32(kFields + 8, 0);
  writer.patch_u32(kFields + 12, 70000);
  Boxes read;
  std::vector<Error> problems;
  read_boxes(payload_of(block), Version::v8, read, problems);
  EXPECT_EQ(read.mask[0], 255);
  EXPECT_EQ(read.scale[0], 0x7FFF);
}

TEST(ScaleSlots, FewerThanFourAreAProblem) {
  std::vector<uint8_t> block;
  write_scales(four_slots(), Version::v5, block);
  for (size_t size = 0; size < 32; ++size) {
    Scales scales;
    std::vector<Error> problems;
    read_scales(payload_of(block).first(size), Version::v5, scales, problems);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(scales.y2.size(), size / 8);
  }
}

}  // namespace
}  // namespace wardrobe
