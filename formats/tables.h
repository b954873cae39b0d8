#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace wardrobe {

/// The tables of an archive, in memory as they stand in the file: structures of arrays, rows named
/// by their number. A column `x_offset` has one element more than its table has rows: row i owns
/// elements x_offset[i] up to x_offset[i + 1] of column `x`. What each column means is specified in
/// formats/archive/FORMAT.md, "The tables"; the names there are the names here.
template <class T>
using Column = std::vector<T>;

/// "None" in a column of row numbers.
inline constexpr uint32_t kNone = 0xFFFFFFFF;
/// "None" in a column of limbs, and the limb of an AKOS costume's one table of cels.
inline constexpr uint8_t kNoLimb = 0xFF;
/// "None" in a column of indices into a limb table.
inline constexpr uint16_t kNoIndex = 0xFFFF;

enum class Kind : uint8_t { cost = 0, akos = 1 };

/// What stands in a slot of a limb table.
enum class EntryState : uint8_t {
  empty = 0,      ///< nothing: draws nothing, moves nothing
  picture = 1,    ///< a picture, with its placement
  zero_size = 2,  ///< no pixels, but its moves count
  missing = 3,    ///< some window shows it, but it could not be decoded: see failures
};

/// What a limb's part of a record does: the modes of FORMATS.md §6; COST has these three.
enum class WindowMode : uint8_t { off = 1, loop = 2, once = 3 };

struct Game {
  Column<uint8_t> version{0};            ///< one element: 5 or 6
  Column<uint32_t> index_entries{0};     ///< one element: costume entries of the index, unused too
  Column<uint32_t> index_unused{0};      ///< one element: … that name no room
  Column<uint32_t> index_no_room{0};     ///< one element: … whose room is in no resource file
  Column<uint32_t> index_no_costume{0};  ///< one element: … that point at no costume
};

struct Sources {
  Column<uint32_t> name_offset{0};
  Column<uint8_t> name;  ///< relative to the game folder
  Column<uint64_t> size;
  Column<uint8_t> xor_key;
};

struct Rooms {
  Column<uint16_t> number;
  Column<uint32_t> source;
  Column<uint32_t> offset;
  Column<uint32_t> name_offset{0};
  Column<uint8_t> name;
};

struct Palettes {
  Column<uint32_t> room;
  Column<uint16_t> number;
  Column<uint32_t> rgb_offset{0};
  Column<uint8_t> rgb;
};

struct Costumes {
  Column<uint16_t> id;  ///< 0: none
  Column<uint32_t> alias_offset{0};
  Column<uint16_t> alias;
  Column<uint32_t> room;
  Column<uint32_t> source;
  Column<uint32_t> offset;
  Column<uint32_t> size;
  Column<uint8_t> kind;
  Column<uint8_t> format;
  Column<uint8_t> codec;
  Column<uint8_t> mirror_west;
  Column<uint8_t> directions;
  Column<uint32_t> color_offset{0};
  Column<uint8_t> color;
  Column<uint32_t> table_offset{0};   ///< rows of LimbTables
  Column<uint32_t> record_offset{0};  ///< rows of Records
  Column<uint32_t> command_offset{0};
  Column<uint8_t> command;
};

struct LimbTables {
  Column<uint8_t> limb;
  Column<uint32_t> entry_offset{0};  ///< rows of Entries
};

struct Entries {
  Column<uint8_t> state;
  Column<uint8_t> reached;
  Column<uint32_t> picture;
  Column<int16_t> x;
  Column<int16_t> y;
  Column<int16_t> xinc;
  Column<int16_t> yinc;
  Column<uint8_t> redirect_limb;
  Column<uint8_t> redirect_index;
};

struct Records {
  Column<uint16_t> number;
  Column<uint32_t> window_offset{0};  ///< rows of Windows
};

struct Windows {
  Column<uint8_t> limb;
  Column<uint8_t> mode;
  Column<uint16_t> start;
  Column<uint16_t> length;
};

struct Pictures {
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<uint8_t> transparent;
  Column<uint64_t> xxh64;
  Column<uint64_t> pixel_offset{0};  ///< bytes of the column `pixels`
};

struct Failures {
  Column<uint32_t> costume;  ///< row of Costumes, or none where the whole costume failed
  Column<uint16_t> id;
  Column<uint16_t> room;
  Column<uint32_t> source;
  Column<uint64_t> offset;  ///< in the source; ~0: nowhere in particular
  Column<uint8_t> limb;
  Column<uint16_t> index;
  Column<uint32_t> error_offset{0};
  Column<uint8_t> error;
};

/// Everything but the pixels, which are read piece by piece.
struct Tables {
  Game game;
  Sources sources;
  Rooms rooms;
  Palettes palettes;
  Costumes costumes;
  LimbTables tables;
  Entries entries;
  Records records;
  Windows windows;
  Pictures pictures;
  Failures failures;
};

/// Calls visit(name, column) for every column, in the order in which they are written. It is the
/// one place that knows them all: the archive's writer and reader both go through it.
template <class AnyTables, class Visit>
void for_each_column(AnyTables& t, Visit&& visit) {
  visit("game.version", t.game.version);
  visit("game.index_entries", t.game.index_entries);
  visit("game.index_unused", t.game.index_unused);
  visit("game.index_no_room", t.game.index_no_room);
  visit("game.index_no_costume", t.game.index_no_costume);
  visit("sources.name_offset", t.sources.name_offset);
  visit("sources.name", t.sources.name);
  visit("sources.size", t.sources.size);
  visit("sources.xor_key", t.sources.xor_key);
  visit("rooms.number", t.rooms.number);
  visit("rooms.source", t.rooms.source);
  visit("rooms.offset", t.rooms.offset);
  visit("rooms.name_offset", t.rooms.name_offset);
  visit("rooms.name", t.rooms.name);
  visit("palettes.room", t.palettes.room);
  visit("palettes.number", t.palettes.number);
  visit("palettes.rgb_offset", t.palettes.rgb_offset);
  visit("palettes.rgb", t.palettes.rgb);
  visit("costumes.id", t.costumes.id);
  visit("costumes.alias_offset", t.costumes.alias_offset);
  visit("costumes.alias", t.costumes.alias);
  visit("costumes.room", t.costumes.room);
  visit("costumes.source", t.costumes.source);
  visit("costumes.offset", t.costumes.offset);
  visit("costumes.size", t.costumes.size);
  visit("costumes.kind", t.costumes.kind);
  visit("costumes.format", t.costumes.format);
  visit("costumes.codec", t.costumes.codec);
  visit("costumes.mirror_west", t.costumes.mirror_west);
  visit("costumes.directions", t.costumes.directions);
  visit("costumes.color_offset", t.costumes.color_offset);
  visit("costumes.color", t.costumes.color);
  visit("costumes.table_offset", t.costumes.table_offset);
  visit("costumes.record_offset", t.costumes.record_offset);
  visit("costumes.command_offset", t.costumes.command_offset);
  visit("costumes.command", t.costumes.command);
  visit("tables.limb", t.tables.limb);
  visit("tables.entry_offset", t.tables.entry_offset);
  visit("entries.state", t.entries.state);
  visit("entries.reached", t.entries.reached);
  visit("entries.picture", t.entries.picture);
  visit("entries.x", t.entries.x);
  visit("entries.y", t.entries.y);
  visit("entries.xinc", t.entries.xinc);
  visit("entries.yinc", t.entries.yinc);
  visit("entries.redirect_limb", t.entries.redirect_limb);
  visit("entries.redirect_index", t.entries.redirect_index);
  visit("records.number", t.records.number);
  visit("records.window_offset", t.records.window_offset);
  visit("windows.limb", t.windows.limb);
  visit("windows.mode", t.windows.mode);
  visit("windows.start", t.windows.start);
  visit("windows.length", t.windows.length);
  visit("pictures.width", t.pictures.width);
  visit("pictures.height", t.pictures.height);
  visit("pictures.transparent", t.pictures.transparent);
  visit("pictures.xxh64", t.pictures.xxh64);
  visit("pictures.pixel_offset", t.pictures.pixel_offset);
  visit("failures.costume", t.failures.costume);
  visit("failures.id", t.failures.id);
  visit("failures.room", t.failures.room);
  visit("failures.source", t.failures.source);
  visit("failures.offset", t.failures.offset);
  visit("failures.limb", t.failures.limb);
  visit("failures.index", t.failures.index);
  visit("failures.error_offset", t.failures.error_offset);
  visit("failures.error", t.failures.error);
}

/// Appends a text to a column of characters and ends its row.
inline void append_text(Column<uint32_t>& offset, Column<uint8_t>& characters,
                        std::string_view text) {
  characters.insert(characters.end(), text.begin(), text.end());
  offset.push_back(static_cast<uint32_t>(characters.size()));
}

/// Row `row` of a column of texts; lives as long as the column.
inline std::string_view text_at(const Column<uint32_t>& offset, const Column<uint8_t>& characters,
                                size_t row) {
  return {reinterpret_cast<const char*>(characters.data()) + offset[row],
          offset[row + 1] - offset[row]};
}

}  // namespace wardrobe
