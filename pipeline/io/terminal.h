#pragma once

namespace wardrobe {

/// Whether people are looking: the stream is a terminal.
bool output_is_terminal();
bool errors_are_terminal();

}  // namespace wardrobe
