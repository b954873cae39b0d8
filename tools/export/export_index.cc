#include <span>
#include <utility>

#include <fmt/core.h>

#include "formats/hash.h"
#include "formats/versions.h"
#include "tools/export/costume_files.h"

namespace wardrobe {
namespace {

constexpr std::string_view kApp = "wardrobe";

/// A JSON object without the brace at its end. Each member has a line of its own, and so has each
/// element of an array.
std::string json_lines(const Row& object) {
  std::string text;
  const auto append = [&](const Row& value) {
    text += json_line(value);
    text.pop_back();  // the end of the line
  };
  for (const auto& [key, value] : object.items()) {
    text += fmt::format("{}\"{}\": ", text.empty() ? "{" : ",\n", key);
    if (!value.is_array()) {
      append(value);
      continue;
    }
    text += "[";
    for (const Row& element : value) {
      text += &element == &value.front() ? "\n" : ",\n";
      append(element);
    }
    text += "]";
  }
  return text;
}

ExportFile file_of(const char* name, const std::string& text) {
  return {name, {text.begin(), text.end()}};
}

/// What a manifest says about the game: its version, and the names and sizes of its files.
Row game_row(const TablesView& tables) {
  Row files = Row::array();
  for (size_t i = 0; i < tables.sources.size.size(); ++i) {
    files.push_back(
        {{"name", std::string(text_at(tables.sources.name_offset, tables.sources.name, i))},
         {"size", tables.sources.size[i]}});
  }
  return {{"version", facts(tables.game.version[0]).name}, {"files", files}};
}

}  // namespace

void add_index(const TablesView& tables, uint32_t costume, const std::string& name,
               CostumeExport& out) {
  Row names = Row::array();
  out.written = Row::array();
  for (const ExportFile& file : out.files) {
    names.push_back(file.name);
    out.written.push_back(file_row(file.name, file.bytes));
  }
  out.index = {{"row", costume},
               {"id", costume_id(tables.costumes.id[costume])},
               {"name", name},
               {"files", std::move(names)}};
}

Row file_row(const std::string& name, Bytes bytes) {
  return {{"name", name}, {"xxh64", fmt::format("{:016x}", xxh64(bytes))}};
}

std::string index_end(std::string_view before) {
  const Bytes bytes(reinterpret_cast<const uint8_t*>(before.data()), before.size());
  return fmt::format("\"xxh64\": \"{:016x}\"}}\n", xxh64(bytes));
}

void add_plan(const FramePlan& plan, unsigned tick_ms, Row& index) {
  index["size"] = {plan.box.width, plan.box.height};
  index["anchor"] = {-plan.box.left, -plan.box.top};
  index["tick_ms"] = tick_ms;
  Row& timelines = index["timelines"] = Row::array();
  for (const PlanTag& tag : plan.tags) {
    if (tag.data.is_null()) continue;
    Row timeline = {{"name", tag.name}, {"file_name", plan.file_name[timelines.size()]}};
    timeline.update(tag.data);
    timelines.push_back(std::move(timeline));
  }
}

Row palette_row(uint32_t costume, const Look& look, uint32_t colors) {
  std::string rgb;
  for (const uint8_t part : std::span(look.palette.rgb).first(size_t{3} * colors)) {
    rgb += fmt::format("{:02x}", part);
  }
  return {{"costume_row", costume}, {"rgb", rgb}};
}

std::vector<ExportFile> index_files(const TablesView& tables, std::string_view format,
                                    const std::vector<CostumeExport>& costumes, uint32_t scale) {
  Row index = {{"app", kApp}, {"format", format}, {"game", game_row(tables)}};
  Row palettes = Row::array();
  Row pictures;
  Row files = Row::array();
  Row& rows = index["costumes"] = Row::array();
  for (const CostumeExport& costume : costumes) {
    rows.push_back(costume.index);
    files.insert(files.end(), costume.written.begin(), costume.written.end());
    if (!costume.palette.is_null()) palettes.push_back(costume.palette);
    if (costume.pictures.is_null()) continue;
    if (pictures.is_null()) pictures = Row::array();
    pictures.insert(pictures.end(), costume.pictures.begin(), costume.pictures.end());
  }
  if (pictures.is_null() && !palettes.empty()) index["palettes"] = palettes;
  std::vector<ExportFile> made;
  if (!pictures.is_null()) {
    Row manifest = {{"game", game_row(tables)}};
    if (scale != 1) manifest["scale"] = scale;
    manifest["palettes"] = std::move(palettes);
    manifest["pictures"] = std::move(pictures);
    made.push_back(file_of(kManifestName, json_lines(manifest) + "}\n"));
    files.push_back(file_row(kManifestName, made[0].bytes));
  }
  index["files"] = std::move(files);
  const std::string text = json_lines(index) + ",\n";
  made.push_back(file_of(kExportIndexName, text + index_end(text)));
  return made;
}

}  // namespace wardrobe
