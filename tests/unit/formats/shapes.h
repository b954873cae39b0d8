#pragma once

#include <vector>

#include "formats/costume.h"

namespace wardrobe {

/// The shapes of its pictures.
inline std::vector<PictureShape> shapes_of(const StoredCostume& costume) {
  return {costume.pictures.begin(), costume.pictures.end()};
}

}  // namespace wardrobe
