#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "formats/play_rules.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/list/given_names.h"

namespace wardrobe {

/// A row as `--json` prints it; tools/list/README.md describes the fields. Files that make or read
/// rows include row.h.
using Row = nlohmann::ordered_json;

/// A value as JSON without spaces. What is not UTF-8 becomes U+FFFD.
std::string json_text(const Row& value);
/// A string as it is, and any other value as JSON.
std::string value_text(const Row& value);
/// JSON that was read. Keys are found by binary search, however many an object has.
using Json = nlohmann::json;
/// Reads JSON from anywhere. Refuses what is nested deeper than kMaxJsonDepth, because copying,
/// comparing and printing recurse.
Result<Json> parse_json(std::string_view text);
/// The same, with the keys in their order, which takes longer to find one of many.
Result<Row> parse_row(std::string_view text);

/// One line of JSON. Bytes that are not UTF-8 become U+F780 to U+F7FF (as_utf8 in text.h); control
/// characters are escaped as \uNNNN.
std::string json_line(const Row& row);

/// The id of a costume; null if it is 0.
Row costume_id(uint16_t id);

/// The other ids of a row of Costumes.
Row alias_row(const CostumesView& costumes, uint32_t row);

/// The files of a game: name, bytes, xor and xxh64.
Row source_rows(const SourcesView& sources);

/// The number of a row of Rooms; null if there is none.
Row room_number(const TablesView& tables, uint32_t row);

/// "W", "E", "S" or "N"; degrees if the costume has 8 directions.
Row direction_row(Direction facing, unsigned directions);

/// The colours of a row of Palettes, 6 hexadecimal digits each.
std::string colors_text(const PalettesView& palettes, size_t row);

/// [limb, index, x, y, flip].
Row cel_row(const Cel& cel);
/// The cels of a row of Frames.
Row cel_rows(const TablesView& tables, uint32_t frame);

/// [limb, kind, value].
Row event_row(const PlayerEvent& event);
/// A row of Events.
PlayerEvent event_at(const EventsView& events, uint32_t row);

/// The distinct frames of a row of Timelines, sorted.
std::vector<uint32_t> distinct_frames(const TimelinesView& lines, uint32_t timeline);

using GiveRow = std::function<void(const Row&)>;

/// A row of Boxes: corners, mask, flags and scale.
Row box_row(const TablesView& tables, uint32_t box);
/// A row of Scales: [scale1, y1, scale2, y2].
Row scale_row(const TablesView& tables, uint32_t slot);
/// The see-through strips of a room's background, counted from 0.
std::vector<uint32_t> see_through_strips(const TablesView& tables, uint32_t room);
/// Commands are what windows play, in words, each once.
void command_rows(const TablesView& tables, const GiveRow& give);
/// What scripts say: who wears what, in which colours, and which chores they name by number.
void wearer_rows(const TablesView& tables, const GiveRow& give);
void recolour_rows(const TablesView& tables, const GiveRow& give);
void call_rows(const TablesView& tables, const GiveRow& give);
/// The script of such a row in words: "global 2 of room 2 at 31".
std::string script_text(const Row& script);
/// The name of a row of Wearers; empty: none.
std::string wearer_name(const TablesView& tables, uint32_t wearer);
/// What its makers called a row of Records, or Timelines; empty: nothing.
std::string sequence_name(const TablesView& tables, uint32_t record);
/// The same with the chore's number, such as "wave (6)"; empty, too, if the chore has a name.
std::string numbered_name(const TablesView& tables, uint32_t record, unsigned chore);
/// The bytes of a name in hexadecimal, if they are not all ASCII; else null.
Row name_bytes(Bytes name);
/// A row of Images: [state, width, height, hash, hashes of the masks].
Row image_row(const TablesView& tables, uint32_t image);
/// A row of Objects, without its room, images and group.
Row object_row(const TablesView& tables, uint32_t object);
/// The objects of rooms, and the colour cycles.
void object_rows(const TablesView& tables, const GiveRow& give);
void cycle_rows(const TablesView& tables, const GiveRow& give);
/// The XXH64 of the bits of a z-plane as one byte per pixel, 0 or 1.
std::string bits_hash(Bytes bits, size_t width, size_t height);
/// How to make the rows of a table.
struct RowMaker {
  /// Calls give(row) for every row. Those of timelines have only the numbers of frames and events.
  /// Windows are what records do to limbs.
  void (*make)(const TablesView& tables, const GiveRow& give);
  size_t (*count)(const TablesView& tables);  ///< of rows
};
/// By the name of their table, such as "costumes".
const std::map<std::string, RowMaker>& row_makers();

/// The value; null if it is `none`.
template <class Value>
Row or_null(Value value, std::type_identity_t<Value> none) {
  return value == none ? Row() : Row(value);
}

// Writes any number of the rows of json_rows.h as JSON, piece by piece, without a tree of the whole
// JSON in memory.

/// [limb, index, x, y, flip].
void append_cel(std::string& text, const Cel& cel);

/// Fails if the table `what` has more rows than `most`.
Status check_rows(const std::string& what, const TablesView& tables, uint64_t most);

/// Called with one piece of text after the other.
using GiveText = std::function<void(std::string_view)>;

/// Which rows of a table to give, and the names in them.
struct RowChoice {
  std::vector<uint32_t> costumes;  ///< rows of Costumes; empty: all
  /// Only rows of these chores, and pictures that their timelines show; empty: any.
  std::vector<unsigned> chores;
  GivenNames names{};

  bool has_costume(uint32_t costume) const;
  bool has_chore(const Row& chore) const;
};

/// Calls give(row) for the chosen rows of the table `what`. Tables that do not belong to costumes,
/// such as rooms, are given whole.
void chosen_rows(const std::string& what, const TablesView& tables, const RowChoice& choice,
                 const GiveRow& give);

/// Writes the chosen rows of a table as `list --json` prints them, one line of JSON each. Fails,
/// and gives nothing, if there are too many rows (LIMITS.md). Calls read_picture only for the table
/// costumes.
Status write_json_lines(const std::string& what, const TablesView& tables,
                        const ReadPixels& read_picture, const RowChoice& choice,
                        const GiveText& give);

}  // namespace wardrobe
