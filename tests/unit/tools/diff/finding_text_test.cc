#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/formats/archive/small_archive.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

constexpr RecordKey kWest{1, Direction::west};

/// The small archive, before and after changes.
struct Pair {
  SmallArchive before;
  SmallArchive after;

  DiffTables tables() const { return {before.tables, after.tables}; }
  std::string text(const Finding& finding) const { return finding_text(json(finding)); }
  Row json(const Finding& finding) const { return finding_row(tables(), finding); }
};

Pair changed(const std::function<void(Tables&)>& change) {
  Pair pair{small_akos_archive(), small_akos_archive()};
  pair.before.tables.pictures.xxh64 = {0xFEDCBA9876543210, 0x0012AB3456789ABC};
  pair.after.tables.pictures.xxh64 = pair.before.tables.pictures.xxh64;
  change(pair.after.tables);
  return pair;
}

Pair unchanged() {
  return changed([](Tables&) {});
}

Finding about_costume(FindingKind kind, std::string_view field = {}) {
  return {.kind = kind, .field = field, .costume = {0, 0}};
}

/// Returns a finding of a kind about a slot.
Finding about_slot(FindingKind kind, Finding slot, std::string_view field = {}) {
  slot.kind = kind;
  slot.field = field;
  slot.costume = {0, 0};
  return slot;
}

Finding about_record(std::string_view field, Sides row, uint8_t limb = kNoLimb) {
  return {.kind = FindingKind::record,
          .field = field,
          .costume = {0, 0},
          .key = kWest,
          .place = {.limb = limb},
          .row = row};
}

Finding about_timeline(std::string_view field, uint32_t tick) {
  return {.kind = FindingKind::timeline,
          .field = field,
          .costume = {0, 0},
          .key = kWest,
          .row = {0, 0},
          .tick = tick};
}

TEST(FindingText, OfACostume) {
  Pair pair = changed([](Tables& t) {
    t.costumes.id[0] = 0;
    t.costumes.kind[0] = Kind::akos;
    t.costumes.directions[0] = 8;
    t.costumes.mirror_west[0] = 0;
  });
  EXPECT_EQ(pair.text(about_costume(FindingKind::costume_moved)), "1 → none");
  EXPECT_EQ(pair.text(about_costume(FindingKind::format, "kind")), "kind COST → AKOS");
  EXPECT_EQ(pair.text(about_costume(FindingKind::format, "directions")), "directions 4 → 8");
  EXPECT_EQ(pair.text(about_costume(FindingKind::format, "colors")), "colors 16 → 16");
  EXPECT_EQ(pair.text(about_costume(FindingKind::mirror)), "true → false");
  EXPECT_EQ(pair.text({.kind = FindingKind::costume_added, .costume = {kNone, 0}}), "");
}

TEST(FindingText, OfColors) {
  const Pair pair = changed([](Tables& t) {
    t.costumes.color[2] = 99;
    t.costumes.color[15] = 7;
    t.costumes.rgb = {1, 2, 4};
    t.costumes.rgb_offset.back() = 3;
  });
  EXPECT_EQ(pair.text(about_costume(FindingKind::palette, "colors")),
            "2 colours: 2 34 → 99, 15 47 → 7");
  const Finding rgb{.kind = FindingKind::palette, .field = "rgb", .costume = {2, 2}};
  EXPECT_EQ(pair.text(rgb), "2 colours: 0 010203 → 010204, 1 040506 → none");
  EXPECT_EQ(pair.json(rgb)["old"].dump(), R"({"0":"010203","1":"040506"})");
  EXPECT_EQ(pair.json(rgb)["new"].dump(), R"({"0":"010204"})");
  const Row indices = pair.json(about_costume(FindingKind::palette, "colors"));
  EXPECT_EQ(indices["old"].dump() + indices["new"].dump(), R"({"2":34,"15":47}{"2":99,"15":7})");
}

TEST(FindingText, OfAPaletteOfARoom) {
  const Pair pair = changed([](Tables& t) {
    t.palettes.number[0] = 3;
    for (const size_t entry : {0, 9, 10, 255}) t.palettes.rgb[3 * entry + 1] ^= 0x80;
  });
  Finding finding{
      .kind = FindingKind::palette, .field = "colors", .room = {0, 0}, .palette = {0, 0}};
  EXPECT_EQ(pair.text(finding),
            "room 12 palette 3: 4 colours: 0 000102 → 008102, 9 1b1c1d → 1b9c1d, 10 1e1f20 → "
            "1e9f20 …");
  EXPECT_EQ(pair.json(finding)["room"], 12);
  EXPECT_EQ(pair.json(finding)["palette"], 3);
  EXPECT_EQ(pair.json(finding)["new"]["255"], "fd7eff");
  finding.field = "palette";
  finding.palette = {kNone, 0};
  EXPECT_EQ(pair.text(finding), "room 12 palette 3: added");
  finding.palette = {0, kNone};
  EXPECT_EQ(pair.text(finding), "room 12 palette 0: removed");
  EXPECT_EQ(pair.json(finding)["old"].get<std::string>().size(), 6u * 256);
  EXPECT_TRUE(pair.json(finding)["new"].is_null());
}

TEST(FindingText, OfASlotThatOneArchiveLacks) {
  const Pair pair = unchanged();
  const Finding change{.place = {kNoLimb, 7}, .row = {0, kNone}};
  EXPECT_EQ(pair.text(about_slot(FindingKind::limb_table, change)),
            "cel 7: 16×20 fedcba98 → nothing, in no timeline");
  EXPECT_EQ(pair.text(about_slot(FindingKind::picture_placement, change, "x")),
            "cel 7: x -8 → 0, in no timeline");
  EXPECT_EQ(pair.json(about_slot(FindingKind::picture_placement, change, "y"))["new"], 0);
}

TEST(FindingText, OfARecord) {
  Pair pair = changed([](Tables& t) {
    t.windows.mode[0] = WindowMode::once;
    t.costumes.command[0] = 0x7B;
    t.windows.length[1] = 0;
  });
  const auto text = [&](std::string_view field, Sides row, uint8_t limb) {
    return pair.text(about_record(field, row, limb));
  };
  EXPECT_EQ(text("mode", {0, 0}, 6), "chore 1 W limb 6: mode loop → once");
  EXPECT_EQ(text("commands", {0, 0}, 6), "chore 1 W limb 6: commands 00 → 7b");
  EXPECT_EQ(text("length", {0, 1}, 6), "chore 1 W limb 6: length 1 → 0");
  EXPECT_EQ(text("window", {0, kNone}, 6), "chore 1 W limb 6: window loop 00 → none");
  EXPECT_EQ(text("record", {0, kNone}, kNoLimb), "chore 1 W: removed: limb 0 loop 00");
  EXPECT_EQ(text("record", {kNone, 0}, kNoLimb), "chore 1 W: added: limb 0 once 7b");
  pair.after.tables.windows.limb = {0, 5, 5};
  pair.after.tables.records.window_offset = {0, 2, 3, 3};
  EXPECT_EQ(text("record", {kNone, 0}, kNoLimb), "chore 1 W: added: limb 0 once 7b, limb 5 loop");
  EXPECT_EQ(pair.json(about_record("record", {kNone, 0}))["new"].dump(),
            R"([[0,"once 7b"],[5,"loop"]])");
}

TEST(FindingText, OfATimeline) {
  const Pair pair = changed([](Tables& t) {
    t.timelines.loop_start[0] = kNone;
    t.timelines.tick.push_back(1);
    t.timelines.tick_offset = {0, 1, 4, 7};
    t.events.tick[0] = 1;
    t.cels.x[1] = 55;
  });
  EXPECT_EQ(pair.text(about_timeline("length", 1)), "chore 1 W: length 2 → 1, from tick 1 on");
  EXPECT_EQ(pair.text(about_timeline("loop", 0)), "chore 1 W: loop 1 → none, from tick 0 on");
  EXPECT_EQ(pair.text(about_timeline("events", 1)), "chore 1 W: different events, from tick 1 on");
  const Row events = pair.json(about_timeline("events", 1));
  EXPECT_EQ(events["old"].dump() + events["new"].dump(), R"([][[0,"sound",3]])");
  EXPECT_EQ(events["tick"], 1);
  EXPECT_EQ(pair.json(about_timeline("positions", 0))["old"].dump(), "[[0,0,-8,-20,0]]");
}

TEST(FindingText, GivesDegreesIfOneArchiveHasEightDirections) {
  const Pair pair = changed([](Tables& t) { t.costumes.directions[0] = 8; });
  EXPECT_EQ(pair.text(about_timeline("events", 0)),
            "chore 1 270: different events, from tick 0 on");
  EXPECT_EQ(pair.json(about_timeline("events", 0))["dir"], 270);
}

TEST(FindingText, NamesGroups) {
  const Pair pair = changed([](Tables& t) {
    t.costumes.id[0] = 40;
    t.costumes.id[1] = 0;
  });
  EXPECT_EQ(GroupNames(pair.tables()).of({0, 0}), "costume 40");
  EXPECT_EQ(GroupNames(pair.tables()).of({0, kNone}), "costume 1");
  EXPECT_EQ(GroupNames(pair.tables()).of({0, 1}), "costume @1");
  EXPECT_EQ(GroupNames(pair.tables()).of({}), "rooms");
  EXPECT_EQ(GroupNames({pair.after.tables, pair.before.tables}).of({1, kNone}),
            "costume @1 of the old");
}

/// Returns a diff of five costumes, three of them in both archives, with these findings.
Diff diff_of(const std::vector<std::pair<FindingKind, Sides>>& findings) {
  Diff diff;
  diff.costumes = {{0, 0}, {1, 1}, {2, 2}, {3, kNone}, {kNone, 3}};
  for (const auto& [kind, costume] : findings) {
    diff.findings.push_back({.kind = kind, .costume = costume});
  }
  return diff;
}

TEST(FindingGroups, PutPalettesFirstThenTheMostFindings) {
  const Diff diff = diff_of({{FindingKind::palette, {}},
                             {FindingKind::record, {0, 0}},
                             {FindingKind::record, {1, 1}},
                             {FindingKind::mirror, {1, 1}},
                             {FindingKind::record, {2, 2}}});
  std::vector<Sides> order;
  for (const FindingGroup& group : group_findings(diff)) order.push_back(group.costume);
  EXPECT_EQ(order, (std::vector<Sides>{{}, {1, 1}, {0, 0}, {2, 2}}));
  EXPECT_EQ(kinds_text(group_findings(diff)[1].findings), "1 mirror, 1 record");
}

TEST(FindingGroups, CountCostumes) {
  const Diff diff = diff_of({{FindingKind::palette, {}},
                             {FindingKind::costume_moved, {0, 0}},
                             {FindingKind::costume_moved, {1, 1}},
                             {FindingKind::record, {1, 1}},
                             {FindingKind::costume_removed, {3, kNone}},
                             {FindingKind::costume_added, {kNone, 3}}});
  EXPECT_EQ(summary_text(diff), "5 costumes: 1 same, 1 changed, 2 moved, 1 added, 1 removed");
  EXPECT_EQ(summary_text(Diff{}), "no costumes");
}

}  // namespace
}  // namespace wardrobe
