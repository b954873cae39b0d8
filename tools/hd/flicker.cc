#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "tools/export/names.h"
#include "tools/hd/hd_check.h"

namespace wardrobe {
namespace {

// The most that a mean colour may differ more from its neighbour's than in the game, of 255.
// Scalers that sharpen make some pictures 8 brighter and up to 5 less opaque.
constexpr double kMostChange = 10;

/// Two pictures of the set in the same limb, one a tick after the other; the lower first.
using Neighbours = std::pair<uint32_t, uint32_t>;

/// The picture of each limb in a frame. If a frame draws a limb several times, they are numbered.
using LimbPictures = std::map<std::pair<uint8_t, uint32_t>, uint32_t>;

LimbPictures pictures_in(const HdSet& set, uint32_t costume, uint32_t frame) {
  const TablesView& tables = set.tables();
  std::map<uint8_t, uint32_t> count;
  LimbPictures pictures;
  for (const uint32_t cel : rows_of(tables.frames.cel_offset, frame)) {
    const uint8_t limb = tables.cels.limb[cel];
    const uint32_t number = count[limb]++;
    const uint32_t entry = entry_of_cel(tables, costume, cel);
    const uint32_t picture = entry == kNone ? kNone : set.picture_of_entry[entry];
    if (picture != kNone) pictures[{limb, number}] = picture;
  }
  return pictures;
}

/// All neighbours in the timelines of a costume, and where they are first.
std::map<Neighbours, std::string> neighbours_in(const HdSet& set, uint32_t costume) {
  const TablesView& tables = set.tables();
  const unsigned directions = tables.costumes.directions[costume];
  std::map<Neighbours, std::string> found;
  for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
    const auto frames = elements_at(tables.timelines.tick_offset, tables.timelines.tick, timeline);
    const std::string name = timeline_name(record_key(tables.records.number[timeline], directions),
                                           directions, tables.game.version[0]);
    LimbPictures shown;
    for (size_t tick = 0; tick <= frames.size(); ++tick) {
      const size_t next = tick < frames.size() ? tick : tables.timelines.loop_start[timeline];
      if (next >= frames.size()) break;
      LimbPictures then = pictures_in(set, costume, frames[next]);
      for (const auto& [limb, picture] : then) {
        const auto before = shown.find(limb);
        if (before == shown.end() || before->second == picture) continue;
        found.try_emplace(std::minmax(before->second, picture),
                          fmt::format("{}, tick {}", name, next));
      }
      shown = std::move(then);
    }
  }
  return found;
}

/// The middle one of the values of some pictures.
template <class Value>
double median(const std::set<uint32_t>& pictures, const Value& value_of) {
  std::vector<double> values;
  for (const uint32_t picture : pictures) values.push_back(value_of(picture));
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

void find_flicker(const HdSet& set, std::vector<CheckedPicture>& checked) {
  constexpr std::array<const char*, 4> kParts = {"red", "green", "blue", "alpha"};
  std::set<uint32_t> costumes;
  for (const HdPicture& picture : set.pictures) {
    costumes.insert(picture.costumes.begin(), picture.costumes.end());
  }
  std::vector<bool> usable;
  for (const CheckedPicture& one : checked) usable.push_back(one.is_remade && one.kind.empty());
  for (const uint32_t costume : costumes) {
    std::map<Neighbours, std::string> neighbours = neighbours_in(set, costume);
    std::erase_if(neighbours, [&](const auto& pair) {
      return !usable[pair.first.first] || !usable[pair.first.second];
    });
    if (neighbours.empty()) continue;
    std::set<uint32_t> pictures;
    for (const auto& [pair, where] : neighbours) pictures.insert({pair.first, pair.second});
    for (size_t part = 0; part < kParts.size(); ++part) {
      const auto value_of = [&](uint32_t picture) { return checked[picture].color[part]; };
      const double usual = median(pictures, value_of);
      for (const auto& [pair, where] : neighbours) {
        const auto is_usual = [&](uint32_t one, uint32_t other) {
          return std::abs(value_of(one) - usual) < std::abs(value_of(other) - usual);
        };
        // The wrong one of both is that which differs more from most pictures of the costume.
        const auto [beside, wrong] = std::minmax(pair.first, pair.second, is_usual);
        const double by = value_of(wrong) - value_of(beside);
        if (std::abs(by) <= kMostChange || !checked[wrong].kind.empty()) continue;
        checked[wrong].kind = "flicker";
        checked[wrong].text =
            fmt::format("{:.0f} of 255 {} {} beside {} than in the game ({})", std::abs(by),
                        by > 0 ? "more" : "less", kParts[part], set.pictures[beside].file, where);
      }
    }
  }
}

}  // namespace wardrobe
