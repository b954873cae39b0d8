#include "tests/unit/tools/diff/changed_sample.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "formats/version.h"

namespace wardrobe {
namespace {

FindingKind mirrored_kind(FindingKind kind) {
  switch (kind) {
    case FindingKind::costume_added:
      return FindingKind::costume_removed;
    case FindingKind::costume_removed:
      return FindingKind::costume_added;
    case FindingKind::room_added:
      return FindingKind::room_removed;
    case FindingKind::room_removed:
      return FindingKind::room_added;
    case FindingKind::picture_added:
      return FindingKind::picture_removed;
    case FindingKind::picture_removed:
      return FindingKind::picture_added;
    default:
      return kind;
  }
}

std::string key_of(const RecordKey& key) {
  return std::to_string(key.chore) + ":" + std::to_string(degrees(key.facing));
}

/// Returns everything about a finding as text. If `mirrored`, old and new are swapped.
std::string text_of(const Finding& f, bool mirrored) {
  const auto sides = [&](Sides s) {
    return mirrored ? std::to_string(s.new_row) + "/" + std::to_string(s.old_row)
                    : std::to_string(s.old_row) + "/" + std::to_string(s.new_row);
  };
  const auto place = [](SlotPlace p) {
    return std::to_string(p.limb) + "," + std::to_string(p.index);
  };
  std::string text = std::string(kind_name(mirrored ? mirrored_kind(f.kind) : f.kind)) + " " +
                     std::string(f.field) + " costume " + sides(f.costume) + " failure " +
                     sides(f.failure);
  const Rect& box = f.pixels.box;
  text += " room " + sides(f.room) + " palette " + sides(f.palette) +
          (f.key ? " key " + key_of(*f.key) : "") + " place " + place(f.place) + " row " +
          sides(f.row) + " tick " + std::to_string(f.tick) + " pixels " +
          std::to_string(f.pixels.count) + " box " + std::to_string(box.left) + "," +
          std::to_string(box.top) + "," + std::to_string(box.width) + "," +
          std::to_string(box.height) + " from " + place(mirrored ? f.to : f.from) + " to " +
          place(mirrored ? f.from : f.to) + (f.unlisted ? " unlisted" : "");
  for (const RecordKey& key : f.timelines) text += " " + key_of(key);
  return text;
}

std::vector<std::string> texts_of(const Diff& diff, bool mirrored) {
  std::vector<std::string> texts;
  for (const Finding& finding : diff.findings) texts.push_back(text_of(finding, mirrored));
  std::ranges::sort(texts);
  return texts;
}

}  // namespace

GameVersion packed(const std::vector<RoomDraft>& rooms, Version version,
                   const PackOptions& options) {
  return packed(test_game(rooms, version), options);
}

GameVersion packed(const TestGame& game, const PackOptions& options) {
  Progress progress;
  KeptPixels kept;
  Result<Stages> done = run_stages(game.input(), options, nullptr, kept, progress);
  EXPECT_TRUE(done);
  GameVersion result;
  result.tables = std::move(done->tables);
  bake(result.tables, options.max_ticks, progress);
  const std::vector<uint8_t> column = kept.column();
  const Offsets64& offset = result.tables.pictures.pixel_offset;
  for (size_t row = 0; row < offset.rows(); ++row) {
    const Bytes pixels = elements_at(offset, column, row);
    result.pixels.emplace_back(pixels.begin(), pixels.end());
  }
  return result;
}

const GameVersion& sample() {
  static const GameVersion kSample = packed(sample_rooms(Version::v6), Version::v6);
  return kSample;
}

GameVersion akos_sample() { return packed(sample_rooms(Version::v7), Version::v7); }

std::vector<Finding> findings(const GameVersion& before, const GameVersion& after) {
  const Result<Diff> there = diff(before.input(), after.input());
  const Result<Diff> back = diff(after.input(), before.input());
  EXPECT_TRUE(there && back);
  EXPECT_EQ(texts_of(*there, false), texts_of(*back, true)) << "the other way round";
  return there->findings;
}

Kinds kinds_of(const std::vector<Finding>& findings) {
  Kinds kinds;
  for (const Finding& finding : findings) {
    kinds.push_back(std::string(kind_name(finding.kind)) +
                    (finding.field.empty() ? "" : " " + std::string(finding.field)));
  }
  return kinds;
}

Lines lines_of(const GameVersion& before, const GameVersion& after) {
  const DiffTables tables{before.tables, after.tables};
  Lines lines;
  for (const Finding& finding : findings(before, after)) {
    const std::string text = finding_text(finding_row(tables, finding));
    const std::string group = GroupNames(tables).of(finding.costume);
    lines.push_back(group.substr(0, group.find(" (")) + ": " +
                    std::string(kind_name(finding.kind)) + (text.empty() ? "" : " " + text));
  }
  return lines;
}

std::vector<Finding> findings_after(const std::function<void(GameVersion&)>& change) {
  GameVersion changed = sample();
  change(changed);
  changed.rebake();
  return findings(sample(), changed);
}

}  // namespace wardrobe
