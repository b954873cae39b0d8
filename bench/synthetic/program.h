#pragma once

#include <vector>

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// A number that looks random but is the same for the same input everywhere.
uint64_t scramble(uint64_t value);

/// Spreads pictures over the limbs of an empty costume and gives it chores, with sounds, counters,
/// stops and hidden limbs, that show each picture at least once. The result depends on `seed`
/// alone. Requires 1 to 100 pictures.
void write_program(std::vector<Drawing> drawings, bool own_west, uint64_t seed,
                   CostumeSketch& sketch);

}  // namespace wardrobe::sample
