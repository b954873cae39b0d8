#include "tools/list/rows.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "formats/akos_commands.h"
#include "formats/bytes.h"
#include "formats/colors.h"
#include "formats/limits.h"
#include "formats/player.h"
#include "formats/script.h"
#include "formats/versions.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"

namespace wardrobe {
namespace {

/// How deep the lists and objects of a JSON text are nested. What follows its first error may count
/// wrongly.
size_t depth_of_json(std::string_view text) {
  size_t depth = 0;
  size_t deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '[' || c == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!in_string && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return deepest;
}

template <class AnyJson>
Result<AnyJson> parse(std::string_view text) {
  if (depth_of_json(text) > kMaxJsonDepth) {
    return Error{ErrorCode::limit, kNoOffset,
                 fmt::format("its lists and objects are more than {} deep", kMaxJsonDepth)};
  }
  AnyJson json = AnyJson::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{ErrorCode::damaged, kNoOffset, "not valid JSON"};
  return json;
}

/// The number of a costume's entries that show a picture.
size_t count_pictures(const TablesView& tables, uint32_t costume) {
  size_t count = 0;
  for (const uint32_t entry : entries_of(tables, costume)) {
    count += tables.entries.picture[entry] != kNone;
  }
  return count;
}

Row picture_row(const TablesView& tables, size_t costume, uint8_t limb, uint32_t index,
                uint32_t entry) {
  const EntriesView& entries = tables.entries;
  const uint32_t picture = entries.picture[entry];
  Row redirect;
  if (has_redirect(entries, entry)) {
    redirect = Row::array({entries.redirect_limb[entry], entries.redirect_index[entry]});
  }
  return {{"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"limb", or_null(limb, kNoLimb)},
          {"index", index},
          {"reached", entries.reached[entry] != 0},
          {"picture", picture},
          {"width", tables.pictures.width[picture]},
          {"height", tables.pictures.height[picture]},
          {"x", entries.x[entry]},
          {"y", entries.y[entry]},
          {"xinc", entries.xinc[entry]},
          {"yinc", entries.yinc[entry]},
          {"codec", tables.costumes.codec[costume]},
          {"redirect", redirect},
          {"transparent", tables.pictures.transparent[picture]},
          {"xxh64", hash_text(tables.pictures.xxh64[picture])}};
}

Row read_names(const TablesView& tables, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  Row names = Row::array();
  for (const uint32_t i : rows_of(lines.read_offset, timeline)) {
    names.push_back(read_name(lines.read[i]));
  }
  return names;
}

/// Makes texts UTF-8, as json_line does.
void make_utf8(Row& row) {
  if (auto* const text = row.get_ptr<std::string*>()) *text = as_utf8(*text);
  if (!row.is_structured()) return;
  for (Row& part : row) make_utf8(part);
}

}  // namespace

Row costume_id(uint16_t id) { return or_null(id, 0); }

std::string sequence_name(const TablesView& tables, uint32_t record) {
  return game_text(elements_at(tables.records.name_offset, tables.records.name, record),
                   tables.game.version[0]);
}

std::string numbered_name(const TablesView& tables, uint32_t record, unsigned chore) {
  const std::string name = sequence_name(tables, record);
  if (name.empty() || !chore_name(chore, tables.game.version[0]).empty()) return {};
  return fmt::format("{} ({})", name, chore);
}

Row alias_row(const CostumesView& costumes, uint32_t row) {
  const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
  return std::vector(aliases.begin(), aliases.end());
}

Row source_rows(const SourcesView& sources) {
  Row files = Row::array();
  for (size_t i = 0; i < sources.size.size(); ++i) {
    files.push_back({{"name", std::string(text_at(sources.name_offset, sources.name, i))},
                     {"bytes", sources.size[i]},
                     {"xor", sources.xor_key[i]},
                     {"xxh64", sources.xxh64[i] == 0 ? Row() : Row(hash_text(sources.xxh64[i]))}});
  }
  return files;
}

Row room_number(const TablesView& tables, uint32_t row) {
  return row == kNone ? Row() : or_null(tables.rooms.number[row], 0);
}

Row direction_row(Direction facing, unsigned directions) {
  return directions == kDirections ? Row(degrees(facing)) : Row(direction_name(facing, directions));
}

std::string colors_text(const PalettesView& palettes, size_t row) {
  return hex_text(elements_at(palettes.rgb_offset, palettes.rgb, row));
}

Row cel_row(const Cel& cel) { return Row::array({cel.limb, cel.index, cel.x, cel.y, cel.flip}); }

Row cel_rows(const TablesView& tables, uint32_t frame) {
  const CelsView& cels = tables.cels;
  Row rows = Row::array();
  for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
    rows.push_back(cel_row(cel_at(cels, i)));
  }
  return rows;
}

Row event_row(const PlayerEvent& event) {
  return Row::array({event.limb, event_name(event.kind), event.value});
}

PlayerEvent event_at(const EventsView& events, uint32_t row) {
  return {events.limb[row], events.kind[row], events.value[row]};
}

std::string json_text(const Row& value) {
  return value.dump(-1, ' ', false, Row::error_handler_t::replace);
}

std::string value_text(const Row& value) {
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

Result<Json> parse_json(std::string_view text) { return parse<Json>(text); }
Result<Row> parse_row(std::string_view text) { return parse<Row>(text); }

std::string json_line(const Row& row) {
  std::string json = json_text(row);
  if (json.find('\xEF') != std::string::npos) {  // U+FFFD, or what else as_utf8 may have to change
    Row all_utf8 = row;
    make_utf8(all_utf8);
    json = all_utf8.dump(-1, ' ', true, Row::error_handler_t::replace);
  }
  return escaped(json, [](auto character) { return fmt::format("\\u{:04x}", character.code); }) +
         "\n";
}

std::vector<uint32_t> distinct_frames(const TimelinesView& lines, uint32_t timeline) {
  const auto ticks = elements_at(lines.tick_offset, lines.tick, timeline);
  std::vector<uint32_t> frames(ticks.begin(), ticks.end());
  std::ranges::sort(frames);
  // clang 14 rejects std::ranges::unique of libstdc++ 12.
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

Row box_row(const TablesView& tables, uint32_t box) {
  const BoxesView& boxes = tables.boxes;
  const auto corner = [&](const auto& x, const auto& y) { return Row::array({x[box], y[box]}); };
  return {{"corners",
           {corner(boxes.ulx, boxes.uly), corner(boxes.urx, boxes.ury),
            corner(boxes.lrx, boxes.lry), corner(boxes.llx, boxes.lly)}},
          {"mask", boxes.mask[box]},
          {"flags", boxes.flags[box]},
          {"scale", boxes.scale[box]}};
}

Row scale_row(const TablesView& tables, uint32_t slot) {
  const ScalesView& scales = tables.scales;
  return Row::array({scales.scale1[slot], scales.y1[slot], scales.scale2[slot], scales.y2[slot]});
}

std::vector<uint32_t> see_through_strips(const TablesView& tables, uint32_t room) {
  const RoomsView& rooms = tables.rooms;
  std::vector<uint32_t> strips;
  const auto flags = elements_at(rooms.see_through_offset, rooms.see_through, room);
  for (uint32_t strip = 0; strip < flags.size(); ++strip) {
    if (flags[strip] != 0) strips.push_back(strip);
  }
  return strips;
}
namespace {

/// The name of a row of Sources; null if there is none.
Row source_name(const TablesView& tables, uint32_t row) {
  if (row == kNone) return {};
  return std::string(text_at(tables.sources.name_offset, tables.sources.name, row));
}

void costume_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  const CostumeWearers wearers(tables);
  for (uint32_t row = 0; row < costumes.id.size(); ++row) {
    const bool is_cost = costumes.kind[row] == Kind::cost;
    const uint32_t records = rows_of(costumes.record_offset, row).size();
    give({{"row", row},
          {"id", costume_id(costumes.id[row])},
          {"aliases", alias_row(costumes, row)},
          {"room", room_number(tables, costumes.room[row])},
          {"wearer", or_null(wearers.text(row), "")},
          {"kind", is_cost ? "COST" : "AKOS"},
          {"format", is_cost ? Row(costumes.format[row]) : Row()},
          {"codec", costumes.codec[row]},
          {"colors", elements_at(costumes.color_offset, costumes.color, row).size()},
          {"mirror_west", costumes.mirror_west[row] != 0},
          {"file", source_name(tables, costumes.source[row])},
          {"offset", costumes.offset[row]},
          {"anims", records},
          {"pictures", count_pictures(tables, row)},
          {"timelines", records}});
  }
}

void picture_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  for (size_t costume = 0; costume < costumes.id.size(); ++costume) {
    for (const uint32_t table : rows_of(costumes.table_offset, costume)) {
      const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
      for (const uint32_t entry : entries) {
        if (tables.entries.picture[entry] == kNone) continue;
        give(picture_row(tables, costume, tables.limb_tables.limb[table], entry - entries.front(),
                         entry));
      }
    }
  }
}

/// A row of Timelines, without its frames and events.
Row timeline_row(const TablesView& tables, uint32_t costume, uint32_t timeline) {
  const TimelinesView& lines = tables.timelines;
  const unsigned directions = tables.costumes.directions[costume];
  const auto [chore, facing] = record_key(tables.records.number[timeline], directions);
  return {{"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume},
          {"chore", chore},
          {"dir", direction_row(facing, directions)},
          {"name", or_null(sequence_name(tables, timeline), "")},
          {"ticks", rows_of(lines.tick_offset, timeline).size()},
          {"loop_start", or_null(lines.loop_start[timeline], kNone)},
          {"flags", flag_names(lines.flags[timeline])},
          {"reads", read_names(tables, timeline)}};
}

void timeline_rows(const TablesView& tables, const GiveRow& give) {
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
      Row counts = timeline_row(tables, costume, row);
      counts["frames"] = distinct_frames(tables.timelines, row).size();
      counts["events"] = rows_of(tables.timelines.event_offset, row).size();
      give(counts);
    }
  }
}

void palette_rows(const TablesView& tables, const GiveRow& give) {
  const PalettesView& palettes = tables.palettes;
  for (size_t row = 0; row < palettes.room.size(); ++row) {
    give({{"room", room_number(tables, palettes.room[row])},
          {"palette", palettes.number[row]},
          {"colors", colors_text(palettes, row)}});
  }
}

void failure_rows(const TablesView& tables, const GiveRow& give) {
  const FailuresView& failures = tables.failures;
  for (size_t row = 0; row < failures.costume.size(); ++row) {
    give({{"kind", failures.kind[row] == FailureKind::note ? "note" : "damage"},
          {"costume", costume_id(failures.id[row])},
          {"costume_row", or_null(failures.costume[row], kNone)},
          {"room", or_null(failures.room[row], 0)},
          {"file", source_name(tables, failures.source[row])},
          {"offset", or_null(failures.offset[row], kNoOffset)},
          {"limb", or_null(failures.limb[row], kNoLimb)},
          {"index", or_null(failures.index[row], kNoIndex)},
          {"error", std::string(text_at(failures.error_offset, failures.error, row))}});
  }
}

bool has_bits(const TablesView& tables, uint32_t plane) {
  return !elements_at(tables.planes.bits_offset, tables.planes.bits, plane).empty();
}

uint64_t pixels_of(const RoomsView& rooms, uint32_t room) {
  return uint64_t{rooms.width[room]} * rooms.height[room];
}

/// Number of pixels of a plane without bits → XXH64 of that many zeros. Computes all at once,
/// because there may be many large planes.
std::map<uint64_t, uint64_t> hashes_without_bits(const TablesView& tables) {
  std::set<uint64_t> pixels;
  for (uint32_t room = 0; room < tables.rooms.number.size(); ++room) {
    for (const uint32_t plane : rows_of(tables.rooms.plane_offset, room)) {
      if (!has_bits(tables, plane)) pixels.insert(pixels_of(tables.rooms, room));
    }
  }
  return xxh64_of_zeros(pixels);
}

void room_rows(const TablesView& tables, const GiveRow& give) {
  const RoomsView& rooms = tables.rooms;
  const std::map<uint64_t, uint64_t> without_bits = hashes_without_bits(tables);
  for (uint32_t room = 0; room < rooms.number.size(); ++room) {
    Row planes = Row::array();
    for (const uint32_t plane : rows_of(rooms.plane_offset, room)) {
      planes.push_back(
          has_bits(tables, plane)
              ? bits_hash(elements_at(tables.planes.bits_offset, tables.planes.bits, plane),
                          rooms.width[room], rooms.height[room])
              : hash_text(without_bits.at(pixels_of(rooms, room))));
    }
    const bool background = rooms.background_offset[room + 1] != rooms.background_offset[room];
    give({{"row", room},
          {"room", room_number(tables, room)},
          {"name", std::string(text_at(rooms.name_offset, rooms.name, room))},
          {"width", rooms.width[room]},
          {"height", rooms.height[room]},
          {"transparent", rooms.transparent[room]},
          {"planes", planes.size()},
          {"boxes", rows_of(rooms.box_offset, room).size()},
          {"background", background},
          {"xxh64", background ? Row(hash_text(rooms.background_xxh64[room])) : Row()},
          {"zplanes", planes},
          {"file", source_name(tables, rooms.source[room])},
          {"offset", rooms.offset[room]}});
  }
}

using Command = AkosCommand;

/// A command in the commands of a costume.
struct ListedCommand {
  uint32_t position = 0;
  size_t size = 0;
  std::string text;
};

/// The commands of an AKOS, as SCUMM.md §6 names them.
class AkosLister {
 public:
  AkosLister(Bytes bytes, Version version) : bytes_(bytes), commands_(bytes, version) {}

  /// Lists the commands that follow each position in `starts`, and those that follow every position
  /// to which these lead.
  std::vector<ListedCommand> list(std::vector<size_t> starts) const {
    std::set<size_t> known;
    while (!starts.empty()) {
      size_t at = starts.back();
      starts.pop_back();
      while (at < bytes_.size() && known.insert(at).second) {
        const AkosCode code = commands_.at(at);
        if (has_target(code)) starts.push_back(commands_.target(at));
        at += size_of(code, at);
      }
    }
    std::vector<ListedCommand> listed;
    for (const size_t at : known) {
      const AkosCode code = commands_.at(at);
      listed.push_back({static_cast<uint32_t>(at), size_of(code, at), text_of(code, at)});
    }
    return listed;
  }

 private:
  static bool has_target(const AkosCode& code) {
    return (code.flow == AkosFlow::jump || code.flow == AkosFlow::branch) &&
           code.command() != Command::jump_by_variable;
  }

  /// The size of a command with its operands. It includes the target of a jump even if the player
  /// does not skip it (C0A4, C0A5).
  size_t size_of(const AkosCode& code, size_t at) const {
    const size_t size = std::max<size_t>({1, code.step, code.size, has_target(code) ? 4U : 0U});
    return std::min(size, bytes_.size() - at);
  }

  std::string text_of(const AkosCode& code, size_t at) const {
    if (code.flow == AkosFlow::cel) return fmt::format("cel {}", code.value & kAkosCelMask);
    const AkosCommandRow& row = akos_command_row(code.value);
    std::string text(row.name);
    if (row.flow == AkosFlow::unknown) return text;
    if (code.flow == AkosFlow::unknown) return text + ", cut off";
    if (code.flow == AkosFlow::draw_many) return text + items_text(at);
    const char* between = " ";
    size_t operand = at + 2;
    for (const char kind : row.operands) {
      const size_t size = kind == 'b' || kind == 'v' || kind == 's' ? 1 : 2;
      if (operand + size > at + size_of(code, at)) break;  // HE's sound control has fewer operands.
      if (kind != 's') text += std::exchange(between, ", ") + operand_text(kind, operand);
      operand += size;
    }
    return text;
  }

  std::string operand_text(char kind, size_t at) const {
    switch (kind) {
      case 'b':
        return std::to_string(commands_.u8(at));
      case 'v':
        return fmt::format("v{}", commands_.u8(at));
      case 't':
        return fmt::format("0x{:04X}", commands_.u16(at));
      case 'i':
        return std::to_string(commands_.i16(at));
      default:
        return std::to_string(commands_.u16(at));
    }
  }

  /// ": cel 5 at 1, 2; cel 6 at 0, 0".
  std::string items_text(size_t at) const {
    const AkosItems items = commands_.items(at);
    size_t position = items.position;
    std::string text;
    if (items.dx != 0 || items.dy != 0) text = fmt::format(" {}, {}", items.dx, items.dy);
    const char* between = ": ";
    for (unsigned i = 0; i < items.count; ++i) {
      const AkosItem item = commands_.next_item(position);
      text += fmt::format("{}cel {} at {}, {}", std::exchange(between, "; "),
                          item.cel & kAkosCelMask, item.dx, item.dy);
    }
    return text;
  }

  Bytes bytes_;
  AkosCommands commands_;
};

/// What a command of a COST does when a limb reaches it, in words (SCUMM.md §4).
std::string cost_text(uint8_t command, const CostLayout& layout) {
  if (command == kCommandStop) return "stop";
  if (command == kCommandUnstop) return "start again";
  if (command == kCommandHide) return "hide";
  if (command == kCommandCount) return "count";
  if (layout.sounds_by_bit7 && (command & 0x80) != 0) {
    return fmt::format("picture {}, then sound", command & 0x7F);
  }
  if (!layout.takes_no_time(command)) return fmt::format("picture {}", command & 0x7F);
  return layout.first_sound == 0 ? "sound" : fmt::format("sound {}", layout.sound(command));
}

std::vector<ListedCommand> listed_commands(const TablesView& tables, uint32_t costume) {
  const CostumesView& costumes = tables.costumes;
  const Bytes bytes = elements_at(costumes.command_offset, costumes.command, costume);
  if (costumes.kind[costume] == Kind::cost) {
    const CostLayout& layout = facts(tables.game.version[0]).cost;
    std::vector<ListedCommand> listed;
    for (uint32_t at = 0; at < bytes.size(); ++at) {
      listed.push_back({at, 1, cost_text(bytes[at], layout)});
    }
    return listed;
  }
  const auto jumps = elements_at(costumes.jump_offset, costumes.jump, costume);
  std::vector<size_t> starts(jumps.begin(), jumps.end());
  const RowRange records = rows_of(costumes.record_offset, costume);
  for (const uint32_t window : rows_of(tables.records.window_offset, records)) {
    starts.push_back(tables.windows.start[window]);
  }
  starts.push_back(0);
  return AkosLister(bytes, tables.game.version[0]).list(std::move(starts));
}

void window_rows(const TablesView& tables, const GiveRow& give) {
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    const unsigned directions = tables.costumes.directions[costume];
    for (const uint32_t record : rows_of(tables.costumes.record_offset, costume)) {
      const auto [chore, facing] = record_key(tables.records.number[record], directions);
      for (const uint32_t window : rows_of(tables.records.window_offset, record)) {
        const WindowMode mode = tables.windows.mode[window];
        const bool plays =
            mode == WindowMode::loop || mode == WindowMode::once || mode >= WindowMode::program;
        give({{"costume", costume_id(tables.costumes.id[costume])},
              {"costume_row", costume},
              {"chore", chore},
              {"dir", direction_row(facing, directions)},
              {"limb", tables.windows.limb[window]},
              {"mode", mode_name(mode)},
              {"start", plays ? Row(tables.windows.start[window]) : Row()},
              {"length", plays ? Row(tables.windows.length[window]) : Row()}});
      }
    }
  }
}

}  // namespace

void command_rows(const TablesView& tables, const GiveRow& give) {
  const CostumesView& costumes = tables.costumes;
  for (uint32_t costume = 0; costume < costumes.id.size(); ++costume) {
    const Bytes bytes = elements_at(costumes.command_offset, costumes.command, costume);
    for (const ListedCommand& command : listed_commands(tables, costume)) {
      give({{"costume", costume_id(costumes.id[costume])},
            {"costume_row", costume},
            {"offset", command.position},
            {"bytes", hex_text(bytes.subspan(command.position, command.size), " ")},
            {"command", command.text}});
    }
  }
}

namespace {

/// Collects text, and gives it in larger pieces.
class Pieces {
 public:
  explicit Pieces(const GiveText& give) : give_(give) {}

  std::string& text() { return text_; }
  void give_if_long() {
    constexpr size_t kPieceSize = 64 * 1024;
    if (text_.size() >= kPieceSize) give();
  }
  void give() {
    give_(text_);
    text_.clear();
  }

 private:
  const GiveText& give_;
  std::string text_;
};

/// Appends the frames of a timeline, and its events as [tick, limb, kind, value].
void append_frames_and_events(const TablesView& tables, uint32_t timeline, Pieces& pieces) {
  std::string& text = pieces.text();
  text += R"(,"frames":[)";
  const char* between = "";
  for (const uint32_t tick : rows_of(tables.timelines.tick_offset, timeline)) {
    text += std::exchange(between, ",");
    text += '[';
    const RowRange cels = rows_of(tables.frames.cel_offset, tables.timelines.tick[tick]);
    for (const uint32_t i : cels) {
      if (i != cels.front()) text += ',';
      append_cel(text, cel_at(tables.cels, i));
      pieces.give_if_long();
    }
    text += ']';
    pieces.give_if_long();
  }
  text += R"(],"events":[)";
  between = "";
  for (const uint32_t i : rows_of(tables.timelines.event_offset, timeline)) {
    Row row = event_row(event_at(tables.events, i));
    row.insert(row.begin(), tables.events.tick[i]);
    text += std::exchange(between, ",");
    text += json_text(row);
    pieces.give_if_long();
  }
  text += ']';
}

/// Adds to a row what a person named its costume or chore.
void add_name(const std::string& what, const TablesView& tables, const GivenNames& names,
              Row& row) {
  if (what == "costumes") {
    const std::string name = names.costume(tables, row["row"]);
    if (!name.empty()) row["wearer"] = name;
  } else if (what == "timelines") {
    const std::string name = names.chore(tables, row["costume_row"], row["chore"]);
    if (!name.empty()) row["name"] = name;
  }
}

Status write_timeline_lines(const TablesView& tables, const RowChoice& choice,
                            const GiveText& give) {
  TRY(check_shown_cels(tables));
  Pieces pieces(give);
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    if (!choice.has_costume(costume)) continue;
    for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
      Row start = timeline_row(tables, costume, row);
      if (!choice.has_chore(start["chore"])) continue;
      if (choice.names.given()) add_name("timelines", tables, choice.names, start);
      std::string& text = pieces.text();
      text += json_line(start);
      text.resize(text.size() - std::string_view("}\n").size());
      append_frames_and_events(tables, row, pieces);
      text += "}\n";
      pieces.give_if_long();
    }
  }
  pieces.give();
  return ok();
}

/// The colours that a costume's pictures draw and that some palette of its room is too short to
/// have. Costumes can share rooms and pictures, so each is looked at once.
class PaletteHoles {
 public:
  PaletteHoles(const TablesView& tables, const ReadPixels& read_picture)
      : tables_(tables), read_picture_(read_picture), least_(tables.rooms.number.size()) {
    const PalettesView& palettes = tables.palettes;
    for (size_t row = 0; row < palettes.room.size(); ++row) {
      const size_t count = elements_at(palettes.rgb_offset, palettes.rgb, row).size() / 3;
      size_t& least = least_[palettes.room[row]];
      least = least == 0 ? count : std::min(least, count);
    }
  }

  /// Null if the room has no palette. Reads pictures only if a palette is short.
  Result<Row> of(uint32_t costume) {
    const uint32_t room = tables_.costumes.room[costume];
    const size_t least = room == kNone ? 0 : least_[room];
    if (least == 0) return Row();
    std::bitset<kMaxColors> drawn;
    for (const uint32_t entry : entries_of(tables_, costume)) {
      const uint32_t picture = tables_.entries.picture[entry];
      if (picture == kNone || least >= kMaxColors) continue;
      ASSIGN_OR_RETURN(const std::bitset<kMaxColors> values, values_of(picture));
      drawn |= values;
    }
    const std::vector<uint8_t> colors = room_colors(tables_, costume, room);
    std::set<uint8_t> holes;
    for (size_t value = 0; value < colors.size(); ++value) {
      if (drawn[value] && colors[value] >= least) holes.insert(colors[value]);
    }
    return Row(holes);
  }

 private:
  /// The values that a picture draws.
  Result<std::bitset<kMaxColors>> values_of(uint32_t picture) {
    const auto [found, is_new] = values_.try_emplace(picture);
    if (is_new) {
      ASSIGN_OR_RETURN(const Bytes pixels, read_picture_(picture));
      for (const uint8_t value : pixels) found->second.set(value);
      found->second.reset(tables_.pictures.transparent[picture]);
    }
    return found->second;
  }

  const TablesView& tables_;
  const ReadPixels& read_picture_;
  std::vector<size_t> least_;  ///< by room: colours of its shortest palette; 0 if it has none
  std::map<uint32_t, std::bitset<kMaxColors>> values_;
};

Status write_costume_lines(const TablesView& tables, const ReadPixels& read_picture,
                           const RowChoice& choice, const GiveText& give) {
  Status status = ok();
  PaletteHoles palette_holes(tables, read_picture);
  chosen_rows("costumes", tables, choice, [&](Row row) {
    if (!status) return;
    Result<Row> holes = palette_holes.of(row["row"]);
    if (!holes) {
      status = holes.error();
      return;
    }
    row["palette_holes"] = *std::move(holes);
    give(json_line(row));
  });
  return status;
}

}  // namespace

const std::map<std::string, RowMaker>& row_makers() {
  using View = const TablesView&;
  static const std::map<std::string, RowMaker> kMakers = {
      {"costumes", {costume_rows, [](View tables) { return tables.costumes.id.size(); }}},
      {"pictures", {picture_rows, [](View tables) { return tables.entries.picture.size(); }}},
      {"timelines", {timeline_rows, [](View tables) { return tables.timelines.flags.size(); }}},
      {"palettes", {palette_rows, [](View tables) { return tables.palettes.room.size(); }}},
      {"cycles", {cycle_rows, [](View tables) { return tables.cycles.number.size(); }}},
      {"objects", {object_rows, [](View tables) { return tables.objects.number.size(); }}},
      {"rooms", {room_rows, [](View tables) { return tables.rooms.number.size(); }}},
      {"failures", {failure_rows, [](View tables) { return tables.failures.costume.size(); }}},
      {"windows", {window_rows, [](View tables) { return tables.windows.limb.size(); }}},
      {"commands", {command_rows, [](View tables) { return tables.costumes.command.size(); }}},
      {"wearers", {wearer_rows, [](View tables) { return tables.wearers.id.size(); }}},
      {"recolours", {recolour_rows, [](View tables) { return tables.recolours.id.size(); }}},
      {"calls", {call_rows, [](View tables) { return tables.calls.id.size(); }}}};
  return kMakers;
}

void append_cel(std::string& text, const Cel& cel) {
  char before = '[';
  std::array<char, 20> digits{};
  for (const int64_t value :
       {int64_t{cel.limb}, int64_t{cel.index}, int64_t{cel.x}, int64_t{cel.y}, int64_t{cel.flip}}) {
    text += std::exchange(before, ',');
    text.append(digits.data(),
                std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  text += ']';
}

Status check_rows(const std::string& what, const TablesView& tables, uint64_t most) {
  const size_t rows = row_makers().at(what).count(tables);
  if (what == "pictures") TRY(check_shown_cels(tables));  // Chores may choose what they show.
  if (rows <= most) return ok();
  return Error{ErrorCode::limit, kNoOffset,
               fmt::format("{} {} are too many to list; the limit is {}", rows, what, most)};
}

bool RowChoice::has_costume(uint32_t costume) const {
  return costumes.empty() || std::ranges::find(costumes, costume) != costumes.end();
}

bool RowChoice::has_chore(const Row& chore) const {
  return chores.empty() || std::ranges::any_of(chores, [&](unsigned one) { return chore == one; });
}

void chosen_rows(const std::string& what, const TablesView& tables, const RowChoice& choice,
                 const GiveRow& give) {
  const char* key = what == "costumes" ? "row" : "costume_row";
  uint32_t costume = kNone;
  std::set<uint32_t> shown;  // entries of `costume`
  row_makers().at(what).make(tables, [&](const Row& row) {
    if (row.contains(key)) {
      const Row& owner = row[key];
      if (!choice.has_costume(owner.is_null() ? kNone : owner.get<uint32_t>())) return;
    }
    if (row.contains("chore") && !choice.has_chore(row["chore"])) return;
    if (!choice.chores.empty() && what == "pictures") {
      if (row[key] != std::exchange(costume, row[key].get<uint32_t>())) {
        shown = entries_shown(tables, costume, choice.chores);
      }
      const uint8_t limb = row["limb"].is_null() ? kNoLimb : row["limb"].get<uint8_t>();
      const auto entry = entry_at(tables, costume, {limb, row["index"].get<uint16_t>()});
      if (!shown.contains(entry.value_or(kNone))) return;
    }
    if (!choice.names.given()) return give(row);
    Row named = row;
    add_name(what, tables, choice.names, named);
    give(named);
  });
}

Status write_json_lines(const std::string& what, const TablesView& tables,
                        const ReadPixels& read_picture, const RowChoice& choice,
                        const GiveText& give) {
  TRY(check_rows(what, tables, kMaxListedRows));
  if (what == "timelines") return write_timeline_lines(tables, choice, give);
  if (what == "costumes") return write_costume_lines(tables, read_picture, choice, give);
  chosen_rows(what, tables, choice, [&](const Row& row) { give(json_line(row)); });
  return ok();
}

}  // namespace wardrobe
