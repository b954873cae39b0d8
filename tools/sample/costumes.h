#pragma once

#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// The hero, a courier: 16 colours; West mirrors East; head, mouth, arm and scarf on separate
/// limbs.
CostumeSketch make_hero();

/// A caterpillar whose rings are limbs that carry each other along by their moves: 16 colours.
CostumeSketch make_caterpillar();

/// A juggling jester, whose balls in the air all redirect to the same three pictures where the
/// format has redirects (v6): 16 colours.
CostumeSketch make_jester();

/// A night watchman's ghost with a lantern: 32 colours, and separate art for West.
CostumeSketch make_ghost();

/// A sitting cat, which has no chores for walking or talking: 16 colours.
CostumeSketch make_cat();

}  // namespace wardrobe::sample
