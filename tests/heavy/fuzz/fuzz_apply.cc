// Applies hostile pictures and manifests. Each must be refused, or give the game that it asks for.

#include "formats/version.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/apply/aseprite_folder.h"
#include "tests/unit/tools/apply/picture_folder.h"
#include "tools/apply/apply.h"

namespace {

using namespace wardrobe;

/// Corrects the checksums of a PNG's chunks, so that the decoder gets to see the damage.
void repair_checksums(std::vector<uint8_t>& png) {
  for (size_t at = 8; at + 12 <= png.size();) {
    const size_t size = ByteReader(png, at).u32_be();
    if (png.size() - at - 12 < size) return;
    uint32_t crc = ~0u;
    for (size_t i = at + 4; i < at + 8 + size; ++i) {
      crc ^= png[i];
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    ByteWriter(png).patch_u32_be(at + 8 + size, ~crc);
    at += 12 + size;
  }
}

/// A valid game and a folder of its pictures, all repainted.
struct Right {
  explicit Right(Version version) : game(test_game(version)), input(game.input()) {
    require(static_cast<bool>(read_game(input, read)));
    std::vector<OpenPicture> pictures = open_pictures(read);
    for (OpenPicture& picture : pictures) {
      picture.repaint(picture.shape.width, static_cast<uint16_t>(picture.shape.height + 1), 2);
    }
    folder = folder_of(read, pictures);
    std::vector<uint8_t>& manifest = folder[kManifestName];
    nlohmann::json with_colors = nlohmann::json::parse(manifest);
    for (size_t costume = 0; costume < read.tables.costumes.id.size(); ++costume) {
      with_colors["palettes"].push_back({{"costume_row", costume}, {"rgb", "000102030405060708"}});
    }
    manifest = bytes_of(with_colors.dump());
    aseprite = aseprite_folder(read, 0, drawn_cels(read, 0));
  }

  TestGame game;
  GameInput input;
  ReadGame read;
  MemoryFolder folder;
  MemoryFolder aseprite;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Right kRight[] = {Right(Version::v4), Right(Version::v6), Right(Version::he70),
                                 Right(Version::v3)};
  if (size == 0) return 0;
  // The first byte chooses the game, the kind of folder, and which file is damaged.
  const Right& right = kRight[(data[0] & 0x07) % std::size(kRight)];
  MemoryFolder folder = (data[0] & 0x08) == 0 ? right.folder : right.aseprite;
  auto damaged = std::next(folder.begin(), (data[0] >> 4) % static_cast<int>(folder.size()));
  damaged->second = edited(damaged->second, Bytes(data + 1, size - 1));
  if (damaged->first.ends_with(".png")) repair_checksums(damaged->second);
  ApplyOptions options;
  options.colors.quantize = size % 2 == 0;
  EditPlan plan;
  if (!plan_edit(right.input, {load_from(folder)}, options, plan)) return 0;
  require(static_cast<bool>(check_edit(right.input, plan, new_input(right.input, plan.files))));
  return 0;
}
