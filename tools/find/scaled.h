#pragma once

#include <span>
#include <vector>

#include "tools/find/match.h"
#include "tools/find/query.h"
#include "tools/render/room.h"

namespace wardrobe {

/// Appends the places in the image where a picture is, drawn at a placement by an actor that a room
/// makes smaller: rows and columns of it are left out (SCUMM.md §8 "Scaled pictures"). `windows`
/// are those of the picture.
void add_scaled_matches(const Template& picture, std::span<const TemplateWindow> windows,
                        const Placement& placement, ScaleRule rule, const Query& query,
                        std::vector<Match>& matches);

}  // namespace wardrobe
