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

/// Where the stages end, of Progress::kTotal: typical shares at the default level.
constexpr uint32_t kScanned = 20;
constexpr uint32_t kRoomsRead = 30;
constexpr uint32_t kParsed = 50;
constexpr uint32_t kDecoded = 85;
constexpr uint32_t kBaked = 150;
constexpr uint32_t kPacked = Progress::kTotal;

/// All stages but the last.
Status make_tables(const GameInput& input, const PackOptions& options, PackWorkspace& workspace,
                   Progress& progress, Tables& out) {
  if (Status go_on = progress.start_stage(kScanned); !go_on) return go_on;
  Status scanned = scan(input, options.version, workspace.scanned, &progress);
  if (!scanned) return scanned;
  if (Status go_on = progress.start_stage(kRoomsRead); !go_on) return go_on;
  read_rooms(input, options.backgrounds, workspace.scanned, workspace.rooms, &progress);
  if (Status go_on = progress.start_stage(kParsed); !go_on) return go_on;
  parse(workspace.scanned, workspace.parse, workspace.parsed, &progress);
  if (Status parsed = check_parsed(workspace.parsed); !parsed) return in_game(input, parsed);
  if (Status go_on = progress.start_stage(kDecoded); !go_on) return go_on;
  decode(workspace.scanned, workspace.parsed, workspace.decoded, &progress);
  if (Status go_on = progress.start_stage(kBaked); !go_on) return go_on;
  gather_tables(workspace.scanned, workspace.rooms, workspace.parsed, workspace.decoded, out);
  if (Status gathered = check_tables(out); !gathered) return in_game(input, gathered);
  bake(out, options.max_ticks, &progress);
  if (Status baked = check_tables(out); !baked) return in_game(input, baked);
  return progress.start_stage(kPacked);
}

Result<Packed> run_stages(const GameInput& input, const PackOptions& options,
                          PackWorkspace& workspace) {
  Progress progress(options.progress);
  Packed packed;
  Status made = make_tables(input, options, workspace, progress, packed.tables);
  if (!made) return made.error();
  Result<std::vector<uint8_t>> file =
      pack(packed.tables, workspace.rooms.backgrounds, workspace.decoded.pictures.pixels(),
           options.level, workspace.pack, &progress);
  if (!file) return file.error();
  packed.file = *std::move(file);
  if (Status go_on = progress.finish(); !go_on) return go_on.error();
  return packed;
}

}  // namespace

void gather_tables(Scanned& scanned, RoomTables& rooms, Parsed& parsed, const Decoded& decoded,
                   Tables& out) {
  out.game = std::move(scanned.game);
  out.sources = std::move(scanned.sources);
  out.rooms = std::move(scanned.rooms);
  out.planes = std::move(rooms.planes);
  out.boxes = std::move(rooms.boxes);
  out.scales = std::move(rooms.scales);
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
  append_failures(out.failures, rooms.failures);
  append_failures(out.failures, parsed.failures);
  parsed.failures = {};
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
