#include "tests/heavy/fuzz/use_library.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/heavy/fuzz/edits.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_columns.h"
#include "tools/library/wardrobe_player.h"
#include "tools/library/wardrobe_room.h"

namespace wardrobe {
namespace {

constexpr uint32_t kSide = 64;
constexpr uint32_t kMostRows = 50;
constexpr uint32_t kTicks = 4;

/// The archive and the canvas of one input.
struct Subject {
  wardrobe_archive* archive = nullptr;
  std::vector<uint8_t> pixels = std::vector<uint8_t>(4 * kSide * kSide);
  wardrobe_canvas canvas{pixels.data(), 4 * kSide, kSide, kSide, 30, 40, {5, 6, 50, 40}, nullptr};
  wardrobe_colors colors{};

  uint32_t rows(const char* table) const {
    uint32_t count = 0;
    wardrobe_row_count(archive, table, &count, nullptr);
    return std::min(count + 1, kMostRows);
  }
};

/// Reads each byte of a function's result.
void touch(const void* data, size_t size) {
  static volatile uint8_t sum = 0;
  for (size_t i = 0; i < size; ++i) sum = sum + static_cast<const uint8_t*>(data)[i];
}

void read_columns(const Subject& subject) {
  for (uint32_t i = 0; i < wardrobe_column_count(subject.archive); ++i) {
    constexpr size_t kSizes[] = {0, 1, 2, 4, 8, 2, 4};
    wardrobe_column column{};
    const char* const name = wardrobe_column_name(subject.archive, i);
    if (wardrobe_read_column(subject.archive, name, &column, sizeof(column), nullptr) !=
        WARDROBE_OK)
      continue;
    touch(column.data, column.count * kSizes[column.type]);
  }
  const uint8_t* image = nullptr;
  size_t size = 0;
  if (wardrobe_read_image(subject.archive, &image, &size, nullptr) == WARDROBE_OK) {
    touch(image, size);
  }
}

/// The rows of the other tables list what use_archive() lists.
void read_game(const Subject& subject) {
  wardrobe_game game{};
  require(wardrobe_read_game(subject.archive, &game, sizeof(game), nullptr) == WARDROBE_OK);
  touch(game.reason, std::strlen(game.reason));
  char* text = nullptr;
  size_t size = 0;
  if (wardrobe_list(subject.archive, "failures", &text, &size, nullptr) == WARDROBE_OK) {
    touch(text, size + 1);
  }
  wardrobe_text_free(text);
}

void read_rows(Subject& subject) {
  const wardrobe_archive* const archive = subject.archive;
  wardrobe_error error{};
  for (const char* table : {"objects", "wearers", "costumes", "records"}) {
    for (uint32_t row = 0; row < subject.rows(table); ++row) {
      const char* name = nullptr;
      if (wardrobe_read_name(archive, table, row, &name, &error) == WARDROBE_OK) {
        touch(name, std::strlen(name));
      }
    }
  }
  for (uint32_t row = 0; row < subject.rows("costumes"); ++row) {
    wardrobe_costume costume{};
    uint32_t found = 0;
    wardrobe_read_costume(archive, row, &costume, sizeof(costume), &error);
    wardrobe_find_costume(archive, row, &found, &error);
    wardrobe_find_timeline(archive, row, 1, 180, &found, &error);
    wardrobe_find_timeline(archive, row, WARDROBE_NONE, 180, &found, &error);
    wardrobe_read_colors(archive, row, WARDROBE_NONE, &subject.colors, &error);
    wardrobe_read_colors(archive, row, row, &subject.colors, &error);
  }
  for (uint32_t row = 0; row < subject.rows("pictures"); ++row) {
    wardrobe_picture picture{};
    if (wardrobe_read_picture(archive, row, &picture, sizeof(picture), &error) == WARDROBE_OK) {
      touch(picture.indices, size_t{picture.width} * picture.height);
    }
  }
  for (uint32_t row = 0; row < subject.rows("sources"); ++row) {
    wardrobe_source source{};
    if (wardrobe_read_source(archive, row, &source, sizeof(source), &error) == WARDROBE_OK) {
      touch(source.name, std::strlen(source.name) + 1);
    }
  }
  for (uint32_t row = 0; row < subject.rows("failures"); ++row) {
    wardrobe_failure failure{};
    if (wardrobe_read_failure(archive, row, &failure, sizeof(failure), &error) == WARDROBE_OK) {
      touch(failure.message, std::strlen(failure.message) + 1);
    }
  }
  uint32_t palette = 0;
  wardrobe_find_palette(archive, 12, 0, &palette, &error);
}

void show_timelines(const Subject& subject) {
  const wardrobe_archive* const archive = subject.archive;
  std::vector<wardrobe_cel> cels(100);
  std::vector<wardrobe_event> events(100);
  for (uint32_t row = 0; row < subject.rows("timelines"); ++row) {
    wardrobe_timeline timeline{};
    wardrobe_read_timeline(archive, row, &timeline, sizeof(timeline), nullptr);
    size_t count = 0;
    wardrobe_read_events(archive, row, events.data(), events.size(), &count, nullptr);
    for (const uint32_t tick : {0u, 1u, 5u, UINT32_MAX}) {
      const bool read = wardrobe_read_cels(archive, row, tick, cels.data(), cels.size(), &count,
                                           nullptr) == WARDROBE_OK;
      wardrobe_draw_tick(archive, row, tick, nullptr, &subject.canvas, sizeof(subject.canvas),
                         nullptr);
      wardrobe_draw_tick(archive, row, tick, &subject.colors, &subject.canvas,
                         sizeof(subject.canvas), nullptr);
      if (!read) continue;
      wardrobe_box box{};
      count = std::min(count, cels.size());
      wardrobe_measure_cels(archive, cels.data(), count, &box, nullptr);
      wardrobe_draw_cels(archive, cels.data(), count, nullptr, &subject.canvas,
                         sizeof(subject.canvas), nullptr);
    }
  }
}

void show_rooms(Subject& subject) {
  const wardrobe_archive* const archive = subject.archive;
  std::vector<wardrobe_cel> cels(100);
  size_t count = 0;
  size_t boxes_there = 0;
  wardrobe_read_cels(archive, 0, 0, cels.data(), cels.size(), &count, nullptr);
  count = std::min(count, cels.size());
  int32_t clip = 0;
  wardrobe_find_clip(archive, 0, 1, &clip, nullptr);
  for (uint32_t row = 0; row < subject.rows("rooms"); ++row) {
    wardrobe_room room{};
    uint32_t found = 0;
    if (wardrobe_read_room(archive, row, &room, sizeof(room), nullptr) == WARDROBE_OK) {
      touch(room.name, std::strlen(room.name) + 1);
    }
    wardrobe_find_room(archive, room.number, &found, nullptr);
    wardrobe_read_palette(archive, row, &subject.colors, nullptr);
    for (uint32_t plane = 0; plane < std::min(room.plane_count, kMostRows) + 2; ++plane) {
      const uint8_t* bits = nullptr;
      size_t size = 0;
      if (wardrobe_read_plane(archive, row, plane, &bits, &size, nullptr) == WARDROBE_OK) {
        touch(bits, size);
      }
    }
    size_t objects = 0;
    wardrobe_read_object_states(archive, row, WARDROBE_OBJECTS_ALL, nullptr, 0, &objects, nullptr);
    std::vector<uint8_t> states(objects);
    wardrobe_read_object_states(archive, row, WARDROBE_OBJECTS_ALL, states.data(), objects,
                                &objects, nullptr);
    wardrobe_set_object_state(archive, row, 1, states.data(), objects, nullptr);
    for (const int32_t at : {0, 5, INT32_MIN, INT32_MAX}) {
      for (const uint32_t box : {WARDROBE_NONE, 1u}) {
        wardrobe_actor actor{row, 0, at, 3, box, 1, 200, states.data(), states.size()};
        wardrobe_place_actor(archive, &actor, sizeof(actor), nullptr);
        uint32_t boxes[2] = {};
        wardrobe_read_boxes_at(archive, row, at, 3, boxes, 2, &boxes_there, nullptr);
        for (actor.costume = 0; actor.costume < 2; ++actor.costume) {
          wardrobe_draw_actor(archive, &actor, sizeof(actor), cels.data(), count,
                              actor.costume == 0 ? nullptr : &subject.colors, &subject.canvas,
                              sizeof(subject.canvas), nullptr);
        }
      }
    }
    wardrobe_draw_room(archive, row, nullptr, 0, nullptr, &subject.canvas, sizeof(subject.canvas),
                       nullptr);
    wardrobe_draw_room(archive, row, states.data(), objects, &subject.colors, &subject.canvas,
                       sizeof(subject.canvas), nullptr);
  }
}

void play(const Subject& subject) {
  for (uint32_t costume = 0; costume < subject.rows("costumes"); ++costume) {
    wardrobe_player* player = nullptr;
    if (wardrobe_player_new(subject.archive, costume, &player, nullptr) != WARDROBE_OK) continue;
    for (uint32_t chore = 0; chore < 4; ++chore) {
      wardrobe_player_reset(player, 90 * chore, chore % 2, nullptr);
      wardrobe_player_start(player, chore, WARDROBE_ALL_LIMBS, nullptr);
      wardrobe_player_face(player, 45 * chore, nullptr);
      wardrobe_player_animate(player, 244 + chore, nullptr);
      for (uint32_t tick = 0; tick < kTicks; ++tick) {
        size_t count = 0;
        wardrobe_player_cels(player, nullptr, 0, &count, nullptr);
        wardrobe_player_draw(player, &subject.colors, &subject.canvas, sizeof(subject.canvas),
                             nullptr);
        wardrobe_player_step(player, nullptr);
        wardrobe_player_events(player, nullptr, 0, &count, nullptr);
      }
    }
    wardrobe_player_free(player);
  }
}

}  // namespace

void use_library(wardrobe_archive* archive) {
  Subject subject;
  subject.archive = archive;
  read_rows(subject);
  show_timelines(subject);
  show_rooms(subject);
  read_columns(subject);
  read_game(subject);
  play(subject);
  wardrobe_verify(archive, nullptr);
  wardrobe_archive_free(archive);
}

int use_library_on(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  wardrobe_archive* archive = nullptr;
  if (wardrobe_open_memory(bytes.data(), bytes.size(), &archive, nullptr) != WARDROBE_OK) return 1;
  use_library(archive);
  return 0;
}

}  // namespace wardrobe
