#include "tools/apply/report.h"

#include <cmath>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "tools/list/rows.h"

namespace wardrobe {
namespace {

const char* name_of(PixelSource source) {
  switch (source) {
    case PixelSource::own:
      return "repainted";
    case PixelSource::followed:
      return "follows";
    default:
      return "placed";
  }
}

double rounded(double value) { return std::round(value * 100) / 100; }

Row error_row(const ColorError& error) {
  return {{"worst", rounded(error.worst)}, {"mean", rounded(error.mean)}};
}

std::string error_text(const ColorError& error) {
  return fmt::format("colours off by {:.2f} at worst, {:.2f} on average", error.worst, error.mean);
}

Row costume_row(const Tables& tables, const char* kind, uint32_t costume) {
  return {{"kind", kind},
          {"costume", costume_id(tables.costumes.id[costume])},
          {"costume_row", costume}};
}

ReportItem picture_item(const Tables& tables, uint32_t costume, const PictureChange& change) {
  const PictureShape& shape = change.shape;
  Row row = costume_row(tables, "picture", costume);
  Row& slots = row["slots"] = Row::array();
  for (const uint32_t entry : change.entries) {
    slots.push_back(slot_row(slot_of(tables, costume, entry)));
  }
  row["change"] = name_of(change.source);
  row["width"] = shape.width;
  row["height"] = shape.height;
  row["x"] = shape.x;
  row["y"] = shape.y;
  row["xinc"] = shape.xinc;
  row["yinc"] = shape.yinc;
  row["file"] = change.file;
  const std::string slot = slot_text(tables, costume, change.entries[0]);
  std::string line = fmt::format("{}: {}, {} at {}, {} ({})", slot, name_of(change.source),
                                 size_text(shape), shape.x, shape.y, change.file);
  if (change.error) {
    row["color_error"] = error_row(*change.error);
    line += "; " + error_text(*change.error);
  }
  return {row, line};
}

ReportItem colors_item(const ReadGame& game, const ColorEdit& edit) {
  const Bytes old = game.colors(edit.costume);
  Row colors = Row::object();
  for (size_t i = 0; i < old.size(); ++i) {
    if (edit.colors[i] != old[i]) colors[std::to_string(i)] = {old[i], edit.colors[i]};
  }
  const std::string line = fmt::format("{}: recoloured, {} of {} colours as in room {} ({}); {}",
                                       costume_text(game.tables, edit.costume), colors.size(),
                                       old.size(), edit.room, edit.file, error_text(edit.error));
  Row row = costume_row(game.tables, "palette", edit.costume);
  row["colors"] = std::move(colors);
  row["room"] = edit.room;
  row["file"] = edit.file;
  row["color_error"] = error_row(edit.error);
  return {std::move(row), line};
}

ReportItem text_item(const char* kind, const std::string& text) {
  return {{{"kind", kind}, {"text", text}}, text, std::string_view(kind) == "warning"};
}

/// Warns of scripts that recolour what the edit recolours, if there are any.
void add_recolours(const ReadGame& game, const ColorEdit& edit, std::vector<ReportItem>& items) {
  const TablesView tables = game.tables;
  const Bytes old = game.colors(edit.costume);
  std::vector<std::string> given;
  recolour_rows(tables, [&](const Row& row) {
    if (row["costume_row"] != edit.costume) return;
    const size_t color = row["slot"];
    if (color >= old.size() || edit.colors[color] == old[color]) return;
    given.push_back(fmt::format("colour {} becomes {} of the room by {}", color,
                                json_text(row["color"]), script_text(row["script"])));
  });
  if (given.empty()) return;
  items.push_back(text_item(
      "warning", fmt::format("{}: scripts recolour it, too, and the game then shows that: {}; see: "
                             "wardrobe list GAME recolours",
                             costume_text(tables, edit.costume), first_names(given))));
}

/// Reports something that had `before` bytes and now has `after` bytes.
ReportItem bytes_item(Row row, const std::string& name, uint64_t before, uint64_t after) {
  row["bytes"] = {before, after};
  const std::string change =
      before == after ? "as many as before" : fmt::format("before {}", before);
  return {std::move(row), fmt::format("{}: changed; {} bytes, {}", name, after, change)};
}

}  // namespace

std::vector<ReportItem> report(const GameInput& input, const EditPlan& plan) {
  const Tables& tables = plan.game.tables;
  std::vector<ReportItem> items;
  for (const CostumeChange& costume : plan.changes) {
    for (const PictureChange& change : costume.pictures) {
      items.push_back(picture_item(tables, costume.costume, change));
    }
    if (costume.colors != nullptr) items.push_back(colors_item(plan.game, *costume.colors));
  }
  for (const NewBlock& block : plan.blocks) {
    items.push_back(bytes_item(costume_row(tables, "costume", block.costume),
                               costume_text(tables, block.costume),
                               plan.game.payload(block.costume).size(), block.payload.size()));
  }
  const auto add_file = [&](const GameFile& file,
                            const std::optional<std::vector<uint8_t>>& bytes) {
    if (!bytes) return;
    items.push_back(bytes_item({{"kind", "file"}, {"file", file.name}}, file.name,
                               file.bytes->size(), bytes->size()));
  };
  if (input.index) add_file(*input.index, plan.files.index);
  for (size_t i = 0; i < input.resources.size(); ++i) {
    add_file(input.resources[i], plan.files.resources[i]);
  }
  for (const std::string& note : plan.edits.notes) items.push_back(text_item("note", note));
  for (const CostumeChange& costume : plan.changes) {
    if (costume.colors != nullptr) add_recolours(plan.game, *costume.colors, items);
  }
  if (!plan.files.index) return items;
  items.push_back(text_item(
      "warning", input.index->name +
                     " changes, because a costume grew and the blocks behind it moved. ScummVM "
                     "recognises a game by this file: it will call the new game unknown and may "
                     "offer several variants to choose from. --keep-index refuses such edits"));
  return items;
}

}  // namespace wardrobe
