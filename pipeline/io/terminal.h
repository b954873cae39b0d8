#pragma once

namespace wardrobe {

/// Whether the stream is a terminal.
bool output_is_terminal();
bool errors_are_terminal();

}  // namespace wardrobe
