#pragma once

#include "tools/sample/ghost.h"

namespace wardrobe::sample {

/// Shared by the parts of the ghost. Colours by number, as in palette.cc: 1 ink, a–h
/// the ghost's own light, u–y what the lantern lights, I–M iron, n–r flame, E F eyes, T–W cloth,
/// B C beard.
inline constexpr std::string_view kGhostInks = ".kabcdefghuvwxyIJLMnopqrEFTUVWBC";

inline constexpr Material kGhostGlow{2, 2, {2, 3, 4, 5, 6, 7, 8, 9}, 8};
inline constexpr Material kGhostCloth{1, 1, {26, 27, 28, 29}, 4};

/// 0–15, spread evenly over every four by four pixels.
int dither(int x, int y);

inline bool is_side(GhostView view) { return view == GhostView::west || view == GhostView::east; }

/// West is painted facing East, lit from the other side, and then mirrored.
Light ghost_light(GhostView view);
Canvas turned(const Canvas& canvas, GhostView view);

/// The hand with the lantern, before mirroring.
Point painted_hand(GhostView view);
/// Tints the pixels near the lantern, with a dithered edge.
void light_up(Canvas& canvas, GhostView view);

}  // namespace wardrobe::sample
