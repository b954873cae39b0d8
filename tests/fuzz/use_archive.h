#pragma once

#include "formats/bytes.h"

namespace wardrobe {

/// Opens the file of an archive and, if it is accepted, does with it what the programs do: reads,
/// lists, plays, draws, compares it with itself, and puts it into a page. Traps where something
/// breaks a promise that no sanitizer knows of. Returns whether it was accepted.
bool use_archive(Bytes file);

}  // namespace wardrobe
