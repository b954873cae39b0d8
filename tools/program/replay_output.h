#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/render/render.h"
#include "tools/render/tick_painter.h"

namespace wardrobe {

/// How a replay is written: the options of `replay` that say so.
struct ReplayOutput {
  std::string file;  ///< NAME.gif, NAME.apng, NAME.png (all ticks side by side) or NAME-%d.png
  unsigned scale = 1;
  unsigned tick_ms = 100;  ///< of a GIF or APNG, as for ExportOptions
  unsigned loops = 0;      ///< of a GIF or APNG; 0: forever
  bool force = false;
};

/// Draws all ticks and writes them, over none of the files `inputs`. Errors name the file.
Status write_replay(const TickPainter& painter, const ImagePalette& palette,
                    const ReplayOutput& output, const std::vector<std::filesystem::path>& inputs);

}  // namespace wardrobe
