#include "tools/rows/json_lines.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <charconv>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/costume_colors.h"
#include "formats/limits.h"
#include "formats/shown_cels.h"
#include "tools/rows/row.h"
#include "tools/rows/slots.h"

namespace wardrobe {
namespace {

void append_number(std::string& text, int64_t number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

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

Status write_timeline_lines(const TablesView& tables, const RowChoice& choice,
                            const GiveText& give) {
  TRY(check_shown_cels(tables));
  Pieces pieces(give);
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    if (!choice.has_costume(costume)) continue;
    for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
      const Row start = timeline_row(tables, costume, row);
      if (!choice.has_chore(start["chore"])) continue;
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

void append_cel(std::string& text, const Cel& cel) {
  char before = '[';
  for (const int64_t value :
       {int64_t{cel.limb}, int64_t{cel.index}, int64_t{cel.x}, int64_t{cel.y}, int64_t{cel.flip}}) {
    text += std::exchange(before, ',');
    append_number(text, value);
  }
  text += ']';
}

Status check_rows(const std::string& what, const TablesView& tables, uint64_t most) {
  const size_t rows = what == "costumes"    ? tables.costumes.id.size()
                      : what == "pictures"  ? tables.entries.picture.size()
                      : what == "timelines" ? tables.timelines.flags.size()
                      : what == "palettes"  ? tables.palettes.room.size()
                      : what == "rooms"     ? tables.rooms.number.size()
                      : what == "windows"   ? tables.windows.limb.size()
                      : what == "commands"  ? tables.costumes.command.size()
                                            : tables.failures.costume.size();
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
  row_makers().at(what)(tables, [&](const Row& row) {
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
    give(row);
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
