#include "pipeline/pipeline.h"

#include "pipeline/parallel.h"
#include "pipeline/wearers.h"
#include "pipeline/write_archive.h"
#include "pipeline/write_rows.h"

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
constexpr uint32_t kRoomsRead = 40;
constexpr uint32_t kParsed = 60;
constexpr uint32_t kDecoded = 850;
constexpr uint32_t kBaked = 920;
constexpr uint32_t kPacked = Progress::kTotal;

Result<Packed> run_all_stages(const GameInput& input, const PackOptions& options) {
  Progress progress(options.progress);
  ArchiveWriter writer(options.level);
  Packed packed;
  {
    PixelSink* const backgrounds = options.backgrounds ? &writer.backgrounds() : nullptr;
    ASSIGN_OR_RETURN(Stages stages,
                     run_stages(input, options, backgrounds, writer.pixels(), progress));
    append_table(stages.tables.failures, stages.scanned.unhashed);
    packed.tables = std::move(stages.tables);
  }
  TRY(progress.start_stage(kBaked));
  bake(packed.tables, options.max_ticks, progress);
  TRY(progress.start_stage(kPacked));
  ASSIGN_OR_RETURN(packed.file, writer.finish(packed.tables, progress));
  TRY(progress.finish());
  return packed;
}

}  // namespace

Result<Stages> run_stages(const GameInput& input, const PackOptions& options,
                          PixelSink* backgrounds, PixelSink& pixels, Progress& progress) {
  Stages stages;
  Failures& failures = stages.tables.failures;
  TRY(progress.start_stage(kScanned));
  ASSIGN_OR_RETURN(stages.scanned,
                   scan(input, options.version, failures, progress, options.scripts));
  TRY(progress.start_stage(kRoomsRead));
  std::vector<RoomLook> looks;
  if (options.rooms) looks = read_rooms(backgrounds, stages.scanned, failures, progress);
  ScriptRows scripts;
  if (options.scripts) scripts = read_scripts(stages.scanned, failures, progress);
  TRY(progress.start_stage(kParsed));
  stages.costumes = parse(stages.scanned, failures, progress);
  TRY(progress.start_stage(kDecoded));
  if (!options.version) tell_row_order(stages.costumes, stages.scanned);
  // Without backgrounds, objects have no pictures.
  Decoded decoded =
      decode(stages.scanned, stages.costumes,
             backgrounds != nullptr ? looks : std::vector<RoomLook>(), pixels, progress);
  stages.scanned.object_bytes = {};
  TRY(progress.check());
  write_rows(stages.scanned, std::move(looks), stages.costumes, std::move(decoded), stages.tables,
             std::move(scripts));
  if (Status fits = check_sizes(stages.tables); !fits) return in_game(input, fits);
  return stages;
}

Result<Packed> pack_game(const GameInput& input, const PackOptions& options) {
  Result<Packed> packed = Packed{};
  run_with_threads(static_cast<size_t>(options.threads),
                   [&] { packed = run_all_stages(input, options); });
  return packed;
}

}  // namespace wardrobe
