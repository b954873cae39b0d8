#include "tools/page/page_data.h"

#include <map>
#include <set>

#include <fmt/core.h>

#include "tools/diff/compare.h"
#include "tools/diff/diff_text.h"
#include "tools/diff/finding_rows.h"
#include "tools/page/picture_store.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {
namespace {

/// Ticks of a timeline that the page plays.
constexpr uint32_t kMaxShownTicks = 4096;

/// One row of Timelines.
Row trace_row(const DiffInput& input, uint32_t timeline, PictureStore& pictures) {
  const Tables& tables = input.tables;
  const Timelines& lines = tables.timelines;
  const uint32_t first = lines.tick_offset[timeline];
  const uint32_t count = lines.tick_offset[timeline + 1] - first;
  const uint32_t shown = std::min(count, kMaxShownTicks);
  const uint32_t loop = lines.loop_start[timeline];
  Row ticks = Row::array();
  Row frames = Row::array();
  std::map<uint32_t, size_t> number;
  for (uint32_t tick = first; tick < first + shown; ++tick) {
    const uint32_t frame = lines.tick[tick];
    const auto [found, is_new] = number.emplace(frame, frames.size());
    ticks.push_back(found->second);
    if (!is_new) continue;
    Row& cels = frames.emplace_back(Row::array());
    for (uint32_t i = tables.frames.cel_offset[frame]; i < tables.frames.cel_offset[frame + 1];
         ++i) {
      cels.push_back(Row::array({pictures.add(input, tables.cels.picture[i]), tables.cels.x[i],
                                 tables.cels.y[i], tables.cels.flip[i]}));
    }
  }
  return {{"loop", loop == kNone || shown < count ? Row() : Row(loop)},
          {"ticks", ticks},
          {"frames", frames}};
}

class PageData {
 public:
  explicit PageData(const DiffPageInput& input)
      : input_(input),
        tables_{input.old_input.tables, input.new_input.tables},
        inputs_{input.old_input, input.new_input, frame_hashes(input.old_input.tables),
                frame_hashes(input.new_input.tables)} {}

  Result<Row> make() {
    Row costumes = Row::array();
    for (const FindingGroup& group : group_findings(input_.diff)) {
      costumes.push_back(group_row(group));
      if (!pictures_.status()) return pictures_.status().error();
    }
    const DiffCounts counts = count_costumes(input_.diff);
    return Row{{"old", input_.old_name},
               {"new", input_.new_name},
               {"summary", summary_text(input_.diff)},
               {"counts",
                {{"same", counts.same},
                 {"changed", counts.changed},
                 {"moved", counts.moved},
                 {"added", counts.added},
                 {"removed", counts.removed}}},
               {"kinds", kind_counts()},
               {"palettes", pictures_.palettes()},
               {"pictures", pictures_.pictures()},
               {"costumes", costumes}};
  }

 private:
  /// In the order of FindingKind.
  Row kind_counts() const {
    std::map<FindingKind, size_t> counts;
    for (const Finding& finding : input_.diff.findings) ++counts[finding.kind];
    Row kinds = Row::object();
    for (const auto& [kind, count] : counts) kinds[std::string(kind_name(kind))] = count;
    return kinds;
  }

  Row group_row(const FindingGroup& group) {
    Row findings = Row::array();
    for (const Finding* finding : group.findings) findings.push_back(page_finding(*finding));
    return {{"id", pair_id(tables_, group.costume)},
            {"name", group_name(tables_, group.costume)},
            {"summary", kinds_text(group.findings)},
            {"palettes", Row::array({palette(input_.old_input, group.costume.old_row),
                                     palette(input_.new_input, group.costume.new_row)})},
            {"findings", findings},
            {"timelines", timeline_rows_of(group)}};
  }

  Row palette(const DiffInput& input, uint32_t costume) {
    if (costume == kNone) return {};
    std::string colors;
    for (const uint8_t byte : make_look(input.tables, costume).palette.rgb) colors += fmt::format("{:02x}", byte);
    return pictures_.add_palette(colors);
  }

  Row page_finding(const Finding& finding) {
    Row row = finding_row(tables_, finding);
    row["text"] = finding_text(tables_, finding);
    if (finding.has_slot()) {
      row["slots"] = Row::array({slot(input_.old_input, finding.row.old_row),
                                 slot(input_.new_input, finding.row.new_row)});
    }
    return row;
  }

  Row slot(const DiffInput& input, uint32_t entry) {
    const Entries& entries = input.tables.entries;
    if (entry == kNone || entries.picture[entry] == kNone) return {};
    return Row::array(
        {pictures_.add(input, entries.picture[entry]), entries.x[entry], entries.y[entry]});
  }

  /// The timelines that findings name, and those that differ all the same, such as all that face
  /// a way whose init changed.
  Row timeline_rows_of(const FindingGroup& group) {
    Row rows = Row::array();
    if (!group.costume.both()) return rows;
    std::set<RecordKey> changed;
    for (const Finding* finding : group.findings) {
      if (finding->has_record()) changed.insert(finding->record);
      changed.insert(finding->timelines.begin(), finding->timelines.end());
    }
    const auto before = records_of(tables_.old_tables, group.costume.old_row);
    const auto now = records_of(tables_.new_tables, group.costume.new_row);
    for (const auto& [what, row] : before) {
      const auto found = now.find(what);
      if (found != now.end() && timelines_differ(inputs_, {row, found->second})) {
        changed.insert(what);
      }
    }
    const uint8_t directions = pair_directions(tables_, group.costume);
    const auto trace = [&](const DiffInput& input, const auto& records, RecordKey what) {
      const auto found = records.find(what);
      return found == records.end() ? Row() : trace_row(input, found->second, pictures_);
    };
    for (const RecordKey& what : changed) {
      const Row direction = direction_row(what.facing, directions);
      rows.push_back({{"chore", what.chore},
                      {"dir", direction},
                      {"old", trace(input_.old_input, before, what)},
                      {"new", trace(input_.new_input, now, what)}});
    }
    return rows;
  }

  const DiffPageInput& input_;
  DiffTables tables_;
  DiffInputs inputs_;
  PictureStore pictures_;
};

}  // namespace

Result<Row> diff_page_data(const DiffPageInput& input) { return PageData(input).make(); }

}  // namespace wardrobe
