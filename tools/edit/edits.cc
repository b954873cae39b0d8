#include "tools/edit/edits.h"

#include "tools/edit/manifest.h"

namespace wardrobe {
namespace {

Result<Edits> read_folder(const LoadFile& load, const ReadGame& game) {
  const Result<std::vector<uint8_t>> manifest = load(kManifestName);
  if (manifest) return read_png_edits(*manifest, load, game);
  const Result<std::vector<uint8_t>> index = load(kExportIndexName);
  if (index && manifest.error().code == ErrorCode::not_found) {
    return read_aseprite_edits(*index, load, game);
  }
  return manifest.error();
}

}  // namespace

Result<Edits> read_edits(const LoadFile& load, const ReadGame& game) {
  Result<Edits> edits = read_folder(load, game);
  if (!edits || edits->missing.empty()) return edits;
  const size_t others = edits->missing.size() - 1;
  edits->notes.push_back("not there, so not changed: " + edits->missing[0] +
                         (others == 0 ? "" : " and " + std::to_string(others) + " more"));
  return edits;
}

}  // namespace wardrobe
