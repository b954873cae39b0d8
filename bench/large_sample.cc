#include "bench/large_sample.h"

#include <cstdio>
#include <cstdlib>

#include "bench/synthetic/rooms.h"
#include "formats/scumm/block.h"
#include "pipeline/pipeline.h"
#include "tools/sample/write_game.h"

namespace wardrobe {

const LargeSample& LargeSample::get() {
  static const LargeSample kSample;
  return kSample;
}

LargeSample::LargeSample() {
  GameFiles files = write_game(large_sample_rooms(6, kLargeSampleScale), 6, kXorKey);
  index_ = std::move(files.index);
  disk_ = std::move(files.disks[0]);
  input_.index = GameFile{"SAMPLE.000", kXorKey, 0, open_memory(index_)};
  input_.resources.push_back({"SAMPLE.001", kXorKey, 1, open_memory(disk_)});

  Progress progress;
  Result<Stages> stages = run_stages(input_, {.max_ticks = 0}, progress);
  if (stages) stages_ = *std::move(stages);
  const Result<Packed> packed = pack_game(input_, {.level = 1});
  const Result<SeekTable> frames =
      packed ? read_seek_table(*open_memory(packed->file)) : Result<SeekTable>(packed.error());
  if (!frames) {
    std::fprintf(stderr, "the large sample does not pack: %s\n", frames.error().message.c_str());
    std::exit(1);
  }
  pieces_.resize(frames->count());
  for (size_t i = 0; i < pieces_.size(); ++i) {
    pieces_[i].resize(frames->frame_size(i));
    if (!ZstdDecompressor().decompress(*open_memory(packed->file), *frames, i, pieces_[i]))
      std::exit(1);
  }
}

}  // namespace wardrobe
