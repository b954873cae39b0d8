#include "tools/edit/report.h"

namespace wardrobe {
namespace {

using Row = nlohmann::ordered_json;

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

Row slot_rows(const Tables& tables, uint32_t costume, const std::vector<uint32_t>& entries) {
  Row rows = Row::array();
  for (const uint32_t entry : entries) {
    const Slot slot = slot_of(tables, costume, entry);
    rows.push_back({slot.limb == kNoLimb ? Row() : Row(slot.limb), slot.index});
  }
  return rows;
}

Row costume_row(const Tables& tables, const char* kind, uint32_t costume) {
  const uint16_t id = tables.costumes.id[costume];
  return {{"kind", kind}, {"costume", id == 0 ? Row() : Row(id)}, {"costume_row", costume}};
}

Row picture_row(const Tables& tables, uint32_t costume, const PictureChange& change) {
  Row row = costume_row(tables, "picture", costume);
  row["slots"] = slot_rows(tables, costume, change.entries);
  row["change"] = name_of(change.source);
  row["width"] = change.shape.width;
  row["height"] = change.shape.height;
  row["x"] = change.shape.x;
  row["y"] = change.shape.y;
  row["xinc"] = change.shape.xinc;
  row["yinc"] = change.shape.yinc;
  row["file"] = change.file;
  return row;
}

/// Calls give(name, old size, new size) for every file that changes.
template <class Give>
void for_each_new_file(const GameInput& input, const NewFiles& files, Give give) {
  if (files.index) give(input.index->name, input.index->bytes->size(), files.index->size());
  for (size_t i = 0; i < files.resources.size(); ++i) {
    if (!files.resources[i]) continue;
    give(input.resources[i].name, input.resources[i].bytes->size(), files.resources[i]->size());
  }
}

std::string bytes_text(uint64_t before, uint64_t after) {
  if (before == after) return std::to_string(after) + " bytes, as before";
  return std::to_string(after) + " bytes, before " + std::to_string(before);
}

}  // namespace

std::vector<Row> report_rows(const GameInput& input, const EditPlan& plan) {
  const Tables& tables = plan.game.tables;
  std::vector<Row> rows;
  for (const CostumeChange& costume : plan.changes) {
    for (const PictureChange& change : costume.pictures) {
      rows.push_back(picture_row(tables, costume.costume, change));
    }
  }
  for (const NewBlock& block : plan.blocks) {
    Row row = costume_row(tables, "costume", block.costume);
    row["bytes"] = {plan.game.payload(block.costume).size(), block.payload.size()};
    rows.push_back(row);
  }
  for_each_new_file(
      input, plan.files, [&](const std::string& name, uint64_t before, uint64_t after) {
        rows.push_back({{"kind", "file"}, {"file", name}, {"bytes", {before, after}}});
      });
  for (const std::string& note : plan.edits.notes)
    rows.push_back({{"kind", "note"}, {"text", note}});
  for (const std::string& warning : report_warnings(input, plan)) {
    rows.push_back({{"kind", "warning"}, {"text", warning}});
  }
  return rows;
}

std::vector<std::string> report_lines(const GameInput& input, const EditPlan& plan) {
  const Tables& tables = plan.game.tables;
  std::vector<std::string> lines;
  for (const CostumeChange& costume : plan.changes) {
    for (const PictureChange& change : costume.pictures) {
      lines.push_back(slot_text(tables, costume.costume, change.entries[0]) + ": " +
                      name_of(change.source) + ", " + std::to_string(change.shape.width) + "×" +
                      std::to_string(change.shape.height) + " at " +
                      std::to_string(change.shape.x) + ", " + std::to_string(change.shape.y) +
                      " (" + change.file + ")");
    }
  }
  for (const NewBlock& block : plan.blocks) {
    lines.push_back(costume_text(tables, block.costume) + ": " +
                    bytes_text(plan.game.payload(block.costume).size(), block.payload.size()));
  }
  for_each_new_file(input, plan.files,
                    [&](const std::string& name, uint64_t before, uint64_t after) {
                      lines.push_back(name + ": " + bytes_text(before, after));
                    });
  lines.insert(lines.end(), plan.edits.notes.begin(), plan.edits.notes.end());
  if (lines.empty()) lines.push_back("nothing is changed");
  return lines;
}

std::vector<std::string> report_warnings(const GameInput& input, const EditPlan& plan) {
  if (!plan.files.index) return {};
  return {
      input.index->name +
      " changes, because a costume grew and what follows it moved. ScummVM knows a game by this "
      "file: it will call this one unknown and may offer several variants to choose from. "
      "--keep-index refuses such edits"};
}

}  // namespace wardrobe
