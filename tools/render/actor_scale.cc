#include "tools/render/actor_scale.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "formats/akos/akos.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

constexpr uint8_t reversed(uint32_t bits) {
  uint32_t result = 0;
  for (unsigned bit = 0; bit < 8; ++bit) result |= ((bits >> bit) & 1u) << (7 - bit);
  return static_cast<uint8_t>(result);
}

/// The table of ScaleRule::cost, by index. A row or column is kept if its entry is below the scale.
std::vector<uint8_t> cost_table() {
  constexpr uint32_t kMiddle = 128;
  std::vector<uint8_t> table(2 * kMiddle, kFullScale);
  for (uint32_t i = 0; i < kMiddle; ++i) table[kMiddle + i] = reversed(i);
  for (uint32_t n = 1; n < kMiddle; ++n) {
    table[kMiddle - n] = static_cast<uint8_t>(255 - reversed(3 * std::bit_floor(n) - 1 - n));
  }
  return table;
}

/// 255 stands for 254, too: no scale but full size is above either.
std::vector<uint8_t> akos_table() {
  std::vector<uint8_t> table(size_t{3} * 256);
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = reversed(i % 256);
  return table;
}

const std::vector<uint8_t>& table_of(ScaleRule rule) {
  static const std::vector<uint8_t> kCost = cost_table();
  static const std::vector<uint8_t> kAkos = akos_table();
  return rule == ScaleRule::akos ? kAkos : kCost;
}

/// `count` with the sign of `rel`.
int64_t signed_as(int64_t rel, int64_t count) { return rel < 0 ? -count : count; }

}  // namespace

ScaleRule scale_rule(Kind kind, uint8_t codec, Version version) {
  if (kind == Kind::akos && codec != kAkosRle) return ScaleRule::unscaled;
  const bool wide = kind == Kind::akos && facts(version).wide_scale();
  return wide ? ScaleRule::akos : ScaleRule::cost;
}

std::vector<uint16_t> least_scales(ScaleRule rule, int64_t rel, bool flip, size_t count) {
  const std::vector<uint8_t>& table = table_of(rule);
  const auto size = static_cast<int64_t>(table.size());
  const int64_t step = flip ? -1 : 1;
  std::vector<uint16_t> least;
  for (int64_t i = 0; i < static_cast<int64_t>(count); ++i) {
    const int64_t index = (size / 2 + step * (i - std::abs(rel))) % size;
    least.push_back(static_cast<uint16_t>(
        rule == ScaleRule::unscaled ? 0 : table[static_cast<size_t>((index + size) % size)] + 1));
  }
  return least;
}

ActorScale::ActorScale(ScaleRule rule, uint8_t scale) {
  keeps_ = table_of(rule);
  middle_ = static_cast<int64_t>(keeps_.size() / 2);
  const bool full = rule == ScaleRule::unscaled || scale == kFullScale;
  for (uint8_t& entry : keeps_) entry = full || entry < scale ? 1 : 0;
}

int64_t ActorScale::kept(int64_t first, int64_t count) const {
  const auto size = static_cast<int64_t>(keeps_.size());
  int64_t sum = count / size * std::ranges::count(keeps_, uint8_t{1});
  ScaledLines line(keeps_, first, 0, 1);
  for (int64_t i = 0; i < count % size; ++i, line.next()) sum += line.is_kept() ? 1 : 0;
  return sum;
}

ScaledLines ActorScale::columns(int64_t actor, int64_t rel, bool flip) const {
  const int64_t away = std::abs(rel);
  const int step = flip ? -1 : 1;
  const int64_t first = middle_ - step * away;
  const int64_t before = flip ? kept(first - away + 1, away) : kept(first, away);
  return {keeps_, first, actor + step * signed_as(rel, before), step};
}

ScaledLines ActorScale::rows(int64_t actor, int64_t rel) const {
  const int64_t away = std::abs(rel);
  const int64_t first = middle_ - away;
  return {keeps_, first, actor + signed_as(rel, kept(first, away)), 1};
}

}  // namespace wardrobe
