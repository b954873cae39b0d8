#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "formats/play_rules.h"
#include "formats/version.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_columns.h"
#include "tools/library/wardrobe_player.h"
#include "tools/library/wardrobe_room.h"
#include "tools/render/render.h"
#include "tools/sample/sample.h"

namespace wardrobe {

inline constexpr Version kSampleVersions[] = {
    Version::v1, Version::v2, Version::v3_16, Version::v3, Version::v4,
    Version::v5, Version::v6, Version::v7,    Version::v8, Version::he80};

/// Returns the archive of the sample game of `version`, packed once.
inline const std::vector<uint8_t>& sample_file(Version version, bool backgrounds = false) {
  static std::map<std::pair<Version, bool>, std::vector<uint8_t>> files;
  std::vector<uint8_t>& file = files[{version, backgrounds}];
  if (file.empty()) {
    const TestGame game = test_game(sample_rooms(version), version);
    Result<Packed> packed =
        pack_game(game.input(), {.level = 1, .backgrounds = backgrounds, .progress = {}});
    EXPECT_TRUE(packed) << packed.error().message;
    file = packed->file;
  }
  return file;
}

/// An archive opened through the C functions, and the same archive with its tables in C++.
struct Sample {
  wardrobe_archive* c = nullptr;
  OpenArchive open;

  explicit Sample(Version version, bool backgrounds = false)
      : Sample(sample_file(version, backgrounds)) {}
  explicit Sample(const std::vector<uint8_t>& file) : open(opened(file)) {
    wardrobe_error error{};
    EXPECT_EQ(wardrobe_open_memory(file.data(), file.size(), &c, &error), WARDROBE_OK)
        << error.message;
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;
  ~Sample() { wardrobe_archive_free(c); }

  operator const wardrobe_archive*() const { return c; }  // NOLINT(*-explicit-*)
  const TablesView& tables() const { return open.tables; }

 private:
  static OpenArchive opened(const std::vector<uint8_t>& file) {
    Result<Archive> archive = Archive::open(open_memory(file));
    EXPECT_TRUE(archive);
    return {*std::move(archive)};
  }
};

/// Returns the number of rows of a table.
inline uint32_t row_count(const wardrobe_archive* archive, const char* table) {
  uint32_t count = 0;
  EXPECT_EQ(wardrobe_row_count(archive, table, &count, nullptr), WARDROBE_OK);
  return count;
}

/// Returns the structure that a function reads for a row.
template <class Row>
Row read(wardrobe_status (*function)(const wardrobe_archive*, uint32_t, Row*, size_t,
                                     wardrobe_error*),
         const wardrobe_archive* archive, uint32_t row) {
  Row read{};
  EXPECT_EQ(function(archive, row, &read, sizeof(read), nullptr), WARDROBE_OK);
  return read;
}

/// Returns the row or number that a function finds.
template <class Find, class... Arguments>
uint32_t found(const Find& find, const Sample& sample, Arguments... arguments) {
  uint32_t row = WARDROBE_NONE;
  EXPECT_EQ(find(sample.c, arguments..., &row, nullptr), WARDROBE_OK);
  return row;
}

/// Returns the colours of a costume.
inline wardrobe_colors colors_of(const Sample& sample, uint32_t costume,
                                 uint32_t palette = WARDROBE_NONE) {
  wardrobe_colors colors{};
  EXPECT_EQ(wardrobe_read_colors(sample.c, costume, palette, &colors, nullptr), WARDROBE_OK);
  return colors;
}

/// Returns the rows that call(room for them, its capacity, count) gives.
template <class Row, class Call>
std::vector<Row> all_of(const Call& call) {
  size_t count = 0;
  EXPECT_EQ(call(nullptr, 0, &count), WARDROBE_OK);
  std::vector<Row> rows(count);
  EXPECT_EQ(call(rows.data(), count, &count), WARDROBE_OK);
  return rows;
}

/// Returns the cels of a tick.
inline std::vector<wardrobe_cel> cels_at(const wardrobe_archive* archive, uint32_t timeline,
                                         uint32_t tick) {
  return all_of<wardrobe_cel>([&](wardrobe_cel* cels, size_t capacity, size_t* count) {
    return wardrobe_read_cels(archive, timeline, tick, cels, capacity, count, nullptr);
  });
}

/// Returns the events of a timeline.
inline std::vector<wardrobe_event> events_of(const wardrobe_archive* archive, uint32_t timeline) {
  return all_of<wardrobe_event>([&](wardrobe_event* events, size_t capacity, size_t* count) {
    return wardrobe_read_events(archive, timeline, events, capacity, count, nullptr);
  });
}

/// Compares two cels; each is a wardrobe_cel or a Cel.
inline constexpr auto kSameCel = [](const auto& a, const auto& b) {
  return a.picture == b.picture && a.x == b.x && a.y == b.y && a.index == b.index &&
         a.limb == b.limb && a.flip == b.flip;
};

}  // namespace wardrobe
