#pragma once

#include <vector>

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// Returns a number that looks random. It is the same for the same `value` everywhere.
uint64_t scramble(uint64_t value);

/// Spreads pictures over the limbs of an empty costume. Gives the costume chores that show each
/// picture at least once, with sounds, counters, stops and hidden limbs. The random choices depend
/// on `seed` alone. Beside those of every actor, the costume has fewer than `own_chores` chores.
/// Requires 1 to 100 pictures.
void write_program(std::vector<Drawing> drawings, bool own_west, size_t own_chores, uint64_t seed,
                   CostumeSketch& sketch);

}  // namespace wardrobe::sample
