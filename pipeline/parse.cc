#include "pipeline/parse.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "formats/akos.h"
#include "formats/cost.h"
#include "formats/limits.h"
#include "pipeline/failures.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

/// Gives a costume of Maniac Mansion of version 1 the colours of its actor (SCUMM.md §2). The size
/// of the index tells the game.
void color_actor(const Scanned& scanned, uint16_t id, Column<uint8_t>& colors) {
  constexpr uint64_t kIndexOfManiac = 1972;
  constexpr std::array<uint8_t, 25> kOwn{0, 14, 4, 1, 6,  15, 3, 14, 14, 15, 15, 6, 15,
                                         5, 2,  2, 5, 15, 0,  2, 5,  4,  4,  14, 14};
  constexpr uint16_t kWithShirt = 4;  // whose second colour is that of a shirt, not skin
  constexpr uint8_t kShirt = 5;
  if (scanned.version() != Version::v1 || scanned.index_size != kIndexOfManiac) return;
  if (id == 0 || id >= kOwn.size()) return;
  colors[2] = kOwn[id];
  if (id == kWithShirt) colors[1] = kShirt;
}

Result<ParsedCostume> parse_costume(const Scanned& scanned, size_t block) {
  const Bytes payload = scanned.payload(block);
  const Version version = scanned.version();
  const bool is_akos = scanned.costumes[block].kind == Kind::akos;
  ASSIGN_OR_RETURN(StoredCostume stored,
                   is_akos ? read_akos(payload, version) : read_cost(payload, version));
  ParsedCostume out{std::move(stored), static_cast<uint32_t>(block), 0, {}, {}};
  out.colors = is_akos ? colors_with_auxiliary(out, payload) : out.color;
  color_actor(scanned, scanned.costumes[block].id(), out.colors);
  if (is_akos) out.true_colors = akos_true_colors(out, out.colors, version);
  return out;
}

}  // namespace

PictureCodec ParsedCostume::codec_of(size_t picture, Version version) const {
  if (codec != kAkosRle) return {codec, kMaxColors};
  if (is_auxiliary(picture)) return {codec, colors.size()};
  const bool many = color.size() == 32 || color.size() == 64;
  return {kind == Kind::cost ? cost_codec(version) : codec,
          many ? color.size() : std::min<size_t>(color.size(), 16)};
}

std::vector<ParsedCostume> parse(const Scanned& scanned, Failures& failures, Progress& progress) {
  std::vector<std::optional<Result<ParsedCostume>>> read(scanned.costumes.size());
  parallel_for(read.size(), progress,
               [&](size_t i, size_t) { read[i] = parse_costume(scanned, i); });
  std::vector<ParsedCostume> out;
  for (size_t i = 0; i < read.size() && read[i]; ++i) {
    FailurePlace place = scanned.place_of(i);
    place.offset = scanned.costumes[i].block.payload_at();
    if (!*read[i]) {
      add_failure(failures, place, read[i]->error());
      continue;
    }
    place.costume = static_cast<uint32_t>(out.size());
    add_failures(failures, place, (*read[i])->problems);
    const uint32_t first = picture_count(out);
    out.push_back(**std::move(read[i]));
    out.back().first_picture = first;
    read[i].reset();
  }
  return out;
}

}  // namespace wardrobe
