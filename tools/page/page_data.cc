#include "tools/page/page_data.h"

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "tools/diff/changed_timelines.h"
#include "tools/diff/finding_groups.h"
#include "tools/diff/finding_json.h"
#include "tools/diff/finding_text.h"
#include "tools/page/picture_store.h"
#include "tools/render/palette_choice.h"

namespace wardrobe {
namespace {

/// How many ticks of a timeline the page plays.
constexpr size_t kMaxShownTicks = 4096;

/// A row of Timelines as the page plays it.
Row trace_row(const DiffInput& input, uint32_t timeline, PictureStore& pictures) {
  const Tables& tables = input.tables;
  const Timelines& lines = tables.timelines;
  const auto all_ticks = elements_at(lines.tick_offset, lines.tick, timeline);
  const size_t shown = std::min(all_ticks.size(), kMaxShownTicks);
  const uint32_t loop = lines.loop_start[timeline];
  Row ticks = Row::array();
  Row frames = Row::array();
  std::map<uint32_t, size_t> number;
  for (const uint32_t frame : all_ticks.first(shown)) {
    const auto [found, is_new] = number.emplace(frame, frames.size());
    ticks.push_back(found->second);
    if (!is_new) continue;
    Row& cels = frames.emplace_back(Row::array());
    for (const uint32_t i : rows_of(tables.frames.cel_offset, frame)) {
      cels.push_back(Row::array({pictures.add(input, tables.cels.picture[i]), tables.cels.x[i],
                                 tables.cels.y[i], tables.cels.flip[i]}));
    }
  }
  return {{"loop", loop == kNone || shown < all_ticks.size() ? Row() : Row(loop)},
          {"ticks", ticks},
          {"frames", frames}};
}

class PageData {
 public:
  explicit PageData(const DiffPageInput& input)
      : input_(input), tables_{input.old_input.tables, input.new_input.tables} {}

  Result<Row> make() {
    Row costumes = Row::array();
    const std::vector<FindingGroup> groups = group_findings(input_.diff);
    const auto timelines = changed_timelines(tables_, groups);
    for (size_t i = 0; i < groups.size(); ++i) {
      costumes.push_back(group_row(groups[i], timelines[i]));
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

  Row group_row(const FindingGroup& group, const std::vector<TimelinePair>& timelines) {
    Row findings = Row::array();
    for (const Finding* finding : group.findings) findings.push_back(page_finding(*finding));
    return {{"id", pair_id(tables_, group.costume)},
            {"name", group_name(tables_, group.costume)},
            {"summary", kinds_text(group.findings)},
            {"palettes", Row::array({palette(input_.old_input, group.costume.old_row),
                                     palette(input_.new_input, group.costume.new_row)})},
            {"findings", findings},
            {"timelines", timeline_rows_of(group.costume, timelines)}};
  }

  Row palette(const DiffInput& input, uint32_t costume) {
    if (costume == kNone) return {};
    std::string colors;
    for (const uint8_t byte : make_look(input.tables, costume).palette.rgb)
      colors += fmt::format("{:02x}", byte);
    return pictures_.add_palette(colors);
  }

  Row page_finding(const Finding& finding) {
    Row row = finding_row(tables_, finding);
    row["text"] = finding_text(tables_, finding);
    if (const SlotChange* change = finding.slot()) {
      row["slots"] = Row::array({slot(input_.old_input, change->entry.old_row),
                                 slot(input_.new_input, change->entry.new_row)});
    }
    return row;
  }

  Row slot(const DiffInput& input, uint32_t entry) {
    const Entries& entries = input.tables.entries;
    if (entry == kNone || entries.picture[entry] == kNone) return {};
    return Row::array(
        {pictures_.add(input, entries.picture[entry]), entries.x[entry], entries.y[entry]});
  }

  Row timeline_rows_of(Sides costume, const std::vector<TimelinePair>& timelines) {
    const auto trace = [&](const DiffInput& input, uint32_t row) {
      return row == kNone ? Row() : trace_row(input, row, pictures_);
    };
    Row rows = Row::array();
    for (const TimelinePair& timeline : timelines) {
      const Row key = record_key_row(tables_, costume, timeline.key);
      Row before = trace(input_.old_input, timeline.row.old_row);
      Row now = trace(input_.new_input, timeline.row.new_row);
      rows.push_back({{"chore", key[0]}, {"dir", key[1]}, {"old", before}, {"new", now}});
    }
    return rows;
  }

  const DiffPageInput& input_;
  DiffTables tables_;
  PictureStore pictures_;
};

}  // namespace

Result<Row> diff_page_data(const DiffPageInput& input) { return PageData(input).make(); }

}  // namespace wardrobe
