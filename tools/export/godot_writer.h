#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/export/frame_plan.h"
#include "tools/export/sheet.h"

namespace wardrobe {

/// The versions of Godot whose text resources differ.
enum class Godot : uint8_t { v3, v4 };

/// A SpriteFrames resource (.tres) with an animation for each tag. `png` is the sheet's file, in
/// the same folder.
std::string write_sprite_frames(const FramePlan& plan, const Sheet& sheet, std::string_view png,
                                unsigned tick_ms, Godot version);

}  // namespace wardrobe
