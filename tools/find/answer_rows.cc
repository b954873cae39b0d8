#include "tools/find/answer_rows.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "formats/play_rules.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

constexpr std::array<std::string_view, 3> kKinds = {"exact", "whole", "part"};

/// The first slot of the costume that holds the picture.
Slot slot_of_picture(const TablesView& tables, uint32_t costume, uint32_t picture) {
  for (const uint32_t entry : entries_of(tables, costume)) {
    if (tables.entries.picture[entry] == picture) return slot_of(tables, costume, entry);
  }
  return {};
}

Row picture_row(const TablesView& tables, const Query& query, uint32_t costume,
                const PictureMatch& found) {
  const Match& match = found.match;
  const Box box = box_of(match, query);
  return {{"picture", found.picture},
          {"slot", slot_row(slot_of_picture(tables, costume, found.picture))},
          {"match", kKinds[static_cast<size_t>(match.kind)]},
          {"mirrored", query.readings()[match.reading].mirrored},
          {"x", box.left},
          {"y", box.top},
          {"pixels", match.matched},
          {"of", match.visible}};
}

/// "0-3, 7".
std::string tick_text(const Row& ticks) {
  std::string text;
  for (size_t i = 0; i < ticks.size(); ++i) {
    const auto first = ticks[i].get<uint32_t>();
    uint32_t last = first;
    while (i + 1 < ticks.size() && ticks[i + 1] == last + 1) {
      ++i;
      ++last;
    }
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first);
    if (last > first) text += fmt::format("-{}", last);
  }
  return text;
}

}  // namespace

Row answer_row(const TablesView& tables, const Query& query, const std::string& archive,
               uint32_t costume, const std::string& wearer, const CostumeMatch& found) {
  const Match& best = found.pictures[0].match;
  Row row = {{"archive", archive},
             {"costume", costume_id(tables.costumes.id[costume])},
             {"costume_row", costume},
             {"wearer", or_null(wearer, "")},
             {"scale", query.readings()[best.reading].scale},
             {"aspect", query.readings()[best.reading].aspect},
             {"actor_scale", best.actor_scale},
             {"score", found.score},
             {"pictures", Row::array()},
             {"shown", Row::array()}};
  for (const PictureMatch& picture : found.pictures) {
    row["pictures"].push_back(picture_row(tables, query, costume, picture));
  }
  const unsigned directions = tables.costumes.directions[costume];
  for (const ShownTicks& shown : found.shown) {
    const RecordKey key = record_key(tables.records.number[shown.timeline], directions);
    row["shown"].push_back({{"chore", key.chore},
                            {"dir", direction_row(key.facing, directions)},
                            {"ticks", shown.ticks},
                            {"mirrored", shown.mirrored}});
  }
  return row;
}

std::string answer_text(const Row& row, const std::string& costume) {
  constexpr size_t kMostShown = 4;
  std::string text = printable(row["archive"].get<std::string>() + ": " + costume);
  if (row["scale"] != 1) text += fmt::format(", {} times as large", value_text(row["scale"]));
  text += row["aspect"] == true ? ", 6 rows for 5\n" : "\n";
  for (const Row& picture : row["pictures"]) {
    text += fmt::format("  picture {} at {}, {}: {}{}, {} of {} pixels\n",
                        value_text(picture["picture"]), value_text(picture["x"]),
                        value_text(picture["y"]), picture["match"].get<std::string>(),
                        picture["mirrored"] == true ? ", mirrored" : "",
                        value_text(picture["pixels"]), value_text(picture["of"]));
  }
  size_t count = 0;
  for (const Row& shown : row["shown"]) {
    if (count++ == kMostShown) {
      text += fmt::format("  … and {} more\n",
                          count_text(row["shown"].size() - kMostShown, "timeline"));
      break;
    }
    const Row& direction = shown["dir"];
    text += fmt::format("  {} chore {} {}, {} {}\n",
                        shown["mirrored"] == true ? "mirror image of" : "shown by",
                        value_text(shown["chore"]), value_text(direction),
                        shown["ticks"].size() == 1 ? "tick" : "ticks", tick_text(shown["ticks"]));
  }
  return text;
}

}  // namespace wardrobe
