// Parses any text as a script. The result must be an error with a message, or a trace of as many
// ticks as the script asks for.

#include <string_view>

#include "formats/script.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/unit/formats/archive/small_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const SmallArchive kSmall = small_akos_archive();
  static constexpr uint32_t kTicks = 4096;  // more ticks take longer and test nothing new
  const Result<Script> script =
      parse_script({reinterpret_cast<const char*>(data), size}, Version::v5);
  require(script || !script.error().message.empty());
  if (!script || script->ticks > kTicks) return 0;
  for (uint32_t costume = 0; costume < kSmall.tables.costumes.id.size(); ++costume) {
    const Result<Trace> trace = play_script(kSmall.tables, costume, *script);
    require(!trace || trace->ticks() == script->ticks);
  }
  return 0;
}
