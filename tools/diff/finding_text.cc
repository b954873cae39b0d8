#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

/// The most colours or timelines that a line lists.
constexpr size_t kMostListed = 3;

/// Joins the texts with commas. If there are more than kMostListed, only the first ones and `rest`.
std::string list_text(const std::vector<std::string>& texts, const std::string& rest) {
  std::string list;
  for (size_t i = 0; i < std::min(texts.size(), kMostListed); ++i) {
    list += (i == 0 ? "" : ", ") + texts[i];
  }
  return texts.size() <= kMostListed ? list : list + rest;
}

std::string plain_text(const Row& value) { return value.is_null() ? "none" : value_text(value); }

/// "limb 3 index 1"; "cel 1" if the limb is null; "auxiliary picture 1".
std::string place_text(const Row& limb, const Row& index) {
  if (limb.is_null()) return "cel " + plain_text(index);
  if (limb == kAuxiliaryLimb) return "auxiliary picture " + plain_text(index);
  return fmt::format("limb {} index {}", plain_text(limb), plain_text(index));
}

/// Where a finding about a room is: "room 12 plane 1".
std::string room_text(const Row& finding, std::string kind) {
  std::string text = "room " + plain_text(finding["room"]);
  std::ranges::replace(kind, '-', ' ');
  if (kind == "background") text += " background";
  if (!finding["palette"].is_null()) text += " palette " + plain_text(finding["palette"]);
  const Row& index = finding["index"];
  return index.is_null() ? text : fmt::format("{} {} {}", text, kind, plain_text(index));
}

/// "limb 3 index 1", "chore 2 W limb 0", "room 12 plane 1"; empty for the costume as a whole.
std::string where_text(const Row& finding, const std::string& kind) {
  if (finding["old_row"].is_null() && finding["new_row"].is_null()) return room_text(finding, kind);
  const Row& limb = finding["limb"];
  if (!finding["index"].is_null()) return place_text(limb, finding["index"]);
  if (finding["chore"].is_null()) return "";
  return fmt::format("chore {} {}{}", plain_text(finding["chore"]), plain_text(finding["dir"]),
                     limb.is_null() ? "" : " limb " + plain_text(limb));
}

/// Text for a size, the picture of a slot, a scale slot, see-through strips, or a plain value.
std::string value_text(const Row& value, const std::string& kind, std::string_view field) {
  const auto at = [&](auto key) { return plain_text(value[key]); };
  if (field == "see-through") return count_text(value.size(), "strip");
  if (kind == "limb-table" && value.is_null()) return "nothing";
  if (kind == "scale-slot") return fmt::format("{} at {} to {} at {}", at(0), at(1), at(2), at(3));
  if (kind == "object-image") return fmt::format("{}×{} in state {}", at(1), at(2), at(0));
  if (kind == "object" && field == "place") {
    return fmt::format("{}×{} at {},{}", at(2), at(3), at(0), at(1));
  }
  if (kind == "object" && field == "use") return at(0) + "," + at(1) + " facing " + at(2);
  if (kind == "object" && field == "state") {
    return at(0) + (value[1].is_null() ? "" : " with object " + at(1) + " in " + at(2));
  }
  if (value.is_array()) return fmt::format("{}×{}", at(0), at(1));
  if (!value.is_object()) return plain_text(value);
  return fmt::format("{}×{} {}", at("width"), at("height"), at("xxh64").substr(0, 8));
}

std::string colors_text(const Row& olds, const Row& news) {
  std::vector<std::string> texts;
  for (const auto& [entry, color] : (olds.size() < news.size() ? news : olds).items()) {
    const auto in = [at = entry](const Row& colors) { return plain_text(colors.value(at, Row())); };
    texts.push_back(fmt::format("{} {} → {}", entry, in(olds), in(news)));
  }
  return count_text(texts.size(), "colour") + ": " + list_text(texts, " …");
}

/// The parts of a box that differ: "mask 0 → 1, scale 255 → 128".
std::string box_text(const Row& before, const Row& now) {
  constexpr std::array<std::pair<const char*, const char*>, 7> kParts = {
      {{"upper left", "/corners/0"},
       {"upper right", "/corners/1"},
       {"lower right", "/corners/2"},
       {"lower left", "/corners/3"},
       {"mask", "/mask"},
       {"flags", "/flags"},
       {"scale", "/scale"}}};
  const auto side_text = [](const Row& value) {
    return value.is_array() ? plain_text(value[0]) + "," + plain_text(value[1]) : plain_text(value);
  };
  std::string text;
  for (const auto& [name, place] : kParts) {
    const Row::json_pointer at(place);
    if (before[at] == now[at]) continue;
    text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", name, side_text(before[at]),
                        side_text(now[at]));
  }
  return text;
}

std::string pixels_text(const Row& finding) {
  if (finding["pixels"].is_null()) return "another one";
  const auto [left, top, width, height] = finding["box"].get<std::array<int64_t, 4>>();
  return fmt::format("{} in {}×{} at {},{}", count_text(finding["pixels"].get<uint64_t>(), "pixel"),
                     width, height, left, top);
}

/// ": limb 0 loop 00 01, limb 2 off".
std::string limbs_text(const Row& windows) {
  std::string text;
  for (const Row& window : windows) {
    text += fmt::format("{} limb {} {}", text.empty() ? ":" : ",", plain_text(window[0]),
                        plain_text(window[1]));
  }
  return text;
}

/// "old archive: ERROR": the archive that could not read the part, and the failure's text.
std::string unreadable_text(const Row& finding) {
  const char* const lacks = finding["field"] == "costume" ? "old_row" : "old";
  return fmt::format("{} archive: {}", finding[lacks].is_null() ? "old" : "new",
                     plain_text(finding["error"]));
}

std::string what_text(const Row& finding, const std::string& kind) {
  const Row& before = finding["old"];
  const Row& now = finding["new"];
  const std::string field = finding["field"].is_null() ? "" : plain_text(finding["field"]);
  const auto is_any = [&](std::initializer_list<std::string_view> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
  };
  if (kind == "unreadable") return unreadable_text(finding);
  if (is_any({"costume-added", "costume-removed", "room-added", "room-removed"})) return "";
  if (kind == "picture-added") return value_text(now, kind, field);
  if (kind == "picture-removed") return value_text(before, kind, field);
  if (field == "palette" || field == "record" || field == "object" ||
      is_any({"plane", "box", "scale-slot", "object-image"})) {
    if (before.is_null()) return "added" + (field == "record" ? limbs_text(now) : "");
    if (now.is_null()) return "removed" + (field == "record" ? limbs_text(before) : "");
  }
  if (kind == "object-image" && value_text(before, kind, field) == value_text(now, kind, field)) {
    return "other pixels or planes, " + value_text(now, kind, field);
  }
  if (kind == "palette") return colors_text(before, now);
  if (kind == "box") return box_text(before, now);
  if (kind == "plane" || kind == "picture-pixels" || field == "pixels") return pixels_text(finding);
  const bool has_values = kind != "timeline" || field == "length" || field == "loop";
  std::string text = has_values ? field + (field.empty() ? "" : " ") : "different " + field;
  if (has_values) text += value_text(before, kind, field) + " → " + value_text(now, kind, field);
  if (kind == "timeline") text += fmt::format(", from tick {} on", plain_text(finding["tick"]));
  return text;
}

/// Says where the new picture came from and where the old one went: ", from limb 2 index 5, the old
/// one now at cel 4".
std::string moves_text(const Row& finding) {
  std::string text;
  if (!finding.contains("from")) return text;
  const auto& [from, to] = std::tie(finding["from"], finding["to"]);
  if (!from.is_null()) text += ", from " + place_text(from[0], from[1]);
  if (!to.is_null()) text += ", the old one now at " + place_text(to[0], to[1]);
  return text;
}

/// ", in chore 2 W, chore 2 S, chore 2 E and 3 more".
std::string timelines_text(const Row& finding) {
  if (!finding.contains("timelines")) return "";
  const Row& timelines = finding["timelines"];
  if (timelines.is_null()) return ", in too many timelines to list";
  if (timelines.empty()) return ", in no timeline";
  std::vector<std::string> texts;
  for (const Row& key : timelines) {
    texts.push_back(fmt::format("chore {} {}", plain_text(key[0]), plain_text(key[1])));
  }
  return ", in " + list_text(texts, fmt::format(" and {} more", texts.size() - kMostListed));
}

}  // namespace

std::string finding_text(const Row& finding) {
  const std::string kind = finding["kind"];
  const std::string where = where_text(finding, kind);
  const std::string what = what_text(finding, kind);
  return printable(where + (where.empty() || what.empty() ? "" : ": ") + what +
                   moves_text(finding) + timelines_text(finding));
}

}  // namespace wardrobe
