#include "pipeline/pipeline.h"

#include <algorithm>

#include "pipeline/failures.h"
#include "pipeline/parallel.h"
#include "pipeline/row_order.h"
#include "pipeline/table_append.h"
#include "pipeline/write_archive.h"

namespace wardrobe {
namespace {

/// Returns the error in `status`, with the name of the game's first file.
Error in_game(const GameInput& input, const Status& status) {
  const GameFile& file = input.index ? *input.index : input.resources[0];
  Error error = status.error();
  error.message = file.name + ": " + error.message;
  return error;
}

/// Ends of the stages, out of Progress::kTotal. They follow typical times at the default level.
constexpr uint32_t kScanned = 20;
constexpr uint32_t kRoomsRead = 30;
constexpr uint32_t kParsed = 50;
constexpr uint32_t kDecoded = 85;
constexpr uint32_t kBaked = 150;
constexpr uint32_t kPacked = Progress::kTotal;

/// Moves everything but timelines from the results of the earlier stages to `stages.tables`.
void gather_tables(Stages& stages) {
  auto& [scanned, rooms, parsed, decoded, out] = stages;
  out.game = std::move(scanned.game);
  out.sources = std::move(scanned.sources);
  out.rooms = std::move(scanned.rooms);
  out.planes = std::move(rooms.planes);
  out.boxes = std::move(rooms.boxes);
  out.scales = std::move(rooms.scales);
  out.palettes = std::move(scanned.palettes);
  out.costumes = std::move(parsed.costumes);
  out.limb_tables = std::move(parsed.limb_tables);
  out.entries = std::move(parsed.entries);
  out.records = std::move(parsed.records);
  out.windows = std::move(parsed.windows);
  out.pictures = decoded.pictures.pictures();
  out.failures = std::move(scanned.failures);
  append_failures(out.failures, rooms.failures);
  append_failures(out.failures, parsed.failures);
  append_failures(out.failures, decoded.failures);
}

Result<Packed> run_all_stages(const GameInput& input, const PackOptions& options) {
  Progress progress(options.progress);
  Result<Stages> stages = run_stages(input, options, progress);
  if (!stages) return stages.error();
  append_failures(stages->tables.failures, stages->scanned.unhashed);
  Result<std::vector<uint8_t>> file =
      write_archive(stages->tables, stages->rooms.backgrounds, stages->decoded.pictures.pixels(),
                    options.level, &progress);
  if (!file) return file.error();
  if (Status go_on = progress.finish(); !go_on) return go_on.error();
  return Packed{*std::move(file), std::move(stages->tables)};
}

}  // namespace

Result<Stages> run_stages(const GameInput& input, const PackOptions& options, Progress& progress) {
  Stages stages;
  auto& [scanned, rooms, parsed, decoded, tables] = stages;
  if (Status go_on = progress.start_stage(kScanned); !go_on) return go_on.error();
  Result<Scanned> found = scan(input, options.version, &progress);
  if (!found) return found.error();
  scanned = *std::move(found);
  if (Status go_on = progress.start_stage(kRoomsRead); !go_on) return go_on.error();
  if (options.rooms) rooms = read_rooms(options.backgrounds, scanned, &progress);
  if (Status go_on = progress.start_stage(kParsed); !go_on) return go_on.error();
  parsed = parse(scanned, &progress);
  if (Status fits = check_tables(parsed); !fits) return in_game(input, fits);
  if (Status go_on = progress.start_stage(kDecoded); !go_on) return go_on.error();
  if (!options.version) tell_row_order(parsed, scanned);
  decoded = decode(scanned, parsed, &progress);
  if (Status go_on = progress.start_stage(kBaked); !go_on) return go_on.error();
  gather_tables(stages);
  if (Status fits = check_tables(tables); !fits) return in_game(input, fits);
  if (options.max_ticks != 0) bake(tables, options.max_ticks, &progress);
  if (Status go_on = progress.start_stage(kPacked); !go_on) return go_on.error();
  return stages;
}

Result<Packed> pack_game(const GameInput& input, const PackOptions& options) {
  Result<Packed> packed = Packed{};
  run_with_threads(static_cast<size_t>(options.threads),
                   [&] { packed = run_all_stages(input, options); });
  return packed;
}

}  // namespace wardrobe
