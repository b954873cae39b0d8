#include "bench/game.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "formats/scumm.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

constexpr unsigned kCopies = 25;

template <class T>
T required(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "the game cannot be measured: %s\n", result.error().message.c_str());
  std::exit(1);
}

GameInput large_sample() {
  static const GameFiles kFiles =
      write_game(sample_rooms(Version::v6, kCopies), Version::v6, kXorKey);
  GameInput input;
  input.index = GameFile{"SAMPLE.000", kXorKey, 0, open_memory(kFiles.index)};
  input.resources.push_back({"SAMPLE.001", kXorKey, 1, open_memory(kFiles.disks[0])});
  return input;
}

BenchGame read_game() {
  const char* path = std::getenv("WARDROBE_GAME");
  GameInput input = path != nullptr ? required(open_game(path)) : large_sample();
  Packed packed = required(pack_game(input, {.backgrounds = true}));
  Archive archive = required(Archive::open(open_memory(packed.file)));
  BenchGame game{std::move(input), std::move(packed), std::move(archive), {}};
  const SeekTable& table = game.archive.seek_table();
  const uint64_t tables_end = game.archive.find(kBackgroundColumn)->offset;
  ZstdDecompressor decompressor;
  for (size_t i = 0; i < table.count(); ++i) {
    auto& [bytes, content] = game.frames.emplace_back();
    bytes.resize(table.frame_size(i));
    content = table.image_offset[i] < tables_end ? Content::tables : Content::pixels;
    if (!decompressor.decompress(game.archive.file(), table, i, bytes)) std::exit(1);
  }
  return game;
}

}  // namespace

const BenchGame& BenchGame::get() {
  static const BenchGame kGame = read_game();
  return kGame;
}

}  // namespace wardrobe
