#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/akos_commands.h"
#include "formats/version.h"
#include "tests/unit/tools/diff/changed_sample.h"
#include "tools/diff/diff.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

AkosCommands hero_commands(const Tables& t) {
  return {Bytes(t.costumes.command).first(t.costumes.command_offset[kHero + 1]), Version::v7};
}

/// Returns the hero's first window whose program has a goto, and the position of the goto.
std::pair<uint32_t, size_t> program_with_goto(const Tables& t) {
  const AkosCommands commands = hero_commands(t);
  for (uint32_t i = 0; i < t.records.window_offset[t.costumes.record_offset[kHero + 1]]; ++i) {
    if (t.windows.mode[i] != WindowMode::program) continue;
    size_t at = t.windows.start[i];
    while (commands.at(at).size > 0 && commands.at(at).flow != AkosFlow::jump) {
      at += commands.at(at).size;
    }
    if (commands.at(at).flow == AkosFlow::jump) return {i, at};
  }
  ADD_FAILURE() << "no such window";
  return {};
}

void insert_hero_commands(Tables& t, size_t at, const std::vector<uint8_t>& bytes) {
  t.costumes.command.insert(t.costumes.command.begin() + static_cast<ptrdiff_t>(at), bytes.begin(),
                            bytes.end());
  for (size_t i = kHero + 1; i < t.costumes.command_offset.size(); ++i) {
    t.costumes.command_offset[i] += static_cast<uint32_t>(bytes.size());
  }
}

TEST(Diff, FollowsTheGotosOfAkosPrograms) {
  GameVersion before = akos_sample();
  const auto [window, jump] = program_with_goto(before.tables);
  const uint16_t start = before.tables.windows.start[window];
  const uint32_t end = before.tables.costumes.command_offset[kHero + 1];
  // Makes the goto lead to a cel behind all windows, after which another goto leads back.
  const std::vector<uint8_t> tail = {3, 0xC0, 0x30, static_cast<uint8_t>(start),
                                     static_cast<uint8_t>(start >> 8)};
  insert_hero_commands(before.tables, end, tail);
  before.tables.costumes.command[jump + 2] = static_cast<uint8_t>(end);
  before.tables.costumes.command[jump + 3] = static_cast<uint8_t>(end >> 8);
  before.rebake();
  GameVersion changed = before;
  changed.tables.costumes.command[end] = 4;
  changed.rebake();
  const auto found = findings(before, changed);
  EXPECT_FALSE(found.empty());
  for (const Finding& finding : found) {
    ASSERT_EQ(finding.kind, FindingKind::record);
    EXPECT_EQ(finding.field, "commands");
  }
  EXPECT_TRUE(
      std::ranges::any_of(found, [&, w = window](const Finding& f) { return f.row.old_row == w; }));
}

TEST(Diff, IgnoresHowAkosCommandsAreLaidOut) {
  const GameVersion before = akos_sample();
  GameVersion moved = before;
  Tables& t = moved.tables;
  const uint32_t last = t.records.window_offset[t.costumes.record_offset[kHero + 1]];
  // Makes every goto of a program, and every window, lead one byte further.
  const AkosCommands commands = hero_commands(before.tables);
  std::set<size_t> gotos;
  for (uint32_t i = 0; i < last; ++i) {
    if (t.windows.mode[i] == WindowMode::program) {
      for (size_t at = t.windows.start[i]; commands.at(at).size > 0; at += commands.at(at).size) {
        if (commands.at(at).flow == AkosFlow::jump) gotos.insert(at);
      }
    }
    if (t.windows.length[i] > 0) ++t.windows.start[i];
  }
  EXPECT_FALSE(gotos.empty());
  for (const size_t at : gotos) {
    const uint16_t target = static_cast<uint16_t>(commands.u16(at + 2) + 1);
    t.costumes.command[at + 2] = static_cast<uint8_t>(target);
    t.costumes.command[at + 3] = static_cast<uint8_t>(target >> 8);
  }
  insert_hero_commands(t, 0, {0x55});
  moved.rebake();
  EXPECT_EQ(kinds_of(findings(before, moved)), Kinds{});
}

TEST(Diff, NoticesTrueColors) {
  GameVersion before = packed(sample_rooms(Version::v8), Version::v8);
  ASSERT_FALSE(before.tables.costumes.rgb.empty());
  GameVersion changed = before;
  changed.tables.costumes.rgb.back() ^= 1;
  EXPECT_EQ(kinds_of(findings(before, changed)), Kinds{"palette rgb"});
}

TEST(Diff, ComparesDirectionsOfFourAndEight) {
  const Result<Diff> found =
      diff(akos_sample().input(), packed(sample_rooms(Version::v8), Version::v8).input());
  ASSERT_TRUE(found);
  // Version 8 adds records between those of version 7, which stay the same. BOMPs have planes in
  // version 7 only.
  for (const Finding& finding : found->findings) {
    if (finding.kind == FindingKind::object_image) continue;
    EXPECT_TRUE(finding.kind == FindingKind::format || finding.row.old_row == kNone);
    EXPECT_TRUE(finding.kind == FindingKind::format || degrees(finding.key->facing) % 90 == 45);
  }
}

}  // namespace
}  // namespace wardrobe
