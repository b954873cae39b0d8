#pragma once

#include <vector>

#include "formats/scumm/write_game.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {

/// A costume as a game of that version has it, to live in `room`: a COST up to v6, else an
/// AKOS. Its codec is one of those that games of the version use, in turn by `number`. In v8 number
/// 0 has records for 8 directions; in Humongous games those of codec 1 have short headers.
CostumeDraft form(const CostumeSketch& sketch, std::vector<uint16_t> ids, int version,
                  size_t number, const RoomDraft& room);

}  // namespace wardrobe::sample
