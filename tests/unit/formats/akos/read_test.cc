#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

StoredCostume read(const std::vector<uint8_t>& payload, Version version = Version::v7) {
  Result<StoredCostume> costume = read_akos(payload, version);
  EXPECT_TRUE(costume) << costume.error().message;
  return *std::move(costume);
}

std::vector<std::string> problems(const StoredCostume& tables) {
  std::vector<std::string> messages;
  for (const Error& problem : tables.problems) messages.push_back(problem.message);
  return messages;
}

/// Returns where a chunk's payload starts.
size_t payload_of(const std::vector<uint8_t>& payload, std::string_view name) {
  const auto at = std::search(payload.begin(), payload.end(), name.begin(), name.end());
  EXPECT_NE(at, payload.end()) << name;
  return static_cast<size_t>(at - payload.begin()) + kBlockHeaderSize;
}

std::vector<std::string> names_of(const Records& records) {
  std::vector<std::string> names;
  for (size_t i = 0; i < records.number.size(); ++i) {
    names.emplace_back(text_at(records.name_offset, records.name, i));
  }
  return names;
}

TEST(AkosRead, NamesRecordsByTheSequenceOfTheirFirstLimb) {
  AkosBuilder builder;
  builder.cel(2, 2, 1);
  builder.record(4, {{0, WindowMode::off, {}}, {1, WindowMode::loop, {0}}});
  builder.record(5, {{0, WindowMode::loop, {0, 0}}, {1, WindowMode::loop, {0}}});
  builder.record(6, {{0, WindowMode::off, {}}});
  std::vector<uint8_t> payload = builder.write();
  const auto text = [&](std::string_view chunk, std::string_view name) {
    const BlockScope block(payload, chunk);
    payload.insert(payload.end(), name.begin(), name.end());
  };
  const auto sequence = [&](std::string_view name, uint32_t start) {
    const BlockScope block(payload, "SEQI");
    text("NAME", name);
    const BlockScope place(payload, "STOF");
    ByteWriter(payload).u32(start);
  };
  text("SPLF", "bail.spl");
  {
    const BlockScope database(payload, "SQDB");
    const BlockScope wrap(payload, "WRAP");
    sequence(std::string(300, 'x'), 1);
    sequence("second", 1);
    sequence(std::string_view("third\0rest", 10), 0);
    sequence("far", 1U << 31);
  }
  const StoredCostume back = read(payload);
  EXPECT_EQ(problems(back), std::vector<std::string>());
  EXPECT_EQ(back.name, "bail.spl");
  EXPECT_EQ(names_of(back.records), (std::vector<std::string>{"third", std::string(255, 'x'), ""}));
}

TEST(AkosRead, NamesRecordsInNoMoreBytesThanTheBlockHas) {
  AkosBuilder builder;
  builder.cel(2, 2, 1);
  for (unsigned number = 0; number < 100; ++number) {
    append_window(builder.tables.windows, 0, WindowMode::loop, 0, 1);
    append_record(builder.tables.records, number, builder.tables.windows, std::string(200, 'x'));
  }
  builder.tables.command = {0};
  builder.tables.records.name_offset.resize(101);  // one SEQI, for all of them
  std::fill(builder.tables.records.name_offset.begin() + 2,
            builder.tables.records.name_offset.end(), 200U);
  builder.tables.records.name.resize(200);
  const std::vector<uint8_t> payload = builder.write();
  const StoredCostume back = read(payload);
  EXPECT_EQ(back.records.number.size(), 100);
  EXPECT_LE(back.records.name.size(), payload.size());
  EXPECT_GT(back.records.name.size(), payload.size() - 200);
}

TEST(AkosRead, TellsOfDamagedNames) {
  AkosBuilder builder;
  builder.cel(2, 2, 1);
  builder.record(4, {{0, WindowMode::loop, {0}}});
  std::vector<uint8_t> payload = builder.write();
  {
    const BlockScope database(payload, "SQDB");
    const BlockScope wrap(payload, "WRAP");
    ByteWriter(payload).zeros(8);
  }
  const StoredCostume back = read(payload);
  EXPECT_EQ(problems(back),
            std::vector<std::string>{"a block in SQDB does not fit; names may be missing"});
  EXPECT_EQ(names_of(back.records), std::vector<std::string>{""});
}

TEST(AkosRead, TellsWhatSequencesLeadToAndIsNotThere) {
  AkosBuilder builder;
  builder.cel(2, 2, 1);
  builder.record(4, {{0, WindowMode::loop, {0, 7}}});
  builder.record(5, {{0, WindowMode::program, {0, 0xC0, 0x02}}});
  builder.record(6, {{0, WindowMode::program, {0, 0xC0, 0x30, 6, 0}}});
  const StoredCostume back = read(builder.write());
  std::vector<std::string> found = problems(back);
  std::ranges::sort(found);
  EXPECT_EQ(found,
            (std::vector<std::string>{"a sequence shows a cel past the end of the costume's table",
                                      "an infinite loop of gotos draws nothing",
                                      "unknown or incomplete command in a sequence"}));
}

TEST(AkosRead, RefusesWhatHasNoHeaderOrNoKnownCodec) {
  EXPECT_EQ(read_akos({}, Version::v7).error().message, "the AKOS has no AKHD");
  AkosBuilder builder;
  builder.tables.codec = 2;
  EXPECT_EQ(read_akos(builder.write(), Version::v7).error().message,
            "AKHD names codec 2; known are 1, 5, 16 and 32");
}

TEST(AkosRead, GoesOnWhereChunksAreMissingOrCut) {
  AkosBuilder builder;
  builder.cel(3, 3, 2);
  builder.record(4, {{0, WindowMode::loop, {0}}});
  builder.record(9, {{0, WindowMode::loop, {0}}});
  const std::vector<uint8_t> whole = builder.write();
  for (const std::string name : {"AKCH", "AKSQ", "AKOF", "AKCI", "AKCD"}) {
    std::vector<uint8_t> payload = whole;
    payload.at(payload_of(payload, name) - kBlockHeaderSize) = 'X';
    const std::vector<std::string> found = problems(read(payload));
    EXPECT_EQ(std::ranges::count(found, "the AKOS has no " + name), 1) << name;
  }
  for (size_t size = 20; size < whole.size(); ++size) {
    const StoredCostume cut = read({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)});
    EXPECT_FALSE(cut.problems.empty()) << size;
  }
}

TEST(AkosRead, LeavesOutADamagedRecordAndKeepsTheOthers) {
  AkosBuilder builder;
  builder.cel(3, 3, 2);
  builder.record(4, {{0, WindowMode::loop, {0}}});
  builder.record(5, {{0, WindowMode::loop, {0}}});
  std::vector<uint8_t> payload = builder.write();
  payload.at(payload_of(payload, "AKCH") + 2 * 6 + 2) = 9;  // The mode of record 4's window.
  const StoredCostume back = read(payload);
  EXPECT_EQ(back.records.number, (Column<uint16_t>{5}));
  EXPECT_EQ(problems(back), (std::vector<std::string>{"record 4 is damaged and skipped"}));
}

TEST(AkosRead, GivesRecordsThatShareOneWindowsInProportionToItsBytes) {
  AkosBuilder builder;
  std::vector<AkosBuilder::Window> off;
  for (uint8_t limb = 0; limb < kLimbs; ++limb) off.push_back({limb, WindowMode::off, {}});
  builder.record(999, off);
  std::vector<uint8_t> payload = builder.write();
  uint8_t* const offsets = payload.data() + payload_of(payload, "AKCH");
  for (size_t record = 4; record < 999; ++record)
    std::copy_n(offsets + 2 * 999, 2, offsets + 2 * record);
  const StoredCostume back = read(payload);
  const uint64_t most = kCostumeWindows.of(payload.size());
  EXPECT_LE(back.windows.limb.size(), most);
  EXPECT_GT(back.windows.limb.size(), most - kLimbs);
  EXPECT_EQ(std::ranges::count_if(problems(back),
                                  [](const std::string& message) {
                                    return message.starts_with("the records have too many windows");
                                  }),
            1);
}

TEST(AkosRead, ACelOutsideItsChunksIsOneFault) {
  AkosBuilder builder;
  builder.cel(3, 3, 2);
  builder.cel(3, 3, 2);
  builder.data_offset[1] = 5000;
  const StoredCostume back = read(builder.write());
  EXPECT_EQ(back.pictures[0].fault, PictureFault::none);
  EXPECT_EQ(back.pictures[1].fault, PictureFault::outside);
}

/// Reads a costume of one cel for each of `starts`, the offset of its header in AKCI. AKCI holds
/// `size` bytes: 1, 2, 3 ….
StoredCostume read_headers(const std::vector<uint16_t>& starts, size_t size) {
  std::vector<uint16_t> offsets;
  for (const uint16_t start : starts) offsets.insert(offsets.end(), {0, 0, start});
  std::vector<uint8_t> payload;
  for (const auto& [name, numbers] :
       {std::pair<const char*, std::vector<uint16_t>>{
            "AKHD", {1, 0, 0, static_cast<uint16_t>(starts.size()), kAkosRle}},
        {"AKOF", offsets},
        {"AKCD", {}},
        {"AKSQ", {}},
        {"AKCH", {}}}) {
    const std::vector<uint8_t> bytes = chunk(name, numbers);
    payload.insert(payload.end(), bytes.begin(), bytes.end());
  }
  {
    const BlockScope block(payload, "AKCI");
    for (size_t i = 1; i <= size; ++i) payload.push_back(static_cast<uint8_t>(i));
  }
  return read(payload);
}

/// Returns how many bytes of each cel's header were read: 12, 4, or 0 if the header is outside
/// AKCI.
std::vector<int> header_sizes(const StoredCostume& tables, const std::vector<uint16_t>& starts) {
  const auto word = [](size_t at) { return static_cast<int>(at + 1 + 256 * (at + 2)); };
  std::vector<int> sizes;
  for (size_t i = 0; i < tables.pictures.size(); ++i) {
    const StoredPicture& cel = tables.pictures[i];
    const std::array<int, 6> read = {cel.width, cel.height, cel.x, cel.y, cel.xinc, cel.yinc};
    int known = 0;
    for (size_t k = 0; k < read.size(); ++k) {
      if (read[k] != 0) known += read[k] == word(starts[i] + 2 * k) ? 2 : 100;
    }
    sizes.push_back(cel.fault == PictureFault::none ? known : 0);
  }
  return sizes;
}

TEST(AkosHeaders, AreOfTheFormThatTheirDistancesTellAlsoWhereSomeAreDamaged) {
  const struct {
    const char* what;
    std::vector<uint16_t> starts;
    size_t size;
    std::vector<int> expected;
    bool is_whole = false;
  } cases[] = {
      {"long ones", {0, 12, 24}, 36, {12, 12, 12}, true},
      {"short ones", {0, 4, 8}, 12, {4, 4, 4}, true},
      {"one long one", {0}, 12, {12}, true},
      {"one short one", {0}, 4, {4}, true},
      {"two long ones", {0, 12}, 24, {12, 12}, true},
      {"two short ones", {0, 4}, 8, {4, 4}, true},
      {"long ones in any order", {24, 0, 12}, 36, {12, 12, 12}, true},
      {"short ones in any order", {8, 0, 4}, 12, {4, 4, 4}, true},
      {"a long one that all share", {0, 0, 0}, 12, {12, 12, 12}, true},
      {"a short one that all share", {0, 0, 0}, 4, {4, 4, 4}, true},
      {"long ones, some shared, with 4 bytes a cel",
       {0, 12, 0, 12, 0, 12},
       24,
       {12, 12, 12, 12, 12, 12},
       true},
      {"short ones, some shared", {0, 4, 4, 8, 0}, 12, {4, 4, 4, 4, 4}, true},
      {"long ones that overlap", {0, 8, 20, 24, 36}, 48, {12, 12, 12, 12, 12}, true},
      {"short ones with gaps between some", {0, 4, 8, 24, 28}, 32, {4, 4, 4, 4, 4}, true},
      {"long ones cut to 4 bytes", {0, 12, 24}, 28, {12, 12, 0}},
      {"two long ones cut to 4 bytes", {0, 12}, 16, {12, 0}},
      {"two long ones cut in the first", {0, 12}, 4, {0, 0}},
      {"one long one cut", {0}, 8, {0}},
      {"short ones cut", {0, 4, 8}, 10, {4, 4, 0}},
      {"one short one cut", {0}, 3, {0}},
      {"bytes behind long ones", {0, 12, 24}, 40, {12, 12, 12}},
      {"bytes behind short ones", {0, 4, 8}, 99, {4, 4, 4}},
      {"a long one elsewhere", {0, 12, 28, 36, 48}, 60, {12, 12, 12, 12, 12}},
      {"a short one elsewhere", {0, 4, 8, 9, 16, 20, 24}, 28, {4, 4, 4, 4, 4, 4, 4}},
      {"a long one outside", {0, 12, 60000, 36}, 48, {12, 12, 0, 12}},
      {"a short one outside", {0, 4, 8, 60000, 16, 20}, 24, {4, 4, 4, 0, 4, 4}},
      {"all at the end", {12, 12}, 12, {0, 0}},
      {"none", {}, 12, {}},
      {"no headers", {0, 4, 8}, 0, {0, 0, 0}},
  };
  for (const auto& one : cases) {
    const StoredCostume back = read_headers(one.starts, one.size);
    EXPECT_EQ(header_sizes(back, one.starts), one.expected) << one.what;
    if (one.is_whole) {
      EXPECT_EQ(problems(back), std::vector<std::string>()) << one.what;
    }
  }
}

TEST(AkosTransparent, IsThatOfTheCodecTheGameAndTheRoom) {
  const std::vector<uint8_t> few = {7, 8};
  const std::vector<uint8_t> all(256, 7);
  std::vector<uint8_t> map(256, 9);
  map[7] = 33;
  const struct {
    uint8_t codec;
    Bytes colors;
    Version version;
    Bytes map;
    unsigned transparent;
  } cases[] = {
      {1, few, Version::v7, {}, 0},      {5, few, Version::he70, {}, 255},
      {32, few, Version::he70, {}, 255}, {16, few, Version::v8, {}, 255},
      {16, few, Version::he60, {}, 255}, {16, few, Version::he61, {}, 7},
      {16, all, Version::he70, {}, 255}, {16, {}, Version::he70, {}, 255},
      {16, few, Version::he70, map, 33}, {16, {}, Version::he70, map, 255},
      {1, few, Version::he70, map, 0},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(akos_transparent(one.codec, one.colors, one.version, one.map), one.transparent)
        << int{one.codec} << ' ' << facts(one.version).name;
  }
}

TEST(ReadAkos, KnowsThePixelValuesOfShadows) {
  using Values = std::vector<uint8_t>;
  AkosBuilder builder;
  builder.tables.color = {0, 7, 13, 8, 0, 13};
  EXPECT_EQ(read(builder.write(), Version::v7).shadow, (Values{2, 5}));
  EXPECT_EQ(read(builder.write(), Version::v8).shadow, (Values{1, 4}));
  EXPECT_EQ(read(builder.write(), Version::he61).shadow, Values{});
  builder.tables.codec = kAkosMajMin;
  EXPECT_EQ(read(builder.write(), Version::v7).shadow, Values{13});
  EXPECT_EQ(read(builder.write(), Version::v8).shadow, (Values{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ReadAkos, NumbersCelsIn16Bits) {
  const StoredCostume tables = read_headers(std::vector<uint16_t>(65540), 12);
  EXPECT_EQ(tables.pictures.size(), 65535u);
  const std::vector<std::string> told = problems(tables);
  EXPECT_NE(std::ranges::find(told, "AKOF holds 65540 cels; the first 65535 are read"), told.end());
}

TEST(ReadAkos, ReadsAuxiliaryPictures) {
  std::vector<uint8_t> payload = AkosBuilder().write();
  ByteWriter writer(payload);
  size_t data = 0;
  {
    const BlockScope akax(payload, "AKAX");
    const BlockScope wrap(payload, "WRAP");
    {
      const BlockScope offs(payload, "OFFS");
      for (const uint32_t offset : {24u, 16u, 24u}) writer.u32(offset + 4);
    }
    { const BlockScope empty(payload, "AUXD"); }
    const BlockScope auxd(payload, "AUXD");
    const BlockScope axfd(payload, "AXFD");
    for (const unsigned value : {1u, 2u, 0xFFFDu, 4u, 5u}) writer.u16(value);
    data = payload.size();
    writer.zeros(7);
  }
  const std::vector<StoredPicture> pictures = read(payload, Version::he80).pictures;
  const PictureShape shape{4, 5, 2, -3, 0, 0};
  EXPECT_EQ(std::vector<PictureShape>(pictures.begin(), pictures.end()),
            (std::vector<PictureShape>{shape, {}, shape}));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(pictures[i].fault, i == 1 ? PictureFault::zero_size : PictureFault::none);
  }
  EXPECT_EQ(pictures[0].data, data);
  EXPECT_EQ(pictures[2].data_end, data + 7);
}

/// The true colours of a costume with this AKPL and an RGBS of `count` colours (i, 9, 3).
Column<uint8_t> true_colors(uint8_t codec, const Column<uint8_t>& colors, unsigned count,
                            Version version = Version::v8) {
  StoredCostume tables;
  tables.codec = codec;
  tables.color = colors;
  for (unsigned i = 0; i < count; ++i) {
    for (const unsigned part : {i, 9u, 3u}) tables.rgb.push_back(static_cast<uint8_t>(part));
  }
  return akos_true_colors(tables, tables.color, version);
}

TEST(AkosTrueColors, AreOneForEachPixelValue) {
  using Rgb = Column<uint8_t>;
  const Rgb few = {200, 100};
  const Rgb all(256, 7);
  EXPECT_EQ(true_colors(kAkosRle, few, 2), (Rgb{0, 9, 3, 1, 9, 3}));
  EXPECT_EQ(true_colors(kAkosRle, few, 256), (Rgb{200, 9, 3, 100, 9, 3}));
  EXPECT_EQ(true_colors(kAkosRle, all, 256)[6], 2) << "by pixel value";
  EXPECT_EQ(true_colors(kAkosRle, all, 256, Version::he99)[6], 7) << "by colour";
  EXPECT_EQ(true_colors(kAkosTrle, {}, 256, Version::he99)[6], 2);
  for (const unsigned count : {0, 1, 3, 255, 257}) {
    EXPECT_EQ(true_colors(kAkosRle, few, count), Rgb{}) << count;
    EXPECT_EQ(true_colors(kAkosTrle, few, count), Rgb{}) << count;
  }
  EXPECT_EQ(true_colors(kAkosBomp, few, 256), Rgb{});
}

}  // namespace
}  // namespace wardrobe
