#pragma once

#include "formats/bytes.h"

namespace wardrobe {

/// Opens an archive's file and, if it is accepted, does with it what the programs do: reads, lists,
/// plays and draws it, compares it with itself, and puts it into a page. Traps if a promise is
/// broken that no sanitizer checks. Returns whether the file was accepted.
bool use_archive(Bytes file);

}  // namespace wardrobe
