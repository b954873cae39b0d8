#include "tools/hd/hd_page.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/page/page.h"

namespace wardrobe {
namespace {

Result<PageArt> page_art(const HdSet& set, uint32_t scale) {
  PageArt art;
  art.scale = scale;
  for (const HdPicture& picture : set.pictures) {
    Result<std::vector<uint8_t>> file = set.load(picture.file);
    if (!file && file.error().code != ErrorCode::not_found) return file.error();
    art.files.push_back(file ? *std::move(file) : std::vector<uint8_t>());
  }
  const TablesView& tables = set.tables();
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    for (const uint32_t entry : entries_of(tables, costume)) {
      const uint32_t picture = set.picture_of_entry[entry];
      if (picture != kNone) art.file_of[{costume, tables.entries.picture[entry]}] = picture;
    }
  }
  return art;
}

/// Twice the same row: a pair of diff_data().
Row both(uint32_t row) { return Row::array({row, row}); }

/// The first slot of a costume that shows a file: a row of Entries, or kNone.
uint32_t entry_with(const HdSet& set, uint32_t costume, const std::string& file) {
  for (const uint32_t entry : entries_of(set.tables(), costume)) {
    const uint32_t picture = set.picture_of_entry[entry];
    if (picture != kNone && set.pictures[picture].file == file) return entry;
  }
  return kNone;
}

/// Whether a timeline shows something, and all that it shows was exported.
bool is_exported(const HdSet& set, uint32_t costume, uint32_t timeline) {
  const TablesView& tables = set.tables();
  bool shows = false;
  for (const uint32_t frame :
       elements_at(tables.timelines.tick_offset, tables.timelines.tick, timeline)) {
    for (const uint32_t cel : rows_of(tables.frames.cel_offset, frame)) {
      const uint32_t entry = entry_of_cel(tables, costume, cel);
      if (entry == kNone) continue;
      if (set.picture_of_entry[entry] == kNone) return false;
      shows = true;
    }
  }
  return shows;
}

/// The name of the game: that of its first file, such as MONKEY2, unless it is a number.
std::string game_name(const TablesView& tables) {
  const std::string_view file = text_at(tables.sources.name_offset, tables.sources.name, 0);
  const std::string name = std::filesystem::path(file).stem().string();
  const bool is_name = name.find_first_not_of("0123456789") != std::string::npos;
  return is_name ? name : "the game";
}

Row timelines_of(const HdSet& set, uint32_t costume) {
  const TablesView& tables = set.tables();
  Row rows = Row::array();
  const unsigned directions = tables.costumes.directions[costume];
  for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
    if (!is_exported(set, costume, timeline)) continue;
    const RecordKey key = record_key(tables.records.number[timeline], directions);
    rows.push_back({{"chore", key.chore},
                    {"dir", direction_row(key.facing, directions)},
                    {"rows", both(timeline)}});
  }
  return rows;
}

}  // namespace

Result<std::string> hd_page(const HdSet& set, const HdReport& report) {
  const TablesView& tables = set.tables();
  Row kinds = Row::object();
  std::map<uint32_t, Row> findings;  // by costume
  for (const HdFinding& finding : report.findings) {
    kinds[finding.kind] = kinds.value(finding.kind, 0) + 1;
    const std::string text = finding.file + (finding.text.empty() ? "" : ": " + finding.text);
    Row row = {{"kind", finding.kind}, {"text", text}};
    const uint32_t costume = finding.costumes.empty() ? kNone : *finding.costumes.begin();
    if (costume != kNone) row["entries"] = both(entry_with(set, costume, finding.file));
    findings.try_emplace(costume, Row::array()).first->second.push_back(std::move(row));
  }
  Row costumes = Row::array();
  if (findings.contains(kNone)) {
    costumes.push_back({{"id", nullptr},
                        {"name", "files of no costume"},
                        {"summary", ""},
                        {"rows", {nullptr, nullptr}},
                        {"findings", findings[kNone]},
                        {"timelines", Row::array()}});
  }
  const CostumeWearers wearers(tables);
  for (const HdDone& done : report.costumes) {
    const auto found = findings.try_emplace(done.row, Row::array()).first;
    costumes.push_back(
        {{"id", costume_id(tables.costumes.id[done.row])},
         {"name", wearers.label(done.row)},
         {"summary", fmt::format("{} of {} pictures remade, {}", done.remade, done.pictures,
                                 count_text(found->second.size(), "finding"))},
         {"rows", both(done.row)},
         {"findings", found->second},
         {"timelines", timelines_of(set, done.row)}});
  }
  Row diff = {{"summary", ""},
              {"counts",
               {{"remade", report.all.remade}, {"left", report.all.pictures - report.all.remade}}},
              {"left", report.left},
              {"kinds", kinds},
              {"costumes", costumes}};
  ASSIGN_OR_RETURN(const PageArt art, page_art(set, report.scale));
  return art_page({game_name(tables), &set.original.archive}, art, std::move(diff));
}

}  // namespace wardrobe
