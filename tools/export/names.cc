#include "tools/export/names.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/core.h>

#include "formats/script.h"
#include "tools/list/wearers.h"

namespace wardrobe {
namespace {

/// The words of a name, in ASCII and each behind a "-": "-green-tentacle". File names are short, so
/// no more than kMostLetters count.
std::string words_of(std::string_view name) {
  // Of the letters from U+00C0 on.
  constexpr std::string_view kPlain =
      "aaaaaaaceeeeiiiidnooooo-ouuuuypsaaaaaaaceeeeiiiidnooooo-ouuuuypy";
  constexpr size_t kMostLetters = 60;
  std::string words;
  bool is_first = true;
  for (size_t i = 0; i < name.size() && words.size() < kMostLetters; ++i) {
    char c = name[i];
    if (c == '\xC3' && i + 1 < name.size()) c = kPlain[static_cast<uint8_t>(name[++i]) & 0x3F];
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool is_kept = ('a' <= c && c <= 'z') || ('0' <= c && c <= '9');
    if (is_kept && is_first) words += '-';
    if (is_kept) words += c;
    is_first = !is_kept;
  }
  return words;
}

}  // namespace

std::string padded(uint32_t number, uint32_t largest) {
  return fmt::format("{:0{}}", number, std::max<size_t>(3, std::to_string(largest).size()));
}

std::vector<std::string> costume_names(const CostumesView& costumes) {
  const auto rows = static_cast<uint32_t>(costumes.id.size());
  const uint32_t largest_id = rows == 0 ? 0 : *std::ranges::max_element(costumes.id);
  std::set<uint16_t> used;
  std::vector<std::string> names;
  for (uint32_t row = 0; row < rows; ++row) {
    const uint16_t id = costumes.id[row];
    names.push_back(id != 0 && used.insert(id).second ? "costume-" + padded(id, largest_id)
                                                      : "costume-row" + padded(row, rows - 1));
  }
  return names;
}

std::vector<std::string> costume_names_with_wearers(const TablesView& tables,
                                                    const GivenNames& given) {
  const CostumeWearers wearers(tables, given);
  std::vector<std::string> names = costume_names(tables.costumes);
  for (uint32_t row = 0; row < names.size(); ++row) names[row] += words_of(wearers.name(row));
  return names;
}

std::string picture_file_name(const std::string& costume, const Slot& slot) {
  const std::string index = padded(slot.index, 0);
  if (slot.limb == kNoLimb) return fmt::format("{}/cel-{}.png", costume, index);
  if (slot.limb == kAuxiliaryLimb) return fmt::format("{}/auxiliary-{}.png", costume, index);
  return fmt::format("{}/limb-{:02}-{}.png", costume, slot.limb, index);
}

std::string timeline_name(RecordKey key, unsigned directions, Version version) {
  const std::string_view chore = chore_name(key.chore, version);
  return (chore.empty() ? fmt::format("chore {}", key.chore) : std::string(chore)) + " " +
         direction_name(key.facing, directions);
}

std::string popochiu_name(RecordKey key, Version version) {
  constexpr std::array kSides = {"u", "ur", "r", "dr", "d", "dl", "l", "ul"};
  std::string chore(chore_name(key.chore, version));
  if (chore.empty()) chore = fmt::format("chore_{}", key.chore);
  if (chore == "stand") chore = "idle";
  if (chore == "talk-start") chore = "talk";
  std::ranges::replace(chore, '-', '_');
  return fmt::format("{}_{}", chore, kSides[static_cast<size_t>(key.facing)]);
}

std::string timeline_file_name(RecordKey key, unsigned directions, Version version) {
  const std::string_view chore = chore_name(key.chore, version);
  return (chore.empty() ? "chore-" + padded(key.chore, 0) : std::string(chore)) + "-" +
         (directions == kDirections ? padded(degrees(key.facing), 0)
                                    : direction_name(key.facing, directions));
}

}  // namespace wardrobe
