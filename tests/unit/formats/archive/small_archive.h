#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "formats/archive/file.h"
#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/tables.h"

namespace wardrobe {

/// Appends a row whose columns are all 0, and whose lists are empty.
template <class Table>
void add_row(Table& table) {
  zip_columns_of(
      [](const ColumnInfo& info, auto& column) {
        if constexpr (kIsOffsets<std::remove_cvref_t<decltype(column)>>) {
          column.push_back(column.back());
        } else if (!info.is_list) {
          column.push_back({});
        }
      },
      table);
}

/// Appends a room without a size, planes, boxes, scale slots or a background.
inline void add_room(Rooms& rooms, uint16_t number, uint32_t source, uint32_t offset,
                     std::string_view name = {}) {
  add_row(rooms);
  rooms.number.back() = number;
  rooms.source.back() = source;
  rooms.offset.back() = offset;
  rooms.palette.back() = kNone;
  rooms.name.insert(rooms.name.end(), name.begin(), name.end());
  rooms.name_offset.back() = static_cast<uint32_t>(rooms.name.size());
}

/// Tables and pixels of a small archive, valid by FORMAT.md.
struct SmallArchive {
  Tables tables;
  std::vector<uint8_t> backgrounds;
  std::vector<uint8_t> pixels;

  void add_picture(uint16_t width, uint16_t height, uint8_t first) {
    std::vector<uint8_t> picture(size_t{width} * height);
    for (size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<uint8_t>((first + i) % 16);
    pixels.insert(pixels.end(), picture.begin(), picture.end());
    Pictures& to = tables.pictures;
    to.width.push_back(width);
    to.height.push_back(height);
    to.transparent.push_back(0);
    to.xxh64.push_back(xxh64(picture));
    to.pixel_offset.push_back(pixels.size());
  }

  void add_entry(EntryState state, uint32_t picture, int16_t x) {
    Entries& to = tables.entries;
    to.state.push_back(state);
    to.reached.push_back(1);
    to.picture.push_back(picture);
    to.x.push_back(x);
    to.y.push_back(-20);
    to.xinc.push_back(1);
    to.yinc.push_back(-1);
    to.redirect_limb.push_back(kNoLimb);
    to.redirect_index.push_back(0xFF);
  }

  /// Adds a timeline of two ticks that show the same frame, with a sound between them. The frame
  /// draws pictures[0].
  void add_timeline(const std::vector<uint32_t>& pictures) {
    Cels& cels = tables.cels;
    add_row(cels);
    cels.picture.back() = pictures[0];
    cels.x.back() = -8;
    cels.y.back() = -20;
    tables.frames.cel_offset.push_back(static_cast<uint32_t>(cels.limb.size()));
    Timelines& to = tables.timelines;
    to.loop_start.push_back(1);
    to.flags.push_back(0);
    to.tick.insert(to.tick.end(), 2, static_cast<uint32_t>(tables.frames.cel_offset.size() - 2));
    to.tick_offset.push_back(static_cast<uint32_t>(to.tick.size()));
    add_row(tables.events);
    tables.events.kind.back() = EventKind::sound;
    tables.events.value.back() = 3;
    to.event_offset.push_back(static_cast<uint32_t>(tables.events.tick.size()));
    to.read_offset.push_back(0);
  }

  /// Adds a costume with one limb table, one record of one window and one command.
  void add_costume(uint16_t id, uint32_t room, const std::vector<uint32_t>& pictures) {
    for (const uint32_t picture : pictures) add_entry(EntryState::picture, picture, -8);
    tables.limb_tables.limb.push_back(0);
    tables.limb_tables.entry_offset.push_back(static_cast<uint32_t>(tables.entries.state.size()));
    append_window(tables.windows, 0, WindowMode::loop, 0, 1);
    append_record(tables.records, 4, tables.windows);
    add_timeline(pictures);
    Costumes& to = tables.costumes;
    add_row(to);
    to.id.back() = id;
    to.alias.push_back(static_cast<uint16_t>(id + 100));
    to.alias_offset.back() = static_cast<uint32_t>(to.alias.size());
    to.room.back() = room;
    to.source.back() = 1;
    to.offset.back() = 1000u * id;
    to.size.back() = 500;
    to.format.back() = 0x58;
    to.codec.back() = 1;
    to.mirror_west.back() = 1;
    to.directions.back() = 4;
    for (unsigned i = 0; i < 16; ++i) to.color.push_back(static_cast<uint8_t>(32 + i));
    to.color_offset.back() = static_cast<uint32_t>(to.color.size());
    to.table_offset.back() = static_cast<uint32_t>(tables.limb_tables.limb.size());
    to.record_offset.back() = static_cast<uint32_t>(tables.records.number.size());
    to.command.push_back(0);
    to.command_offset.back() = static_cast<uint32_t>(to.command.size());
    to.default_timeline.back() = static_cast<uint32_t>(tables.records.number.size() - 1);
    to.default_palette.back() = room;
  }
};

inline SmallArchive small_archive() {
  SmallArchive small;
  Tables& t = small.tables;
  t.game.version[0] = Version::v6;
  t.game.index_entries[0] = 4;
  t.game.index_no_room[0] = 1;
  for (const char* name : {"GAME.000", "GAME.001"}) {
    append_text(t.sources.name_offset, t.sources.name, name);
    t.sources.size.push_back(4096);
    t.sources.xor_key.push_back(0x69);
    t.sources.xxh64.push_back(0);
  }
  add_room(t.rooms, 12, 1, 70, "harbour");
  t.palettes.room.push_back(0);
  t.palettes.number.push_back(0);
  for (unsigned i = 0; i < 768; ++i) t.palettes.rgb.push_back(static_cast<uint8_t>(i));
  t.palettes.rgb_offset.push_back(768);
  small.add_picture(16, 20, 1);
  small.add_picture(7, 3, 5);
  small.add_costume(1, 0, {0, 1, 0});
  small.add_costume(2, kNone, {1});
  Failures& f = t.failures;
  f.kind.push_back(FailureKind::damage);
  f.costume.push_back(1);
  f.id.push_back(2);
  f.room.push_back(0);
  f.source.push_back(1);
  f.offset.push_back(2034);
  f.limb.push_back(0);
  f.index.push_back(1);
  append_text(f.error_offset, f.error, "a record shows a slot past the end of the limb's table");
  return small;
}

/// Returns small_archive() with an AKOS costume after the two COST costumes, and the reason for its
/// version.
inline SmallArchive small_akos_archive() {
  SmallArchive small = small_archive();
  Tables& t = small.tables;
  t.game.version[0] = Version::v7;
  t.game.evidence_offset = Offsets();
  append_text(t.game.evidence_offset, t.game.evidence, "MAXS has 138 bytes");
  small.add_costume(3, 0, {1, 0});
  Costumes& costumes = t.costumes;
  costumes.kind.back() = Kind::akos;
  costumes.format.back() = 0;
  costumes.codec.back() = 5;
  costumes.directions.back() = 8;
  costumes.shadow = {2, 9};
  costumes.shadow_offset.back() = 2;
  costumes.rgb = {1, 2, 3, 4, 5, 6};
  costumes.rgb_offset.back() = 6;
  costumes.jump = {0, 9};
  costumes.jump_offset.back() = 2;
  costumes.condition = {1, 0, 0, 0x80};
  costumes.condition_offset.back() = 4;
  t.sequences = {{0, 9}, {0, 4}, {0, 1}, {2, 1}};
  costumes.sequence_offset.back() = 2;
  t.limb_tables.limb.back() = kNoLimb;
  t.windows.mode.back() = WindowMode::program;
  t.windows.start.back() = 40000;
  t.windows.length.back() = 40000;
  t.timelines.flags.back() = kDynamic;
  t.timelines.read = {7, kReadRandom, kReadCondition};
  t.timelines.read_offset.back() = 3;
  t.events.kind.back() = EventKind::offset;
  t.events.value.back() = -65535;
  return small;
}

/// Returns small_akos_archive() with parts of rooms. The first room has a background, a walk box, a
/// scale slot, two z-planes, one of them missing, two objects, of which one has images, and a
/// colour cycle. A second room has nothing.
inline SmallArchive small_room_archive() {
  SmallArchive small = small_akos_archive();
  Tables& t = small.tables;
  Rooms& r = t.rooms;
  r.width[0] = 20;
  r.height[0] = 3;
  r.transparent[0] = 5;
  for (unsigned i = 0; i < 60; ++i) small.backgrounds.push_back(static_cast<uint8_t>(3 * i));
  r.background_offset = {0, 60};
  r.background_xxh64[0] = xxh64(small.backgrounds);
  r.see_through = {0, 1};
  r.see_through_offset = {0, 2};
  t.planes.bits = {0x80, 0x01, 0x10, 0xC0, 0x03, 0x30, 0xE0, 0x07, 0x70};
  t.planes.bits_offset = {0, 9, 9};
  r.plane_offset = {0, 2};
  int32_t corner = -2;
  zip_columns_of(
      [&](const ColumnInfo&, auto& column) {
        column.push_back(static_cast<std::remove_cvref_t<decltype(column[0])>>(++corner));
      },
      t.boxes);
  t.boxes.mask[0] = 2;
  t.boxes.flags[0] = 0x80;
  t.boxes.scale[0] = kScaleSlot;
  r.box_offset = {0, 1};
  t.scales = {{50}, {0}, {255}, {2}};
  r.scale_offset = {0, 1};
  t.objects = {.number = {40, 41},
               .name_offset = {0, 4, 4},
               .name = {'D', 'o', 'o', 'r'},
               .x = {8, -3},
               .y = {1, 0},
               .width = {8, 8},
               .height = {2, 8},
               .walk_x = {9, 0},
               .walk_y = {3, 0},
               .direction = {270, 0},
               .parent = {kNone, 0},
               .parent_state = {0, 2},
               .state = {0, 1},
               .entered = {1, kNoState},
               .image_offset = {0, 2, 2}};
  small.add_picture(8, 2, 9);
  t.images = {.state = {1, 2},
              .blast = {1, 0},
              .x = {8, 8},
              .y = {1, 1},
              .width = {8, 8},
              .height = {2, 2},
              .hotspot_x = {1, 0},
              .hotspot_y = {2, 0},
              .picture = {kNone, static_cast<uint32_t>(t.pictures.width.size() - 1)},
              .mask_offset = {0, 0, 2}};
  t.masks = {.bits_offset = {0, 0, 2},
             .bits = {0x18, 0x3C},
             .cleared_offset = {0, 0, 2},
             .cleared = {0xFF, 0x7E}};
  r.object_offset = {0, 2};
  t.cycles = {{3}, {16}, {31}, {12}, {1}};
  r.cycle_offset = {0, 1};
  add_room(r, 13, 1, 900, "");
  return small;
}

/// Returns the archive of which one golden file of each format version is kept: a game of version 3
/// with 16 colours, with everything that an archive can have.
inline SmallArchive golden_archive() {
  SmallArchive small = small_room_archive();
  small.tables.game.version[0] = Version::v3_16;
  small.tables.sources.xxh64 = {0x0123456789ABCDEF, 0};
  for (unsigned i = 0; i < 256; ++i) {
    small.tables.rooms.actor_color.push_back(static_cast<uint8_t>(255 - i));
  }
  small.tables.rooms.actor_color_offset = {0, 256, 256};
  small.tables.scripts = {.kind = {ScriptKind::local},
                          .number = {200},
                          .room = {0},
                          .source = {0},
                          .offset = {77},
                          .size = {9},
                          .whole = {1}};
  small.tables.costumes.name = {'a', '.', 's', 'p', 'l'};
  small.tables.costumes.name_offset.back() = 5;
  small.tables.records.name = {'n', 'o', 'd'};
  small.tables.records.name_offset.back() = 3;
  Wearers& wearers = small.tables.wearers;
  wearers.name_offset = {0, 2};
  wearers.name = {'H', 'i'};
  zip_columns_of(
      [](const ColumnInfo&, auto& column) {
        if (column.empty()) column.resize(1);
      },
      wearers);
  wearers.actor = {-5};
  small.tables.recolours = {.costume = {kNone},
                            .id = {9},
                            .actor = {kUnsaid},
                            .wearer = {0},
                            .slot = {1},
                            .color = {2},
                            .script = {0},
                            .offset = {3}};
  small.tables.calls = {.costume = {kNone},
                        .id = {9},
                        .actor = {5},
                        .chore = {6},
                        .role = {ChoreRole::stand},
                        .script = {0},
                        .offset = {3}};
  return small;
}

/// The image of an archive.
inline std::vector<uint8_t> write_image(const SmallArchive& small) {
  const ImageHead image = write_image_head(small.tables);
  std::vector<uint8_t> bytes = image.head;
  bytes.insert(bytes.end(), small.backgrounds.begin(), small.backgrounds.end());
  bytes.resize(image.pixels_at);
  bytes.insert(bytes.end(), small.pixels.begin(), small.pixels.end());
  return bytes;
}

/// Returns the file that consists of these frames.
inline std::vector<uint8_t> build_file(const std::vector<ZstdFrame>& frames) {
  FileBuilder file;
  for (const ZstdFrame& frame : frames) file.add(frame);
  return file.finish();
}

/// Returns the file of an archive. Header and directory, tables, backgrounds and every 256 KiB of
/// pixels are zstd frames of their own.
inline std::vector<uint8_t> write_archive(const SmallArchive& small, int level = 3) {
  const ImageHead head = write_image_head(small.tables);
  const std::vector<uint8_t> image = write_image(small);
  std::vector<uint64_t> cuts{0, head.directory_end, head.head.size(), head.pixels_at};
  while (cuts.back() < head.size) cuts.push_back(std::min(head.size, cuts.back() + (256 << 10)));
  FileBuilder file;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    for (uint64_t at = cuts[i]; at < cuts[i + 1]; at += kMaxFrameSize) {
      ZstdFrame frame;
      const uint64_t size = std::min(cuts[i + 1] - at, kMaxFrameSize);
      EXPECT_TRUE(ZstdCompressor().compress(Bytes(image).subspan(at, size), level, frame));
      file.add(frame);
    }
  }
  return file.finish();
}
inline std::vector<uint8_t> write_archive(const Tables& tables, const std::vector<uint8_t>& pixels,
                                          int level = 3) {
  return write_archive(SmallArchive{tables, {}, pixels}, level);
}

/// Opens an archive from the bytes of its file; the archive owns them.
inline Result<Archive> open_bytes(std::vector<uint8_t> file) {
  class OwnedBytes : public ByteSource {
   public:
    explicit OwnedBytes(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}
    uint64_t size() const override { return bytes_.size(); }
    Status read(uint64_t offset, std::span<uint8_t> out) const override {
      return open_memory(bytes_)->read(offset, out);
    }

   private:
    std::vector<uint8_t> bytes_;
  };
  return Archive::open(std::make_unique<OwnedBytes>(std::move(file)));
}

/// Whether two sets of tables hold the same columns.
inline ::testing::AssertionResult same_tables(const TablesView& a, const TablesView& b) {
  std::vector<std::pair<std::string, std::vector<uint8_t>>> columns;
  for_each_column(a, [&](std::string_view name, const auto& column) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(column.data());
    columns.emplace_back(name,
                         std::vector<uint8_t>(bytes, bytes + column.size() * sizeof(column[0])));
  });
  std::string different;
  auto it = columns.begin();
  for_each_column(b, [&](std::string_view name, const auto& column) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(column.data());
    const std::vector<uint8_t> other(bytes, bytes + column.size() * sizeof(column[0]));
    if (it->second != other) different += std::string(name) + " ";
    ++it;
  });
  if (different.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "differ in " << different;
}

}  // namespace wardrobe
