#include "bench/game.h"

#include <cstdio>
#include <cstdlib>

#include "bench/synthetic/rooms.h"
#include "formats/archive/zstd_frames.h"
#include "formats/scumm/block.h"
#include "pipeline/game_path.h"
#include "tools/sample/write_game.h"

namespace wardrobe {
namespace {

template <class T>
T required(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "the game cannot be measured: %s\n", result.error().message.c_str());
  std::exit(1);
}

GameInput large_sample() {
  static const GameFiles kFiles =
      write_game(large_sample_rooms(Version::v6, kLargeSampleScale), Version::v6, kXorKey);
  GameInput input;
  input.index = GameFile{"SAMPLE.000", kXorKey, 0, open_memory(kFiles.index)};
  input.resources.push_back({"SAMPLE.001", kXorKey, 1, open_memory(kFiles.disks[0])});
  return input;
}

BenchGame read_game() {
  const char* path = std::getenv("WARDROBE_GAME");
  BenchGame game;
  game.input = path != nullptr ? required(open_game(path)) : large_sample();
  Progress progress;
  game.stages = required(run_stages(game.input, {.max_ticks = 0}, progress));
  game.packed = required(pack_game(game.input, {}));
  const auto file = open_memory(game.packed.file);
  const SeekTable table = required(read_seek_table(*file));
  for (size_t i = 0; i < table.count(); ++i) {
    game.frames.emplace_back(table.frame_size(i));
    if (!ZstdDecompressor().decompress(*file, table, i, game.frames.back())) std::exit(1);
  }
  return game;
}

}  // namespace

const BenchGame& BenchGame::get() {
  static const BenchGame kGame = read_game();
  return kGame;
}

}  // namespace wardrobe
