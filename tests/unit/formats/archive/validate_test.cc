#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

Status validated(const Tables& tables, size_t backgrounds, size_t pixels) {
  const Result<Counts> rows = count_rows(tables, backgrounds, pixels);
  return rows ? validate(tables, *rows) : rows.error();
}

TEST(Validate, AcceptsRightTables) {
  const SmallArchive small = small_room_archive();
  EXPECT_TRUE(validated(small.tables, small.backgrounds.size(), small.pixels.size()));
  Tables empty;
  empty.game.version = {Version::v5};
  EXPECT_TRUE(validated(empty, 0, 0));
}

struct Damage {
  const char* what;
  std::function<void(Tables&)> damage;
  const char* message;  ///< after "the tables contradict each other: "
};

void expect_refused(const std::vector<Damage>& cases, const SmallArchive& right = small_archive()) {
  for (const Damage& wrong : cases) {
    SmallArchive small = right;
    wrong.damage(small.tables);
    const Status valid = validated(small.tables, small.backgrounds.size(), small.pixels.size());
    ASSERT_FALSE(valid) << wrong.what;
    EXPECT_EQ(valid.error().code, ErrorCode::damaged) << wrong.what;
    EXPECT_EQ(valid.error().message,
              std::string("the tables contradict each other: ") + wrong.message)
        << wrong.what;
  }
}

constexpr const char* kContradict = "the tables contradict each other: ";

/// Whether a column may have the value.
bool allows(const schema::Bounds& bounds, int64_t value) {
  return std::ranges::any_of(bounds.allowed(), [&](const schema::Bounds::Range& range) {
    return range.first <= value && value <= range.last;
  });
}

/// golden_archive(), which has a row of everything.
class ValidateColumns : public testing::Test {
 protected:
  Status validated() const {
    return wardrobe::validated(small.tables, small.backgrounds.size(), small.pixels.size());
  }

  void expect_said(const std::string& message) {
    const Status valid = validated();
    ASSERT_FALSE(valid) << message;
    EXPECT_EQ(valid.error().message, kContradict + message);
    ++tried;
  }

  SmallArchive small = golden_archive();
  size_t tried = 0;
};

TEST_F(ValidateColumns, BeyondTheirBoundsAreRefused) {
  const Counts rows = *count_rows(small.tables, small.backgrounds.size(), small.pixels.size());
  zip_columns(
      [&](const ColumnInfo& info, auto& column) {
        using T = typename std::remove_cvref_t<decltype(column)>::value_type;
        std::vector<int64_t> values;
        for (const auto& [first, last] : info.bounds.allowed()) {
          values.insert(values.end(), {first - 1, last + 1});
        }
        if (info.bounds.row_of) {
          values.push_back(
              static_cast<int64_t>(rows.find(table_name(*info.bounds.row_of))->second));
          if (!info.bounds.or_none) values.push_back(kNone);
        }
        for (const int64_t value : values) {
          const T wrong = static_cast<T>(value);
          if (static_cast<int64_t>(wrong) != value || allows(info.bounds, value)) continue;
          const T right = std::exchange(column[0], wrong);
          expect_said(info.name() + " must be: " + words(info.bounds));
          column[0] = right;
        }
      },
      small.tables);
  EXPECT_GT(tried, 80u);
}

TEST_F(ValidateColumns, OfOffsetsThatDoNotDivideTheirTargetAreRefused) {
  zip_columns(
      [&](const ColumnInfo& info, auto& column) {
        if constexpr (kIsOffsets<std::remove_cvref_t<decltype(column)>>) {
          for (auto* const offset : {&column[0], &column.back()}) {
            ++*offset;
            expect_said(info.name() +
                        ": does not rise from 0 to the number of elements that it divides");
            --*offset;
          }
        }
      },
      small.tables);
  EXPECT_GT(tried, 40u);
}

TEST_F(ValidateColumns, WithListsThatAreTooLongAreRefused) {
  Offsets* offsets = nullptr;  // of the next column
  ColumnInfo of_offsets{};
  zip_columns(
      [&](const ColumnInfo& info, auto& column) {
        using Column = std::remove_cvref_t<decltype(column)>;
        if constexpr (std::is_same_v<Column, Offsets>) {
          offsets = &column;
          of_offsets = info;
        } else if (info.is_list && !kIsOffsets<Column> && !of_offsets.count.is_any()) {
          const Column right = column;
          const Offsets divided = *offsets;
          column.resize(of_offsets.count.most + 1);
          std::fill(offsets->begin() + 1, offsets->end(), static_cast<uint32_t>(column.size()));
          expect_said(of_offsets.name() + " must be: " + words(of_offsets.count) + " a row");
          column = right;
          *offsets = divided;
        }
      },
      small.tables);
  EXPECT_GT(tried, 5u);
}

TEST_F(ValidateColumns, OfDifferentLengthsAreRefused) {
  zip_columns(
      [&](const ColumnInfo& info, auto& column) {
        const auto whole = column;
        column.push_back({});
        EXPECT_FALSE(validated()) << info.name() << " is too long";
        column.clear();
        EXPECT_FALSE(validated()) << info.name() << " is empty";
        column = whole;
      },
      small.tables);
  EXPECT_TRUE(validated());
  expect_refused({
      {"a column too short", [](Tables& t) { t.costumes.format.pop_back(); },
       "costumes: its columns differ in length"},
      {"two games",
       [](Tables& t) {
         zip_columns_of([](const ColumnInfo&, auto& column) { column.push_back({}); }, t.game);
         t.game.evidence.clear();
       },
       "game must have one row"},
      {"a record without a timeline",
       [](Tables& t) {
         t.records.number.push_back(9);
         t.records.window_offset.push_back(2);
         t.records.name_offset.push_back(t.records.name_offset.back());
         t.costumes.record_offset.back() = 3;
       },
       "timelines must have a row for each of records"},
  });
}

TEST(Validate, RefusesWhatCostumesCannotHave) {
  constexpr const char* kWindow =
      "windows.length must be: COST: modes 1 to 3; ends within the commands; 1 to 128, in mode 1 "
      "none";
  expect_refused({
      {"a COST with a codec of AKOS", [](Tables& t) { t.costumes.codec[0] = 5; },
       "costumes.codec must be: COST: a format, and codec 1; AKOS: format 0"},
      {"the default timeline of another costume",
       [](Tables& t) { t.costumes.default_timeline[1] = 0; },
       "costumes.default_timeline must be: one of the costume's, if it has any"},
      {"no default timeline although there are timelines",
       [](Tables& t) { t.costumes.default_timeline[1] = kNone; },
       "costumes.default_timeline must be: one of the costume's, if it has any"},
      {"an AKOS with a format of COST", [](Tables& t) { t.costumes.kind[0] = Kind::akos; },
       "costumes.codec must be: COST: a format, and codec 1; AKOS: format 0"},
      {"aliases that do not rise",
       [](Tables& t) {
         t.costumes.alias = {7, 7};
         t.costumes.alias_offset = {0, 2, 2};
       },
       "costumes.alias must be: rising"},
      {"costumes out of order", [](Tables& t) { t.costumes.offset[0] = 9000; },
       "costumes.offset must be: in order of file and offset"},
      {"two costumes in one place", [](Tables& t) { t.costumes.offset[0] = t.costumes.offset[1]; },
       "costumes.offset must be: in order of file and offset"},
      {"a record twice",
       [](Tables& t) {
         t.costumes.table_offset = {0, 2, 2};
         t.costumes.record_offset = {0, 2, 2};
         t.costumes.command_offset = {0, 2, 2};
       },
       "records.number must be: rising"},
      {"a limb twice",
       [](Tables& t) {
         t.records.window_offset = {0, 2, 2};
       },
       "windows.limb must be: 0 to 15; rising"},
      {"a window past the commands", [](Tables& t) { t.windows.length[1] = 2; }, kWindow},
      {"a window without commands", [](Tables& t) { t.windows.length[0] = 0; }, kWindow},
      {"a limb switched off with commands", [](Tables& t) { t.windows.mode[0] = WindowMode::off; },
       kWindow},
      {"a COST window of an AKOS mode", [](Tables& t) { t.windows.mode[0] = WindowMode::program; },
       kWindow},
      {"a COST window of 129 commands",
       [](Tables& t) {
         t.costumes.command.resize(131);
         t.costumes.command_offset = {0, 130, 131};
         t.windows.length[0] = 129;
       },
       kWindow},
  });
}

TEST(Validate, RefusesPicturesThatDoNotGoWithEntriesAndPixels) {
  constexpr const char* kPicture =
      "entries.picture must be: a row in state 1, else none; first uses rise by 1, those of images "
      "follow";
  expect_refused({
      {"a state without its picture", [](Tables& t) { t.entries.picture[0] = kNone; }, kPicture},
      {"a picture in an empty slot", [](Tables& t) { t.entries.state[0] = EntryState::empty; },
       kPicture},
      {"pictures out of order", [](Tables& t) { t.entries.picture[0] = 1; }, kPicture},
      {"a picture of no entry",
       [](Tables& t) {
         t.entries.picture = {0, 0, 0, 0};
       },
       kPicture},
      {"a picture of another size", [](Tables& t) { t.pictures.width[0] = 17; },
       "pictures.pixel_offset must be: width · height"},
  });
}

TEST(Validate, RefusesTimelinesThatContradictThemselves) {
  constexpr const char* kLoop = "timelines.loop_start must be: a tick, or none if truncated";
  constexpr const char* kRead = "timelines.read_offset must be: one or more if dynamic, else none";
  expect_refused({
      {"a loop that starts past its end", [](Tables& t) { t.timelines.loop_start[0] = 2; }, kLoop},
      {"a loop of a truncated timeline", [](Tables& t) { t.timelines.flags[0] = kTruncated; },
       kLoop},
      {"a timeline without ticks", [](Tables& t) { t.timelines.tick_offset[1] = 0; },
       "timelines.tick_offset must be: 1 or more a row"},
      {"an event past the end", [](Tables& t) { t.events.tick[0] = 2; },
       "events.tick must be: a tick of its timeline"},
      {"a dynamic timeline that reads nothing", [](Tables& t) { t.timelines.flags[0] = kDynamic; },
       kRead},
      {"a read of a timeline that is not dynamic",
       [](Tables& t) {
         t.timelines.read = {1};
         t.timelines.read_offset = {0, 1, 1};
       },
       kRead},
  });
}

TEST(Validate, RefusesMoreThanReadersCanTake) {
  expect_refused(
      {
          {"costumes.command_offset",
           [](Tables& t) {
             t.costumes.command.resize(65538);
             t.costumes.command_offset = {0, 1, 2, 65538};
           },
           "costumes.command_offset must be: AKOS: at most 65,535"},
          {"costumes.table_offset",
           [](Tables& t) {
             t.limb_tables.limb.resize(20, 0);
             t.limb_tables.entry_offset.resize(21, t.limb_tables.entry_offset.back());
             t.costumes.table_offset = {0, 19, 19, 20};
           },
           "costumes.table_offset must be: at most 18 a row"},
          {"tables.limb",
           [](Tables& t) {
             t.costumes.table_offset = {0, 2, 2, 3};
           },
           "tables.limb must be: rising; none is the first"},
          {"tables.limb",
           [](Tables& t) {
             t.costumes.table_offset = {0, 1, 1, 3};
           },
           "tables.limb must be: rising; none is the first"},
          {"tables.entry_offset",
           [](Tables& t) {
             zip_columns_of([](const ColumnInfo&, auto& column) { column.resize(65536); },
                            t.entries);
             t.limb_tables.entry_offset = {0, 65536, 65536, 65536};
           },
           "tables.entry_offset must be: at most 65535 a row"},
          {"frames.cel_offset",
           [](Tables& t) {
             zip_columns_of([](const ColumnInfo&, auto& column) { column.resize(4097); }, t.cels);
             t.frames.cel_offset = {0, 4097, 4097, 4097};
           },
           "frames.cel_offset must be: at most 4096 a row"},
      },
      small_akos_archive());
}

TEST(Validate, AcceptsTheTablesOfAnAkosInTheirOrder) {
  SmallArchive small = small_akos_archive();
  small.tables.limb_tables.limb = {0, kNoLimb, kAuxiliaryLimb};
  small.tables.costumes.table_offset = {0, 1, 1, 3};
  EXPECT_TRUE(validated(small.tables, 0, small.pixels.size()));
}

TEST(Validate, AcceptsValuesAtTheirLimits) {
  SmallArchive small = small_archive();
  Tables& t = small.tables;
  t.limb_tables.limb[0] = 15;
  t.windows.limb[0] = 15;
  t.cels.limb[0] = 15;
  t.cels.x[0] = kMaxPlace;
  t.cels.y[0] = -kMaxPlace;
  t.events.limb[0] = 15;
  t.costumes.command.resize(129);
  t.costumes.command_offset = {0, 128, 129};
  t.windows.length[0] = 128;
  t.failures.costume[0] = kNone;
  t.failures.source[0] = kNone;
  t.timelines.flags[0] = kTruncated | kStuck | kMissingPicture;
  t.timelines.loop_start[0] = kNone;
  const Status valid = validated(t, 0, small.pixels.size());
  EXPECT_TRUE(valid) << valid.error().message;
}

TEST(Validate, RefusesRoomsWhosePicturesDoNotFitThem) {
  const char* const background =
      "rooms.background_offset must be: width · height, at most 32 Mi, or none";
  const char* const plane = "planes.bits_offset must be: height · ⌈width / 8⌉ of its room, or none";
  expect_refused(
      {
          {"a background too small", [](Tables& t) { ++t.rooms.height[0]; }, background},
          {"a background in the wrong room",
           [](Tables& t) {
             t.rooms.background_offset = {0, 0, 60};
             std::swap(t.rooms.background_xxh64[0], t.rooms.background_xxh64[1]);
             t.rooms.see_through.clear();
             t.rooms.see_through_offset = {0, 0, 0};
           },
           background},
          {"a strip too many",
           [](Tables& t) {
             t.rooms.see_through.push_back(0);
             t.rooms.see_through_offset = {0, 3, 3};
           },
           "rooms.see_through_offset must be: ⌊width / 8⌋ with a background, else none"},
          {"a hash of nothing", [](Tables& t) { t.rooms.background_xxh64[1] = 1; },
           "rooms.background_xxh64 must be: 0 without a background"},
          {"eight planes",
           [](Tables& t) {
             for (int i = 0; i < 6; ++i) t.planes.bits_offset.push_back(9);
             t.rooms.plane_offset = {0, 8, 8};
           },
           "rooms.plane_offset must be: at most 7 a row"},
          {"a plane too small",
           [](Tables& t) {
             t.planes.bits.pop_back();
             t.planes.bits_offset = {0, 8, 8};
           },
           plane},
          {"a plane of another room",
           [](Tables& t) {
             t.rooms.plane_offset = {0, 0, 2};
           },
           plane},
      },
      small_room_archive());
}

}  // namespace
}  // namespace wardrobe
