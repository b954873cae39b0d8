#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/write_room.h"

namespace wardrobe {
namespace {

using Pieces = RoomPictureDraft::Strips;

/// A picture 17 pixels wide, in two strips, with plane 1, no plane 2, and a plane 3 whose first
/// strip is missing.
RoomPictureDraft small_picture() {
  return {{{1, 2, 3}, {4, 5}}, {}, {{{10, 11}, {12}}, {}, {{}, {13, 14}}}};
}

std::vector<uint8_t> payload_of(const RoomPictureDraft& picture, Version version) {
  std::vector<uint8_t> block;
  write_room_picture(picture, version, block);
  block.erase(block.begin(), block.begin() + kBlockHeaderSize);
  return block;
}

/// Returns the first `size` bytes of strip `index`.
std::vector<uint8_t> strip(const std::optional<StripTable>& table, size_t index, size_t size) {
  const std::optional<Bytes> bytes = table->strip(index);
  EXPECT_TRUE(bytes && bytes->size() >= size);
  return {bytes->begin(), bytes->begin() + static_cast<ptrdiff_t>(size)};
}

constexpr uint32_t kWidth = 17;

/// Reads a picture up to version 4, two strips wide.
RoomImage old_image(const std::vector<uint8_t>& payload, const RoomRules& rules) {
  std::vector<Error> problems;
  RoomImage image = read_room_image(payload, rules, kWidth, problems);
  EXPECT_TRUE(problems.empty()) << problems[0].message;
  return image;
}

TEST(RoomImage, OfVersion4With16ColorsHasPlanesUpToASizeOf0) {
  const std::vector<uint8_t> payload = {9, 0, 6,    0,    8, 0, 0x81, 0x82, 0x83,  // the bitmap
                                        7, 0, 0,    0,    6, 0, 0x84,              // plane 1
                                        8, 0, 6,    0,    7, 0, 0x85, 0x86,        // plane 2
                                        0, 0, 0x99, 0x99, 9, 9, 9,    9};
  const RoomImage image = old_image(payload, {.version = Version::v4, .has_16_colors = true});
  EXPECT_EQ(image.coding, PictureCoding::strips_of_16);
  EXPECT_EQ(strip(image.strips, 0, 3), (std::vector<uint8_t>{0x81, 0x82, 0x83}));
  EXPECT_EQ(image.strips->strip(1)->size(), 1u) << "the bitmap ends";
  ASSERT_EQ(image.planes.size(), 2u);
  EXPECT_TRUE(image.planes[0].strips->strip(0)->empty());
  EXPECT_EQ(strip(image.planes[0].strips, 1, 2), (std::vector<uint8_t>{0x84, 8}))
      << "a run may go on with the byte behind its plane";
  EXPECT_EQ(strip(image.planes[1].strips, 1, 1), (std::vector<uint8_t>{0x86}));
  EXPECT_TRUE(image.opaque);
  EXPECT_TRUE(image.masks_may_lack);
}

TEST(RoomImage, OfVersion4HasAtMostThreePlanes) {
  std::vector<uint8_t> payload = {12, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0};
  for (int i = 0; i < 5; ++i) payload.insert(payload.end(), {6, 0, 0, 0, 0, 0});
  const RoomImage image = old_image(payload, {.version = Version::v4});
  EXPECT_EQ(image.coding, PictureCoding::strips);
  EXPECT_EQ(image.planes.size(), 3u);
}

TEST(RoomImage, OfVersion3HasOnePlaneOfASizeIn32Bits) {
  std::vector<uint8_t> payload = {14, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0, 1, 2};
  payload.insert(payload.end(), {9, 0, 0, 0, 8, 0, 0, 0, 0x87});
  const RoomImage image = old_image(payload, {.version = Version::v3});
  EXPECT_EQ(image.coding, PictureCoding::strips_of_v3);
  ASSERT_EQ(image.planes.size(), 1u);
  EXPECT_EQ(strip(image.planes[0].strips, 0, 1), (std::vector<uint8_t>{0x87}));
  payload.resize(14);
  payload.insert(payload.end(), 4, 0);
  EXPECT_TRUE(old_image(payload, {.version = Version::v3}).planes.empty());
}

TEST(RoomImage, OfVersion4MayBeMissing) {
  for (const std::vector<uint8_t>& payload : {std::vector<uint8_t>{}, {0, 0}, {4, 0, 0, 0}}) {
    EXPECT_TRUE(old_image(payload, {.version = Version::v4}).empty());
  }
}

/// A room's picture read from a damaged payload, and the problems found.
struct DamagedImage {
  RoomImage image;
  std::vector<std::string> problems;
};
DamagedImage damaged(std::vector<uint8_t> payload, Version version, uint32_t width = kWidth) {
  static std::vector<uint8_t> kept;
  kept = std::move(payload);
  DamagedImage out;
  std::vector<Error> problems;
  out.image = read_room_image(kept, {version}, width, problems);
  for (const Error& problem : problems) out.problems.push_back(problem.message);
  return out;
}

size_t find(const std::vector<uint8_t>& bytes, std::string_view name) {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(name);
}

TEST(RoomImage, WithoutAPartIsReadWithoutIt) {
  for (const auto& [name, problem] : {std::pair{"RMIH", "RMIM has no number of z-planes"},
                                      {"IM00", "RMIM has no IM00"},
                                      {"SMAP", "IM00 has no SMAP"}}) {
    std::vector<uint8_t> payload = payload_of(small_picture(), Version::v6);
    payload[find(payload, name)] = 'X';
    EXPECT_EQ(damaged(payload, Version::v6).problems, std::vector<std::string>{problem}) << name;
  }
  std::vector<uint8_t> payload = payload_of(small_picture(), Version::v6);
  payload[find(payload, "ZP01")] = 'X';
  const DamagedImage without = damaged(payload, Version::v6);
  EXPECT_TRUE(without.problems.empty()) << "a missing plane is empty";
  EXPECT_TRUE(without.image.planes[0].missing());
  EXPECT_FALSE(without.image.planes[2].missing());
  EXPECT_EQ(damaged({}, Version::v6).problems.size(), 2u);
}

TEST(RoomImage, OfVersion8WithoutAPartIsReadWithoutIt) {
  for (const auto& [name, problem] : {std::pair{"WRAP", "IMAG has no SMAP"},
                                      {"OFFS", "IMAG has no SMAP"},
                                      {"SMAP", "IMAG has no SMAP"},
                                      {"BSTR", "SMAP has no BSTR with offsets"},
                                      {"ZSTR", ""}}) {
    std::vector<uint8_t> payload = payload_of(small_picture(), Version::v8);
    payload[find(payload, name)] = 'X';
    const DamagedImage without = damaged(payload, Version::v8);
    EXPECT_EQ(without.problems,
              *problem == 0 ? std::vector<std::string>{} : std::vector<std::string>{problem})
        << name;
  }
}

TEST(RoomImage, RefusesTablesThatARoomOfThisWidthDoesNotFit) {
  const DamagedImage wide = damaged(payload_of(small_picture(), Version::v6), Version::v6, 65535);
  EXPECT_FALSE(wide.image.strips);
  EXPECT_EQ(wide.problems,
            (std::vector<std::string>{
                "the background: there are 3 offsets of strips; the room has 8191 strips",
                "plane 1: there are 3 offsets of strips; the room has 8191 strips",
                "plane 3: there are 3 offsets of strips; the room has 8191 strips"}));
  EXPECT_EQ(damaged(payload_of(small_picture(), Version::v8), Version::v8, 24).problems.size(), 3u);
}

TEST(RoomImage, TellsStripsThatAreOutsideTheirBlock) {
  for (const uint32_t offset : {21u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    std::vector<uint8_t> payload = payload_of(small_picture(), Version::v6);
    ByteWriter(payload).patch_u32(find(payload, "SMAP") + 8, offset);
    const DamagedImage one = damaged(payload, Version::v6);
    EXPECT_TRUE(one.problems.empty());
    EXPECT_FALSE(one.image.strips->strip(0)) << offset;
    EXPECT_TRUE(one.image.strips->strip(1));
  }
}

TEST(RoomImage, HasAtMostSevenPlanes) {
  RoomPictureDraft picture = small_picture();
  picture.planes.assign(9, Pieces{{1}, {2}});
  for (const Version version : {Version::v6, Version::v8}) {
    const DamagedImage many = damaged(payload_of(picture, version), version);
    EXPECT_EQ(many.image.planes.size(), 7u);
    EXPECT_EQ(many.problems, std::vector<std::string>{"the room claims 9 z-planes; it can have 7"});
  }
}

}  // namespace
}  // namespace wardrobe
