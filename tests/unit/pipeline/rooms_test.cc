#include "pipeline/rooms.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tools/sample/strips_encode.h"
#include "tools/sample/write_room.h"

namespace wardrobe {
namespace {

constexpr size_t kWidth = 20;  // two strips and 4 more columns
constexpr size_t kHeight = 6;
constexpr size_t kStrips = 2;
constexpr uint8_t kTransparent = 5;

uint8_t color_at(size_t x, size_t y) { return static_cast<uint8_t>((3 * x + 7 * y) % 16); }
/// Returns whether a plane hides the pixel at (x, y).
bool hides(size_t plane, size_t x, size_t y) { return (x + y * (plane + 1)) % 3 == 0; }

/// Returns a picture with one strip for each of `codes`, in that coding, and with `planes` planes.
RoomPictureDraft draw(std::vector<uint8_t> codes, size_t planes) {
  RoomPictureDraft picture;
  std::vector<uint8_t> pixels;
  for (size_t i = 0; i < 8 * kStrips * kHeight; ++i) {
    pixels.push_back(color_at(i % (8 * kStrips), i / (8 * kStrips)));
  }
  for (size_t strip = 0; strip < codes.size(); ++strip) {
    encode_strip(codes[strip], &pixels[8 * strip], 8 * kStrips, kHeight,
                 picture.strips.emplace_back());
  }
  for (size_t plane = 0; plane < planes; ++plane) {
    RoomPictureDraft::Strips& strips = picture.planes.emplace_back();
    for (size_t strip = 0; strip < kStrips; ++strip) {
      std::vector<uint8_t> mask;
      for (size_t y = 0; y < kHeight; ++y) {
        unsigned bits = 0;
        for (size_t x = 0; x < 8; ++x) bits = 2 * bits + (hides(plane, 8 * strip + x, y) ? 1 : 0);
        mask.push_back(static_cast<uint8_t>(bits));
      }
      encode_mask_strip(mask.data(), 1, kHeight, strips.emplace_back());
    }
  }
  return picture;
}

/// Returns rooms of which the first has a scene and the second has none.
std::vector<RoomDraft> rooms_of(const RoomPictureDraft& picture, Version version) {
  std::vector<RoomDraft> rooms = two_rooms(version);
  rooms[0].width = kWidth;
  rooms[0].height = kHeight;
  RoomScene& scene = rooms[0].scene.emplace();
  scene.transparent = kTransparent;
  scene.picture = picture;
  scene.boxes = {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {1}, {0}, {kScaleSlot}};
  scene.scales = {{50, 0, 0, 0}, {0, 0, 0, 0}, {255, 0, 0, 0}, {6, 0, 0, 0}};
  return rooms;
}

struct ReadRooms {
  Tables scanned;
  std::vector<uint8_t> backgrounds;

  std::string failure(size_t row) const {
    return std::string(text_at(scanned.failures.error_offset, scanned.failures.error, row));
  }
  size_t failures() const { return scanned.failures.costume.size(); }
  uint8_t pixel(size_t x, size_t y) const { return backgrounds[y * kWidth + x]; }
  bool hidden(size_t plane, size_t x, size_t y) const {
    const Bytes bits = elements_at(scanned.planes.bits_offset, scanned.planes.bits, plane);
    return (bits[y * 3 + x / 8] >> (7 - x % 8) & 1) != 0;
  }
};

ReadRooms read(const GameInput& input) {
  ReadRooms out;
  Tables& tables = out.scanned;
  Progress progress;
  KeptPixels kept;
  Scanned scanned = *scan(input, {}, tables.failures, progress);
  write_rows(scanned, read_rooms(&kept, scanned, tables.failures, progress), {}, {}, tables);
  out.backgrounds = kept.column();
  return out;
}

ReadRooms read(const TestGame& game) { return read(game.input()); }

TEST(ReadRooms, KeepsTheOtherBlocksOfARoomWhereOneCannotBeRead) {
  const TestGame game = test_game(rooms_of(draw({14, 44}, 2), Version::v5), Version::v5);
  const std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t at = find_block(disk, "BOXD") + kBlockHeaderSize;
  GameInput input = game.input();
  input.resources[0].bytes = std::make_unique<BadSectors>(disk, at, at + 1);
  const ReadRooms got = read(input);
  EXPECT_EQ(reports_of(got.scanned.failures),
            (std::vector<Report>{{0, 3, 1, at, "BOXD claims 0 boxes but holds 0"},
                                 {0, 3, 1, at, "bad sector"}}));
  EXPECT_EQ(got.scanned.rooms.transparent[0], kTransparent);
  EXPECT_EQ(got.scanned.scales.y2[0], 6);
  EXPECT_EQ(got.pixel(1, 1), color_at(1, 1));
}

TEST(ReadRooms, TakesTheFirstOfSeveralBlocksOfOneKind) {
  TestGame game = test_game(rooms_of(draw({14, 14}, 2), Version::v6), Version::v6);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t second = find_block(disk, "SCAL");
  ASSERT_LT(find_block(disk, "TRNS"), second);
  std::ranges::copy(std::string_view("TRNS"), &disk[second]);
  EXPECT_EQ(read(game).scanned.rooms.transparent[0], kTransparent);
}

TEST(ReadRooms, ReadsABitmap) {
  RoomPictureDraft picture = draw({}, 1);
  std::vector<uint8_t> pixels;
  for (size_t i = 0; i < kWidth * kHeight; ++i) {
    pixels.push_back(color_at(i % kWidth, i / kWidth));
  }
  encode_room_bitmap(134, pixels.data(), kWidth, kHeight, picture.bitmap);
  const TestGame game = test_game(rooms_of(picture, Version::he80), Version::he80);
  const ReadRooms got = read(game);
  EXPECT_EQ(got.failures(), 0u);
  EXPECT_EQ(got.backgrounds, pixels);
  EXPECT_EQ(got.scanned.rooms.see_through, (Column<uint8_t>{0, 0}));

  picture.bitmap[0] = 99;
  const ReadRooms damaged = read(test_game(rooms_of(picture, Version::he80), Version::he80));
  ASSERT_EQ(damaged.failures(), 1u);
  EXPECT_EQ(damaged.failure(0), "the bitmap of the background has an unknown code");
  EXPECT_EQ(damaged.backgrounds, std::vector<uint8_t>(kWidth * kHeight, kTransparent));
  EXPECT_EQ(damaged.scanned.rooms.see_through, (Column<uint8_t>{1, 1}));
  EXPECT_EQ(damaged.scanned.planes.bits, got.scanned.planes.bits);
}

TEST(ReadRooms, KeepsAllStripsButADamagedOne) {
  RoomPictureDraft picture = draw({14, 14}, 2);
  picture.strips[0][0] = 7;
  picture.planes[1][1] = {0x81, 0xFF};  // one row
  const ReadRooms got = read(test_game(rooms_of(picture, Version::v6), Version::v6));
  ASSERT_EQ(got.failures(), 2u);
  EXPECT_EQ(got.failure(0), "strip 1 of plane 2 ends before its last pixel");
  EXPECT_EQ(got.failure(1), "strip 0 of the background has an unknown code");
  EXPECT_EQ(got.scanned.failures.room[0], 3);
  EXPECT_EQ(got.scanned.failures.source[0], 1u);
  EXPECT_NE(got.scanned.failures.offset[0], kNoOffset);
  EXPECT_EQ(got.scanned.rooms.see_through, (Column<uint8_t>{1, 0}));
  for (size_t y = 0; y < kHeight; ++y) {
    EXPECT_EQ(got.pixel(7, y), kTransparent);
    EXPECT_EQ(got.pixel(8, y), color_at(8, y));
    EXPECT_EQ(got.hidden(0, 8, y), hides(0, 8, y));
    EXPECT_EQ(got.hidden(1, 7, y), hides(1, 7, y));
    EXPECT_FALSE(got.hidden(1, 15, y));
  }
}

/// Returns a game of version 6 whose first room has these objects, with an OBCD each.
TestGame game_with(std::vector<ObjectDraft> objects) {
  std::vector<RoomDraft> rooms = rooms_of(draw({14, 14}, 2), Version::v6);
  for (const ObjectDraft& object : objects) {
    rooms[0].scripts.push_back({ScriptKind::object, {object.number}, {}});
  }
  rooms[0].scene->objects = std::move(objects);
  return test_game(rooms, Version::v6);
}

ObjectDraft object_with(uint16_t number, std::vector<RoomPictureDraft> images = {},
                        uint8_t parent = 0) {
  return {.number = number,
          .name = "map",
          .width = 16,
          .height = 8,
          .parent = parent,
          .images = std::move(images)};
}

TEST(ReadRooms, GivesABompNoPlanes) {
  RoomPictureDraft image = draw({14, 14}, 2);  // as wide as IMHD says
  image.bomp = {0};
  TestGame game = game_with({object_with(7, {image})});
  std::vector<uint8_t>& disk = game.files.disks[0];
  disk[find_block(disk, "BOMP") + 10] = 8;  // its width
  const ReadRooms got = read(game);
  EXPECT_EQ(got.failures(), 0u) << got.failure(0);
  EXPECT_EQ(got.scanned.images.width, Column<uint16_t>{8});
  EXPECT_EQ(got.scanned.images.blast, Column<uint8_t>{1});
  EXPECT_EQ(got.scanned.images.mask_offset, (Offsets{0, 2}));
  EXPECT_TRUE(got.scanned.masks.bits.empty());
}

TEST(ReadRooms, CountsTheImagesThatAreMissing) {
  TestGame game = game_with({object_with(7, {draw({14, 14}, 0)})});
  std::vector<uint8_t>& disk = game.files.disks[0];
  disk[find_block(disk, "IMHD") + 10] = 5;
  disk[find_block(disk, "IMHD") + 22] = 0;  // the height, so that no picture is decoded
  const ReadRooms got = read(game);
  ASSERT_EQ(got.failures(), 1u);
  EXPECT_EQ(got.failure(0), "4 images of object 7 are missing");
}

TEST(ReadRooms, FindsParentsByTheOrderOfCodes) {
  const ReadRooms got =
      read(game_with({object_with(7), object_with(7), object_with(8), object_with(9, {}, 3),
                      object_with(10, {}, 2), object_with(11, {}, 99)}));
  EXPECT_EQ(got.scanned.objects.number, (Column<uint16_t>{7, 8, 9, 10, 11}));
  EXPECT_EQ(got.scanned.objects.parent, (Column<uint32_t>{kNone, kNone, 1, 0, kNone}));
}

TEST(ReadRooms, GivesCyclesInOrder) {
  for (const Version version : {Version::v6, Version::he70}) {
    std::vector<RoomDraft> rooms = rooms_of(draw({14, 14}, 1), version);
    rooms[0].scene->cycles = {{9, 2}, {16, 32}, {31, 40}, {3, 4}, {0, 1}};
    const ReadRooms got = read(test_game(rooms, version));
    EXPECT_EQ(got.failures(), 0u);
    const bool ignored = version == Version::he70;
    EXPECT_EQ(got.scanned.cycles.number, ignored ? Column<uint8_t>() : (Column<uint8_t>{2, 9}));
    EXPECT_EQ(got.scanned.cycles.start, ignored ? Column<uint8_t>() : (Column<uint8_t>{32, 16}));
  }
}

/// Reads a game of version 6 in which `bytes` bytes are `value`, from `at` after the start of the
/// first block named `block`.
ReadRooms read_with(std::string_view block, size_t at, uint32_t value, size_t bytes) {
  TestGame game = test_game(rooms_of(draw({14, 14}, 2), Version::v6), Version::v6);
  std::vector<uint8_t>& disk = game.files.disks[0];
  const size_t place = find_block(disk, block) + at;
  for (size_t i = 0; i < bytes; ++i) disk[place + i] = static_cast<uint8_t>(value >> (8 * i));
  return read(game);
}

TEST(ReadRooms, RefusesSizesThatNoPictureHas) {
  const ReadRooms largest = read_with("RMHD", 8, 0xFFFFFFFF, 4);
  ASSERT_EQ(largest.failures(), 1u);
  EXPECT_EQ(largest.failure(0), "the room has 65535×65535 pixels; its picture is not read");
  EXPECT_EQ(largest.scanned.rooms.width[0], 65535);
  EXPECT_TRUE(largest.backgrounds.empty());
  EXPECT_TRUE(largest.scanned.planes.bits.empty());
  const ReadRooms none = read_with("RMHD", 8, 0, 2);
  ASSERT_EQ(none.failures(), 1u);
  EXPECT_EQ(none.failure(0), "the room has 0×6 pixels; its picture is not read");
  EXPECT_EQ(none.scanned.failures.kind[0], FailureKind::note);
  const ReadRooms wide = read_with("RMHD", 8, 800, 2);
  EXPECT_EQ(wide.failures(), 3u) << "no table is large enough";
  EXPECT_TRUE(wide.backgrounds.empty());
  EXPECT_EQ(wide.scanned.rooms.plane_offset, (Offsets{0, 2, 2}));
  EXPECT_TRUE(wide.scanned.planes.bits.empty());
}

TEST(ReadRooms, RefusesSidesThatDoNotFitTheirColumns) {
  TestGame game = test_game(rooms_of(draw({14, 14}, 2), Version::v8), Version::v8);
  std::vector<uint8_t>& disk = game.files.disks[0];
  ByteWriter(disk).patch_u32(find_block(disk, "RMHD") + 12, 65536);
  const ReadRooms got = read(game);
  EXPECT_EQ(got.failure(0), "the room has 65536×6 pixels; more than a room can have");
  EXPECT_EQ(got.scanned.rooms.width[0], 0);
}

TEST(ReadRooms, LeavesOutBackgroundsPastTheLimitOfAGame) {
  std::vector<RoomDraft> rooms = two_rooms(Version::he80);
  rooms.resize(10, rooms[1]);
  for (size_t i = 0; i < rooms.size(); ++i) {
    rooms[i].number = static_cast<uint8_t>(i + 1);
    rooms[i].width = rooms[i].height = 5792;  // nearly 32 Mi pixels
    RoomScene& scene = rooms[i].scene.emplace();
    scene.picture.bitmap = {150, 3};
    scene.scales = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  }
  const ReadRooms got = read(test_game(rooms, Version::he80));
  ASSERT_EQ(got.failures(), 8u);
  EXPECT_EQ(got.failure(0), "the game's backgrounds are too large; this one is skipped");
  EXPECT_EQ(got.backgrounds.size(), 2u * 5792 * 5792);
}

TEST(PackRooms, PutsThemIntoTheArchive) {
  const TestGame game = test_game(rooms_of(draw({14, 44}, 2), Version::v6), Version::v6);
  const Result<Packed> without = pack_game(game.input(), {});
  const Result<Packed> with = pack_game(game.input(), {.backgrounds = true});
  ASSERT_TRUE(without && with);
  const Result<Archive> archive = Archive::open(open_memory(with->file));
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->verify());
  const Result<Bytes> background = archive->read_background(0);
  ASSERT_TRUE(background);
  EXPECT_TRUE(std::ranges::equal(*background, read(game).backgrounds));
  EXPECT_EQ(without->tables.planes.bits, archive->tables().planes.bits);
  EXPECT_EQ(without->tables.rooms.background_offset.back(), 0u);
}

TEST(PackRooms, GivesTheSameBytesOnAnyNumberOfThreads) {
  const TestGame game = test_game(rooms_of(draw({14, 44}, 2), Version::v6), Version::v6);
  std::vector<std::vector<uint8_t>> files;
  for (const int threads : {1, 2, 5}) {
    files.push_back(pack_game(game.input(), {.threads = threads, .backgrounds = true})->file);
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0], files[2]);
}

}  // namespace
}  // namespace wardrobe
