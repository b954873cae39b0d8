#include <numeric>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/export/costume_files.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

constexpr std::string_view kApp = "wardrobe";

/// Rows of each costume.
using Lines = std::string CostumeExport::*;

/// A JSON object with a line for each member, and for each element of an array.
class JsonLines {
 public:
  explicit JsonLines(std::span<const CostumeExport> costumes) : costumes_(costumes) {}

  void put(std::string_view key, const Row& value) {
    put_key(key);
    add_line(value, text_, "");
  }

  /// Appends an array of `lines` of all costumes, then of `more`.
  void put(std::string_view key, Lines lines, std::string_view more = {}) {
    put_key(key);
    text_.reserve(text_.size() + size_of(lines) + more.size() + 2 * costumes_.size() + 64);
    text_ += '[';
    std::string_view between = "\n";
    const auto put_some = [&](std::string_view some) {
      if (some.empty()) return;
      text_.append(std::exchange(between, ",\n")).append(some);
    };
    for (const CostumeExport& costume : costumes_) put_some(costume.*lines);
    put_some(more);
    text_ += ']';
  }

  bool has(Lines lines) const { return size_of(lines) != 0; }

  /// Ends the object with `end`.
  std::string_view finish(std::string_view end) { return text_ += end; }

 private:
  void put_key(std::string_view key) {
    text_ += fmt::format("{}\"{}\": ", text_.empty() ? "{" : ",\n", key);
  }

  size_t size_of(Lines lines) const {
    return std::accumulate(costumes_.begin(), costumes_.end(), size_t{0},
                           [&](size_t sum, const auto& one) { return sum + (one.*lines).size(); });
  }

  std::span<const CostumeExport> costumes_;
  std::string text_;
};

/// What a manifest says about the game: its version, and the names and sizes of its files. Of a
/// mod, also their hashes.
Row game_row(const TablesView& tables, bool has_hashes = false) {
  Row files = Row::array();
  for (size_t i = 0; i < tables.sources.size.size(); ++i) {
    files.push_back(
        {{"name", std::string(text_at(tables.sources.name_offset, tables.sources.name, i))},
         {"size", tables.sources.size[i]}});
    if (has_hashes) files.back()["xxh64"] = hash_text(tables.sources.xxh64[i]);
  }
  return {{"version", facts(tables.game.version[0]).name}, {"files", files}};
}

}  // namespace

Status CostumeFiles::give(std::span<const size_t> numbers, Bytes bytes) {
  const uint64_t hash = xxh64(bytes);
  for (const size_t number : numbers) {
    TRY(give_(list_[number].name, bytes));
    list_[number].hash = hash;
  }
  return ok();
}

void add_line(const Row& row, std::string& lines, std::string_view between) {
  if (!lines.empty()) lines += between;
  lines += json_line(row);
  lines.pop_back();  // the end of the line
}

Row index_row(const TablesView& tables, uint32_t costume, const std::string& wearer,
              const std::string& name, const CostumeFiles& files) {
  Row names = Row::array();
  for (const CostumeFiles::File& file : files.list()) names.push_back(file.name);
  return {{"row", costume},
          {"id", costume_id(tables.costumes.id[costume])},
          {"wearer", or_null(wearer, "")},
          {"name", name},
          {"files", std::move(names)}};
}

Row file_row(const std::string& name, uint64_t hash) {
  return {{"name", name}, {"xxh64", hash_text(hash)}};
}

std::string index_end(std::string_view before) {
  return fmt::format("\"xxh64\": \"{:016x}\"}}\n", xxh64(bytes_of(before)));
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

Status give_mod_manifest(const TablesView& original, std::span<const CostumeExport> costumes,
                         const GiveFile& give) {
  JsonLines manifest(costumes);
  manifest.put("game", game_row(original, true));
  manifest.put("palettes", &CostumeExport::palette);
  manifest.put("pictures", &CostumeExport::pictures);
  return give(kManifestName, bytes_of(manifest.finish("}\n")));
}

Status give_index(const TablesView& tables, std::string_view format,
                  std::span<const CostumeExport> costumes, uint32_t scale, const GiveFile& give) {
  const bool has_manifest = (format == kPicturesFormat || format == kHdFormat) && !costumes.empty();
  std::string manifest_row;
  if (has_manifest) {
    JsonLines manifest(costumes);
    manifest.put("game", game_row(tables));
    if (scale != 1) manifest.put("scale", scale);
    if (format == kHdFormat) manifest.put("shadows", "darken");
    manifest.put("palettes", &CostumeExport::palette);
    manifest.put("pictures", &CostumeExport::pictures);
    const Bytes bytes = bytes_of(manifest.finish("}\n"));
    TRY(give(kManifestName, bytes));
    add_line(file_row(kManifestName, xxh64(bytes)), manifest_row);
  }
  JsonLines index(costumes);
  index.put("app", kApp);
  index.put("format", format);
  index.put("game", game_row(tables));
  index.put("costumes", &CostumeExport::index);
  if (!has_manifest && index.has(&CostumeExport::palette)) {
    index.put("palettes", &CostumeExport::palette);
  }
  index.put("files", &CostumeExport::written, manifest_row);
  const std::string end = index_end(index.finish(",\n"));
  return give(kExportIndexName, bytes_of(index.finish(end)));
}

}  // namespace wardrobe
