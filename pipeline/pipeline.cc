#include "pipeline/pipeline.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include "pipeline/failures.h"

namespace wardrobe {
namespace {

Result<Packed> run_stages(const GameInput& input, const PackOptions& options,
                          PackWorkspace& workspace) {
  if (Status scanned = scan(input, options.version, workspace.scanned); !scanned) {
    return scanned.error();
  }
  parse(workspace.scanned, workspace.parsed);
  decode(workspace.scanned, workspace.parsed, workspace.decoded);
  Packed packed;
  packed.tables = gather_tables(workspace.scanned, workspace.parsed, workspace.decoded);
  bake(packed.tables, options.max_ticks);
  Result<std::vector<uint8_t>> file = pack(packed.tables, workspace.decoded.pictures.pixels(),
                                           options.level, workspace.buffers, options.progress);
  if (!file) return file.error();
  packed.file = *std::move(file);
  return packed;
}

}  // namespace

Tables gather_tables(Scanned& scanned, Parsed& parsed, const Decoded& decoded) {
  Tables tables;
  tables.game = std::move(scanned.game);
  tables.sources = std::move(scanned.sources);
  tables.rooms = std::move(scanned.rooms);
  tables.palettes = std::move(scanned.palettes);
  tables.costumes = std::move(parsed.costumes);
  tables.tables = std::move(parsed.tables);
  tables.entries = std::move(parsed.entries);
  tables.records = std::move(parsed.records);
  tables.windows = std::move(parsed.windows);
  tables.pictures = decoded.pictures.pictures();
  tables.failures = std::move(scanned.failures);
  append_failures(tables.failures, parsed.failures);
  append_failures(tables.failures, decoded.failures);
  return tables;
}

Result<Packed> pack_game(const GameInput& input, const PackOptions& options,
                         PackWorkspace& workspace) {
  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute([&] { return run_stages(input, options, workspace); });
}

}  // namespace wardrobe
