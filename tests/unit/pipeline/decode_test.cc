#include "pipeline/decode.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "pipeline/parallel.h"
#include "pipeline/pipeline.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tests/unit/pipeline/bake_games.h"
#include "tests/unit/pipeline/scanned_game.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

/// A game after decode(). If made from a costume, the game has that costume only.
struct DecodedGame {
  Tables scanned;
  KeptPixels kept;
  std::vector<uint8_t> column;

  explicit DecodedGame(const CostBuilder& builder, Version version = Version::v5)
      : DecodedGame(builder.write(version), version) {}

  DecodedGame(const std::vector<uint8_t>& payload, Version version, Kind kind = Kind::cost)
      : DecodedGame(game_of(payload, version, kind)) {}

  explicit DecodedGame(const TestGame& game) {
    Progress progress;
    scanned = run_stages(game.input(), {.rooms = false}, nullptr, kept, progress)->tables;
    column = kept.column();
  }

  /// The pixels of a row of Pictures.
  std::vector<uint8_t> pixels(size_t picture) const {
    const Bytes bytes = elements_at(scanned.pictures.pixel_offset, column, picture);
    return {bytes.begin(), bytes.end()};
  }
  const Column<EntryState>& states() const { return scanned.entries.state; }
  std::string error(size_t row) const {
    return std::string(text_at(scanned.failures.error_offset, scanned.failures.error, row));
  }
};

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
  ASSERT_EQ(game.scanned.failures.costume.size(), 4u);
  EXPECT_EQ(game.scanned.failures.limb, (std::vector<uint8_t>{0, 0, 0, 0}));
  EXPECT_EQ(game.scanned.failures.index, (std::vector<uint16_t>{1, 2, 3, 4}));
  EXPECT_EQ(game.error(0), "a run of pixels passes the end of its row or of the picture");
  EXPECT_EQ(game.error(1), "the picture is larger than 4096 pixels a side or 4 Mi pixels");
  EXPECT_EQ(game.error(3), "the picture's data is truncated");
  EXPECT_EQ(game.scanned.pictures.width.size(), 1u);
}

TEST(Decode, NotesACelWithoutPixelsBehindAllData) {
  AkosBuilder builder;
  builder.record(4, {{0, WindowMode::loop, {0, 1}}});
  builder.cel(4, 4, 3);
  builder.cel(2, 2, 5);
  for (const size_t cut : {0, 1}) {
    std::vector<uint8_t> data = builder.data;
    data.resize(builder.data_offset[1] + cut);
    AkosBuilder damaged = builder;
    damaged.data = data;
    if (cut == 1) damaged.data[data.size() - 1] = 0x51;  // one pixel of four
    const DecodedGame game(damaged.write(), Version::v7, Kind::akos);
    ASSERT_EQ(game.scanned.failures.kind.size(), 1u);
    EXPECT_EQ(game.scanned.failures.kind[0], cut == 0 ? FailureKind::note : FailureKind::damage);
    EXPECT_EQ(game.scanned.failures.index[0], 1);
  }
}

TEST(Decode, DecodesSharedDataAgainForEachSize) {
  CostBuilder builder(0x60);
  const uint32_t own = builder.picture_of({0x18, 0x24, 0x3C}, 4, 2);
  const uint32_t higher = builder.picture_of({}, 4, 3, 0, 0, 0, 0, 0, 0);
  const uint32_t wider = builder.picture_of({}, 6, 2, 0, 0, 0, 0, 0, 0);
  const uint32_t same = builder.picture_of({}, 4, 2, 0, 0, 0, 0, 0, 0);
  builder.table(0, {own, higher, wider, same});
  builder.record(4, 0, {0, 1, 2, 3});
  const DecodedGame game(builder, Version::v6);
  EXPECT_EQ(game.scanned.entries.picture, (std::vector<uint32_t>{0, 1, 2, 0}));
  const Pictures& pictures = game.scanned.pictures;
  EXPECT_EQ(pictures.width, (std::vector<uint16_t>{4, 4, 6}));
  EXPECT_EQ(pictures.height, (std::vector<uint16_t>{2, 3, 2}));
  EXPECT_EQ(game.pixels(1), (std::vector<uint8_t>{1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 2, 2}));
}

TEST(Decode, ReportsTheSlotAndOffsetOfPicturesThatFail) {
  std::vector<RoomDraft> rooms = two_rooms(Version::v5);
  CostBuilder builder;
  builder.table(0, {builder.picture(1, 1, 1)});
  builder.table(2, {builder.picture(2, 2, 2), builder.picture_of({0x11}, 40, 40)});
  builder.record(4, 2, {0, 1});
  builder.record(5, 0, {0});
  rooms[1].costumes[0].payload = builder.write(Version::v5);
  const TestGame files{write_game(rooms, Version::v5, 0)};
  const DecodedGame game(files);
  const Failures& failures = game.scanned.failures;
  EXPECT_EQ(failures.costume, (std::vector<uint32_t>{2}));
  EXPECT_EQ(failures.limb, (std::vector<uint8_t>{2}));
  EXPECT_EQ(failures.index, (std::vector<uint16_t>{1}));
  // The damaged picture comes last: a header of 12 bytes, then 1 byte of RLE.
  const std::vector<uint8_t>& payload = rooms[1].costumes[0].payload;
  const size_t header = payload.size() - 1 - 12;
  EXPECT_EQ(reports_of(failures),
            (std::vector<Report>{{3, 7, 1, game.scanned.costumes.offset[2] + 8 + header,
                                  "the picture's data is truncated"}}));
}

TEST(Decode, ClearsThePlacementOfPicturesThatFail) {
  CostBuilder builder(0x60);
  builder.table(0, {builder.picture(1, 1, 1), builder.picture_of({0x11}, 40, 40, 1, 2, 3, 4),
                    builder.picture_of({}, 40, 40, 1, 2, 3, 4, 0, 9)});
  builder.record(4, 0, {0, 1, 2});
  const DecodedGame game(builder, Version::v6);
  const Entries& entries = game.scanned.entries;
  for (size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(entries.state[i], EntryState::missing);
    EXPECT_EQ(entries.x[i] | entries.y[i] | entries.xinc[i] | entries.yinc[i], 0);
    EXPECT_EQ(entries.redirect_limb[i], kNoLimb);
    EXPECT_EQ(entries.redirect_index[i], 0xFF);
  }
  EXPECT_EQ(game.error(1), "the picture redirects to a picture that does not exist");
}

TEST(Decode, ReportsPicturesOutsideTheBlock) {
  CostBuilder builder;
  builder.table(0, {builder.picture(1, 1, 1)});
  builder.record(4, 0, {0});
  std::vector<uint8_t> cost = builder.write(Version::v5);
  // Cuts the costume in the middle of the picture's header. The header has 12 bytes, the RLE after
  // it 2.
  cost.resize(cost.size() - 2 - 6);
  const DecodedGame cut_cost(cost, Version::v5);
  EXPECT_EQ(cut_cost.states(), (std::vector<EntryState>{EntryState::missing}));
  EXPECT_EQ(cut_cost.error(0), "the picture's header or data lies outside its block");

  AkosBuilder akos;
  akos.cel(2, 2, 1);
  akos.record(10, {{0, WindowMode::loop, {0}}});
  std::vector<uint8_t> payload = akos.write();
  constexpr size_t kAkofHeader = 8;
  ByteWriter(payload).patch_u32(find_block(payload, "AKOF") + kAkofHeader, 1000);
  const DecodedGame cut_akos(payload, Version::v7, Kind::akos);
  EXPECT_EQ(cut_akos.states(), (std::vector<EntryState>{EntryState::missing}));
  EXPECT_EQ(cut_akos.error(0), "the picture's header or data lies outside its block");
}

TEST(Decode, ReadsNoPixelsPastTheEndOfAkcd) {
  AkosBuilder builder;
  builder.cel(4, 4, 1);
  builder.record(10, {{0, WindowMode::loop, {0}}});
  builder.data = {0x18};  // half of the pixels
  std::vector<uint8_t> payload = builder.write();
  {
    const BlockScope unknown(payload, "JUNK");
    ByteWriter(payload).zeros(100);
  }
  EXPECT_EQ(DecodedGame(payload, Version::v7, Kind::akos).error(0),
            "the picture's data is truncated");
}

TEST(Decode, ReportsDataThatItsCodecForbids) {
  AkosBuilder builder;
  builder.tables.codec = kAkosMajMin;
  builder.tables.color.resize(16);
  builder.cel(2, 2, 1);
  builder.record(10, {{0, WindowMode::loop, {0}}});
  builder.data = {9, 0, 0, 0};  // 9 bits a pixel
  builder.data_offset = {0};
  const DecodedGame game(builder.write(), Version::v7, Kind::akos);
  EXPECT_EQ(game.error(0), "the picture's data is invalid for its codec");
}

/// Returns a costume whose pictures of 4 Mpx redirect to `pictures` places, two bytes apart, in the
/// same 32 KiB of RLE. `junk` bytes behind them make its block larger.
std::vector<uint8_t> overlapping_pictures(size_t pictures, size_t junk) {
  constexpr size_t kPixels = size_t{2048} * 2048;
  std::vector<uint8_t> rle;
  for (size_t i = 0; i < kPixels / 256 + pictures; ++i) rle.insert(rle.end(), {0x10, 0x00});
  CostBuilder builder(0x60);
  std::vector<uint32_t> entries;
  std::vector<uint8_t> commands;
  for (size_t i = 0; i < pictures; ++i) {
    commands.push_back(static_cast<uint8_t>(i));
    entries.push_back(builder.picture_of({}, 2048, 2048, 0, 0, 0, 0, 1, commands.back()));
  }
  const uint32_t data = builder.picture_of(rle, 1, 1);
  builder.table(0, entries);
  builder.table(1, std::vector<uint32_t>(pictures, data));
  builder.record(4, 0, commands);
  std::vector<uint8_t> payload = builder.write(Version::v6);
  constexpr size_t kTableField = 6 + 20;
  const size_t table = ByteReader(payload, kTableField + 2).u16();
  const unsigned header = ByteReader(payload, table).u16();
  for (unsigned i = 0; i < pictures; ++i) {
    ByteWriter(payload).patch_u16(table + size_t{2} * i, header + 2 * i);
  }
  payload.resize(payload.size() + junk);
  return payload;
}

TEST(Decode, LimitsThePixelsOfACostumeByItsBytes) {
  const DecodedGame game(overlapping_pictures(3, 0), Version::v6);
  EXPECT_EQ(std::ranges::count(game.states(), EntryState::picture), 2);
  const std::string bytes = std::to_string(game.scanned.costumes.size[0]);
  EXPECT_EQ(errors_of(game.scanned.failures),
            (std::vector<std::string>{"the costume's pictures exceed the limit of pixels: 256 Ki + "
                                      "256 for each of its " +
                                      bytes + " bytes"}));
}

TEST(Decode, StopsAt64MegapixelsPerCostume) {
  const DecodedGame game(overlapping_pictures(17, 300'000), Version::v6);
  EXPECT_EQ(std::ranges::count(game.states(), EntryState::picture), 16);
  EXPECT_EQ(errors_of(game.scanned.failures),
            (std::vector<std::string>{"the costume's pictures exceed the limit of pixels: 64 Mi"}));
}

/// Keeps the sizes of the pieces.
struct PieceSizes : KeptPixels {
  std::vector<size_t> sizes;
  void start(size_t pieces) override {
    KeptPixels::start(pieces);
    sizes.resize(pieces);
  }
  void take(size_t piece, Bytes pixels, size_t worker) override {
    KeptPixels::take(piece, pixels, worker);
    EXPECT_EQ(std::exchange(sizes[piece], pixels.size()), 0u) << "taken twice";
  }
};

TEST(Decode, GivesPixelsInPiecesOfWholePicturesUpTo512KiB) {
  // Pictures of 1 KiB times these heights. Some repeat: right after the first, and long after it.
  const uint16_t heights[] = {300, 200, 12, 1, 1, 600, 100, 300, 512, 12, 3};
  CostBuilder builder(0x60);
  std::vector<uint32_t> pictures;
  std::vector<uint8_t> commands;
  for (const uint16_t height : heights) {
    std::vector<uint8_t> rle;
    for (size_t i = 0; i < size_t{4} * height; ++i) rle.insert(rle.end(), {0x30, 0x00});
    commands.push_back(static_cast<uint8_t>(pictures.size()));
    pictures.push_back(builder.picture_of(rle, 1024, height));
  }
  builder.table(0, pictures);
  builder.record(4, 0, commands);
  for (const size_t threads : {1, 2, 8}) {
    run_with_threads(threads, [&] {
      const TestGame game = game_of(builder.write(Version::v6), Version::v6, Kind::cost);
      Progress progress;
      PieceSizes sink;
      const Tables scanned =
          run_stages(game.input(), {.rooms = false}, nullptr, sink, progress)->tables;
      std::erase(sink.sizes, 0u);
      EXPECT_EQ(sink.sizes, (std::vector<size_t>{512 << 10, 1 << 10, 600 << 10, 100 << 10,
                                                 512 << 10, 3 << 10}));
      EXPECT_EQ(scanned.pictures.height,
                (std::vector<uint16_t>{300, 200, 12, 1, 600, 100, 512, 3}));
      EXPECT_EQ(scanned.entries.picture, (std::vector<uint32_t>{0, 1, 2, 3, 3, 4, 5, 0, 6, 2, 7}));
      EXPECT_EQ(sink.column(), std::vector<uint8_t>(1728 << 10, 3));
    });
  }
}

}  // namespace
}  // namespace wardrobe
