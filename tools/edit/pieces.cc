#include "tools/edit/pieces.h"

#include <algorithm>
#include <utility>

namespace wardrobe {

Pieces::Pieces(Bytes old, std::vector<Replacement> replacements, ReplacementOrder order) {
  std::ranges::sort(replacements, {}, [](const Replacement& r) { return r.old.begin; });
  size_t at = 0;
  const auto keep_up_to = [&](size_t end) {
    add({{at, end}, 0, false}, old.subspan(at, end - at));
    at = end;
  };
  for (const Replacement& replacement : replacements) {
    keep_up_to(replacement.old.begin);
    if (order == ReplacementOrder::in_place) add({replacement.old, 0, true}, replacement.bytes);
    at = replacement.old.end;
  }
  keep_up_to(old.size());
  if (order == ReplacementOrder::in_place) return;
  std::ranges::stable_sort(replacements, {}, [](const Replacement& r) { return r.bytes.size(); });
  for (const Replacement& replacement : replacements)
    add({replacement.old, 0, true}, replacement.bytes);
  std::ranges::stable_sort(pieces_, {}, [](const Piece& piece) { return piece.old.begin; });
}

void Pieces::add(const Piece& piece, Bytes bytes) {
  pieces_.push_back(piece);
  pieces_.back().begin = bytes_.size();
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

const Pieces::Piece& Pieces::piece_at(size_t position) const {
  auto after = std::ranges::upper_bound(pieces_, position, {},
                                        [](const Piece& piece) { return piece.old.begin; });
  const auto holds = [&](const Piece& piece) { return position < piece.old.end; };
  while (std::prev(after) != pieces_.begin() && !holds(*std::prev(after))) --after;
  return *std::prev(after);
}

std::optional<size_t> Pieces::moved(size_t position) const {
  const Piece& piece = piece_at(position);
  if (piece.replaced && position != piece.old.begin) return std::nullopt;
  return piece.begin + (position - piece.old.begin);
}

size_t Pieces::moved_border(size_t position) const {
  for (const Piece& piece : pieces_) {
    if (piece.old.end >= position && !piece.replaced) {
      return piece.begin +
             std::min(piece.old.size(), position - std::min(position, piece.old.begin));
    }
  }
  return bytes_.size();
}

}  // namespace wardrobe
