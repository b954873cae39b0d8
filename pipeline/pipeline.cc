#include "pipeline/pipeline.h"

#include "pipeline/failures.h"
#include "pipeline/parallel.h"
#include "pipeline/table_append.h"

namespace wardrobe {
namespace {

/// The error of `status`, naming the game's first file.
Error in_game(const GameInput& input, const Status& status) {
  const GameFile& file = input.index ? *input.index : input.resources[0];
  Error error = status.error();
  error.message = file.name + ": " + error.message;
  return error;
}

Result<Packed> run_stages(const GameInput& input, const PackOptions& options,
                          PackWorkspace& workspace) {
  if (Status scanned = scan(input, options.version, workspace.scanned); !scanned) {
    return scanned.error();
  }
  parse(workspace.scanned, workspace.parse, workspace.parsed);
  if (Status parsed = check_parsed(workspace.parsed); !parsed) return in_game(input, parsed);
  decode(workspace.scanned, workspace.parsed, workspace.decoded);
  Packed packed;
  gather_tables(workspace.scanned, workspace.parsed, workspace.decoded, packed.tables);
  if (Status gathered = check_tables(packed.tables); !gathered) return in_game(input, gathered);
  bake(packed.tables, options.max_ticks);
  if (Status baked = check_tables(packed.tables); !baked) return in_game(input, baked);
  Result<std::vector<uint8_t>> file = pack(packed.tables, workspace.decoded.pictures.pixels(),
                                           options.level, workspace.pack, options.progress);
  if (!file) return file.error();
  packed.file = *std::move(file);
  return packed;
}

}  // namespace

void gather_tables(Scanned& scanned, Parsed& parsed, const Decoded& decoded, Tables& out) {
  out.game = std::move(scanned.game);
  out.sources = std::move(scanned.sources);
  out.rooms = std::move(scanned.rooms);
  out.palettes = std::move(scanned.palettes);
  std::swap(out.costumes, parsed.costumes);
  std::swap(out.limb_tables, parsed.limb_tables);
  std::swap(out.entries, parsed.entries);
  std::swap(out.records, parsed.records);
  std::swap(out.windows, parsed.windows);
  out.pictures = decoded.pictures.pictures();
  clear_table(out.timelines);
  clear_table(out.frames);
  clear_table(out.cels);
  clear_table(out.events);
  out.failures = std::move(scanned.failures);
  append_failures(out.failures, parsed.failures);
  append_failures(out.failures, decoded.failures);
}

Result<Packed> pack_game(const GameInput& input, const PackOptions& options,
                         PackWorkspace& workspace) {
  Result<Packed> packed = Packed{};
  run_with_threads(static_cast<size_t>(options.threads),
                   [&] { packed = run_stages(input, options, workspace); });
  return packed;
}

}  // namespace wardrobe
