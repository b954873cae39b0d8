#include "pipeline/decode.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/pipeline/test_game.h"

namespace wardrobe {
namespace {

/// A game of one costume, decoded. Failures of all stages together.
struct DecodedGame {
  Scanned scanned;
  Parsed parsed;
  Decoded decoded;

  explicit DecodedGame(const CostBuilder& builder, int version = 5)
      : DecodedGame(builder.write(version), version) {}

  DecodedGame(const std::vector<uint8_t>& payload, int version) {
    RoomDraft room{1, "room", 1, 320, 144, grey_palette(), {}};
    room.costumes = {{{1}, payload}};
    const TestGame game{write_game({room}, version, 0)};
    EXPECT_TRUE(scan(game.input(), 0, scanned));
    ParseBuffers buffers;
    parse(scanned, buffers, parsed);
    decode(scanned, parsed, decoded);
  }

  std::vector<EntryState> states() const {
    std::vector<EntryState> states;
    for (const uint8_t state : parsed.entries.state) states.push_back(EntryState{state});
    return states;
  }
  std::string error(size_t row) const {
    return std::string(text_at(decoded.failures.error_offset, decoded.failures.error, row));
  }
};

TEST(Decode, GivesRowMajorPixelsOfColumnMajorRle) {
  CostBuilder builder;
  // Columns 1 1 2 and 2 3 3: the run of 2 crosses them.
  builder.table(0, {builder.picture_of({0x12, 0x22, 0x32}, 2, 3)});
  builder.record(4, 0, {0});
  const DecodedGame game(builder);
  ASSERT_EQ(game.decoded.pictures.pixels().size(), 1u);
  EXPECT_TRUE(std::ranges::equal(game.decoded.pictures.pixels()[0],
                                 std::vector<uint8_t>{1, 2, 1, 3, 2, 3}));
}

TEST(Decode, SplitsRunsByTheSizeOfThePalette) {
  CostBuilder builder(0x59);
  builder.table(0, {builder.picture_of({31 << 3 | 4}, 2, 2)});
  builder.record(4, 0, {0});
  const DecodedGame game(builder);
  EXPECT_TRUE(std::ranges::equal(game.decoded.pictures.pixels()[0], std::vector<uint8_t>(4, 31)));
}

TEST(Decode, FailsReachedPicturesAndDropsUnreachedOnesThatDoNotDecode) {
  CostBuilder builder;
  const uint32_t good = builder.picture(4, 4, 3);
  const uint32_t overrun = builder.picture_of({0x15, 0x15}, 3, 3);
  const uint32_t huge = builder.picture_of({0x11}, 4097, 1);
  const uint32_t endless = builder.picture_of({}, 65535, 65535);
  const uint32_t truncated = builder.picture_of({0x11}, 40, 40);
  builder.table(0, {good, overrun, huge, endless, truncated});
  builder.table(1, {good, overrun, huge, endless, truncated});
  builder.record(4, 0, {0, 1, 2, 3, 4});
  builder.record(5, 1, {0});
  const DecodedGame game(builder);
  using enum EntryState;
  EXPECT_EQ(game.states(), (std::vector<EntryState>{picture, missing, missing, missing, missing,  //
                                                    picture, empty, empty, empty, empty}));
  ASSERT_EQ(game.decoded.failures.costume.size(), 4u);
  EXPECT_EQ(game.decoded.failures.limb, (std::vector<uint8_t>{0, 0, 0, 0}));
  EXPECT_EQ(game.decoded.failures.index, (std::vector<uint16_t>{1, 2, 3, 4}));
  EXPECT_EQ(game.error(0), "a run of the picture's data passes its row's or its own last pixel");
  EXPECT_EQ(game.error(1), "the picture is larger than 4096 pixels a side or 4 Mpx");
  EXPECT_EQ(game.error(3), "the block ends inside the picture's data");
  EXPECT_EQ(game.decoded.pictures.pixels().size(), 1u);
}

TEST(Decode, CountsTheMovesOfAZeroSizePictureWithoutARow) {
  CostBuilder builder;
  const uint32_t nothing = builder.picture_of({}, 0, 5, 1, 2, 3, 4);
  builder.table(0, {nothing, builder.picture(1, 1, 1)});
  builder.record(4, 0, {0, 1});
  const DecodedGame game(builder);
  EXPECT_EQ(game.states()[0], EntryState::zero_size);
  EXPECT_EQ(game.parsed.entries.xinc[0], 3);
  EXPECT_EQ(game.parsed.entries.picture[0], kNone);
  EXPECT_TRUE(game.decoded.failures.costume.empty());
}

TEST(Decode, ShowsRedirectedPixelsAtTheReferringPlace) {
  CostBuilder builder(0x60);
  const uint32_t own = builder.picture(4, 2, 3, -1, -1);
  builder.table(0, {own, builder.picture_of({}, 4, 2, 10, 20, 0, 0, 0, 0)});
  builder.record(4, 0, {0, 1});
  const DecodedGame game(builder, 6);
  EXPECT_EQ(game.parsed.entries.picture, (std::vector<uint32_t>{0, 0}));
  EXPECT_EQ(game.parsed.entries.x, (std::vector<int16_t>{-1, 10}));
  EXPECT_EQ(game.parsed.entries.redirect_limb[1], 0);
}

TEST(Decode, StopsAt64MegapixelsACostume) {
  // 17 pictures of 4 Mpx that redirect to 17 places in the same 32 KiB of RLE, two bytes apart.
  constexpr size_t kPictures = 17;
  constexpr size_t kPixels = size_t{2048} * 2048;
  std::vector<uint8_t> rle;
  for (size_t i = 0; i < kPixels / 256 + kPictures; ++i) rle.insert(rle.end(), {0x10, 0x00});
  CostBuilder builder(0x60);
  std::vector<uint32_t> entries;
  std::vector<uint8_t> commands;
  for (uint8_t i = 0; i < kPictures; ++i) {
    entries.push_back(builder.picture_of({}, 2048, 2048, 0, 0, 0, 0, 1, i));
    commands.push_back(i);
  }
  const uint32_t data = builder.picture_of(rle, 1, 1);
  builder.table(0, entries);
  builder.table(1, std::vector<uint32_t>(kPictures, data));
  builder.record(4, 0, commands);
  std::vector<uint8_t> payload = builder.write(6);
  constexpr size_t kTableField = 6 + 20;
  const size_t table = ByteReader(payload, kTableField + 2).u16();
  const unsigned header = ByteReader(payload, table).u16();
  for (unsigned i = 0; i < kPictures; ++i) {
    ByteWriter(payload).patch_u16(table + size_t{2} * i, header + 2 * i);
  }

  const DecodedGame game(payload, 6);
  EXPECT_EQ(std::ranges::count(game.states(), EntryState::picture), 16);
  ASSERT_EQ(game.decoded.failures.costume.size(), 1u);
  EXPECT_EQ(game.error(0), "the costume's pictures have more than 64 Mpx together");
}

TEST(Decode, UsesItsMemoryAgain) {
  CostBuilder first;
  first.table(0, {first.picture(30, 30, 3)});
  first.record(4, 0, {0});
  DecodedGame game(first);
  const uint8_t* pixels = game.decoded.pictures.pixels()[0].data();
  decode(game.scanned, game.parsed, game.decoded);
  EXPECT_EQ(game.decoded.pictures.pixels()[0].data(), pixels);
  EXPECT_EQ(game.decoded.pictures.pixels().size(), 1u);
}

}  // namespace
}  // namespace wardrobe
