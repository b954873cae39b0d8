#pragma once

#include <vector>

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// A number that looks drawn by chance, the same for the same input everywhere.
uint64_t scramble(uint64_t value);

/// Spreads pictures over limbs of a costume and gives it an animation program, with chores of its
/// own, sounds, counters, stops and hidden limbs, that shows each picture at least once. What it
/// looks like depends on `seed` alone. Requires 1 to 100 pictures.
void write_program(const std::vector<Drawing>& drawings, bool own_west, uint64_t seed,
                   CostumeSketch& sketch);

}  // namespace wardrobe::sample
