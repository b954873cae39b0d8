#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// The options of `replay` that are about its output.
struct ReplayOutput {
  std::string file;    ///< NAME.gif, NAME.apng, NAME.png (all ticks side by side) or NAME-%d.png
  std::string format;  ///< gif, apng or png; empty: as the name says
  unsigned scale = 1;
  unsigned tick_ms = 100;  ///< of a GIF or APNG; the range is that of ExportOptions
  unsigned loops = 0;      ///< of a GIF or APNG; 0: forever
  bool force = false;
  bool any_length = false;  ///< do without the limits below
};

/// Limits for what was asked for without a number of ticks, because few programs show more.
inline constexpr size_t kMostTicksDrawn = 1000;
inline constexpr unsigned kMostStripWidth = 32'767;

/// Whether the output is a GIF or an APNG.
bool is_animation(const ReplayOutput& output);

/// Draws and writes all ticks. Refuses to overwrite any of the files `inputs`. Errors name the
/// file.
Status write_replay(const TickPainter& painter, const ImagePalette& palette,
                    const ReplayOutput& output, const std::vector<std::filesystem::path>& inputs);

}  // namespace wardrobe
