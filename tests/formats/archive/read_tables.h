#pragma once

#include "formats/archive/archive.h"

namespace wardrobe {

/// Loads and copies all tables of an archive.
inline Result<Tables> read_tables(const Archive& archive) {
  if (Status loaded = archive.load_all(); !loaded) return loaded.error();
  return archive.tables();
}

}  // namespace wardrobe
