#include "tools/sample/form.h"

#include <array>
#include <utility>

#include "formats/akos/akos.h"
#include "formats/player/direction.h"
#include "formats/scumm/version.h"

namespace wardrobe::sample {
namespace {

constexpr std::array kCodecsOfScumm = {kAkosRle, kAkosBomp, kAkosMajMin};
constexpr std::array kCodecsOfHe = {kAkosMajMin, kAkosTrle, kAkosRle, kAkosBomp};

}  // namespace

CostumeDraft form(const CostumeSketch& sketch, std::vector<uint16_t> ids, int version,
                  size_t number, const RoomDraft& room) {
  if (version <= kScumm6) {
    return {std::move(ids), sketch.payload(version), Kind::cost};
  }
  const uint8_t codec = is_humongous(version) ? kCodecsOfHe[number % kCodecsOfHe.size()]
                                              : kCodecsOfScumm[number % kCodecsOfScumm.size()];
  AkosForm akos{codec};
  if (version == kScumm8 && number == 0) akos.directions = kDirections;
  if (is_humongous(version)) {
    akos.first_sound = 0;
    akos.short_headers = codec == kAkosRle;
  }
  return {std::move(ids), sketch.akos_payload(akos, room.palettes.rgb), Kind::akos};
}

}  // namespace wardrobe::sample
