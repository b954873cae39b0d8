#include "tools/edit/pieces.h"

#include <algorithm>

namespace wardrobe {

Bytes without_filling(Bytes bytes, size_t end) {
  const Bytes tail = bytes.subspan(end);
  return std::ranges::all_of(tail, [](uint8_t byte) { return byte == 0; }) ? bytes.first(end)
                                                                           : bytes;
}

Pieces::Pieces(Bytes old, std::vector<Replacement> replacements) {
  std::vector<Span> cuts;
  for (const Replacement& replacement : replacements) cuts.push_back(replacement.old);
  std::ranges::sort(cuts, {}, &Span::begin);
  std::ranges::stable_sort(replacements, {}, &Replacement::target);
  size_t at = 0;
  auto cut = cuts.begin();
  const auto keep_up_to = [&](size_t end) {
    for (; cut != cuts.end() && cut->begin < end; ++cut) {
      add({{at, cut->begin}, 0, false}, old.subspan(at, cut->begin - at));
      at = cut->end;
    }
    if (at > end) return;
    add({{at, end}, 0, false}, old.subspan(at, end - at));
    at = end;
  };
  for (const Replacement& replacement : replacements) {
    keep_up_to(replacement.target());
    add({replacement.old, 0, true}, replacement.bytes);
  }
  keep_up_to(old.size());
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
