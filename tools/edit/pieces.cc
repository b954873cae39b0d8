#include "tools/edit/pieces.h"

#include <algorithm>

namespace wardrobe {

Pieces::Pieces(Bytes old, std::vector<Replacement> replacements) {
  std::ranges::sort(replacements, {}, [](const Replacement& r) { return r.old.begin; });
  size_t at = 0;
  const auto append = [&](Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); };
  for (const Replacement& replacement : replacements) {
    append(old.subspan(at, replacement.old.begin - at));
    append(replacement.bytes);
    changes_.push_back({replacement.old, bytes_.size()});
    at = replacement.old.end;
  }
  append(old.subspan(at));
}

std::optional<size_t> Pieces::moved(size_t position) const {
  const auto begins = [](const Change& change) { return change.old.begin; };
  const auto after = std::ranges::lower_bound(changes_, position, {}, begins);
  if (after == changes_.begin()) return position;
  const Change& before = *std::prev(after);
  if (position < before.old.end) return std::nullopt;
  return before.end + (position - before.old.end);
}

Bytes without_filling(Bytes bytes, size_t end) {
  const Bytes tail = bytes.subspan(end);
  return std::ranges::all_of(tail, [](uint8_t byte) { return byte == 0; }) ? bytes.first(end)
                                                                           : bytes;
}

}  // namespace wardrobe
