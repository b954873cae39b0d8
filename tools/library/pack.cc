#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/pipeline.h"
#include "tools/library/pack_call.h"

struct wardrobe_packed {
  std::vector<uint8_t> bytes;
  uint32_t failures = 0;
};

namespace wardrobe {
namespace {

constexpr int32_t kMaxLevel = 22;
constexpr uint32_t kMaxMaxTicks = 1u << 20;
constexpr uint32_t kMaxThreads = 1024;  // more than any machine has

Outcome convert_options(const wardrobe_pack_options& from, PackOptions& to) {
  if (from.level < 0 || from.level > kMaxLevel)
    return wrong_argument("level must be 1 to 22, or 0 for the default");
  if (from.game != nullptr) {
    to.version = version_of_option(from.game);
    if (!to.version) return wrong_argument("game is no version that wardrobe pack --game takes");
  }
  if (from.max_ticks > kMaxMaxTicks) return wrong_argument("max_ticks is more than 2^20");
  if (from.rooms > 1) return wrong_argument("rooms is not 0 or 1");
  to.backgrounds = from.rooms == 1;
  if (from.level != 0) to.level = from.level;
  if (from.max_ticks != 0) to.max_ticks = from.max_ticks;
  to.threads = static_cast<int>(std::min(from.threads, kMaxThreads));
  if (from.progress != nullptr) {
    to.progress = [report = from.progress, user = from.user](uint32_t done, uint32_t total) {
      return report(user, done, total) == 0;
    };
  }
  return {};
}

/// Whether a name is a path that stays inside its folder.
bool valid_name(std::string_view name) {
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

Outcome convert_files(std::span<const wardrobe_file> files, std::vector<NamedBytes>& out) {
  for (const wardrobe_file& file : files) {
    const std::string name = file.name == nullptr ? "" : file.name;
    if (!valid_name(name)) {
      return wrong_argument("\"" + name + "\": not the name of a file within a folder");
    }
    if (file.bytes == nullptr && file.size != 0) return wrong_argument(name + ": no bytes");
    out.push_back({name, Bytes(static_cast<const uint8_t*>(file.bytes), file.size)});
  }
  std::ranges::sort(out, {}, &NamedBytes::name);
  const auto twice = std::ranges::adjacent_find(out, {}, &NamedBytes::name);
  if (twice != out.end()) return wrong_argument(twice->name + ": there twice");
  return {};
}

}  // namespace

Outcome pack(const PackCall& call, const std::function<Result<GameInput>()>& open) {
  if (call.packed == nullptr) return wrong_argument("packed is NULL");
  wardrobe_pack_options given{};
  if (call.options != nullptr) {
    Outcome taken = take(call.options, call.options_size, given);
    if (taken.status != WARDROBE_OK) return taken;
  }
  PackOptions options;
  if (Outcome valid = convert_options(given, options); valid.status != WARDROBE_OK) return valid;
  ASSIGN_OR_RETURN(const GameInput input, open());
  ASSIGN_OR_RETURN(Packed packed, pack_game(input, options));
  const size_t failures = damage_count(view(packed.tables.failures));
  *call.packed = new wardrobe_packed{std::move(packed.file), static_cast<uint32_t>(failures)};
  return {};
}

}  // namespace wardrobe

using namespace wardrobe;

const uint8_t* wardrobe_packed_bytes(const wardrobe_packed* packed, size_t* size) {
  if (size != nullptr) *size = packed == nullptr ? 0 : packed->bytes.size();
  return packed == nullptr ? nullptr : packed->bytes.data();
}

uint32_t wardrobe_packed_failure_count(const wardrobe_packed* packed) {
  return packed == nullptr ? 0 : packed->failures;
}

void wardrobe_packed_free(wardrobe_packed* packed) { delete packed; }

wardrobe_status wardrobe_pack_files(const wardrobe_file* files, size_t count,
                                    const wardrobe_pack_options* options, size_t options_size,
                                    wardrobe_packed** packed, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (files == nullptr && count != 0) return wrong_argument("files is NULL");
    std::vector<NamedBytes> named;
    if (Outcome valid = convert_files({files, count}, named); valid.status != WARDROBE_OK) {
      return valid;
    }
    return pack({options, options_size, packed}, [&] { return open_game(*open_files(named)); });
  });
}
