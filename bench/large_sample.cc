#include "bench/large_sample.h"

#include <cstdio>
#include <cstdlib>

#include "formats/scumm/block.h"
#include "formats/scumm/game.h"
#include "pipeline/pipeline.h"
#include "pipeline/sample.h"

namespace wardrobe {

const LargeSample& LargeSample::get() {
  static const LargeSample kSample;
  return kSample;
}

LargeSample::LargeSample() {
  GameFiles files = write_game(sample_rooms(6, kLargeSampleScale), 6, kXorKey);
  index_ = std::move(files.index);
  disk_ = std::move(files.disks[0]);
  input_.index = GameFile{"SAMPLE.000", kXorKey, 0, open_memory(index_)};
  input_.resources.push_back({"SAMPLE.001", kXorKey, 1, open_memory(disk_)});

  PackWorkspace workspace;
  const Result<Packed> packed = pack_game(input_, {.level = 1}, workspace);
  const Result<FrameTable> frames =
      packed ? read_frame_table(packed->file) : Result<FrameTable>(packed.error());
  if (!frames) {
    std::fprintf(stderr, "the large sample does not pack: %s\n", frames.error().message.c_str());
    std::exit(1);
  }
  pixels_ = packed->tables.pictures.pixel_offset.back();
  pieces_.resize(frames->count());
  for (size_t i = 0; i < pieces_.size(); ++i) {
    if (!inflate_frame(packed->file, *frames, i, pieces_[i])) std::exit(1);
  }
}

}  // namespace wardrobe
