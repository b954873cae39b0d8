#include "pipeline/scan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/cost/layout.h"
#include "formats/limits.h"
#include "formats/scumm/detect.h"
#include "formats/scumm/index.h"
#include "formats/scumm/nameless_index.h"
#include "pipeline/failures.h"
#include "pipeline/resolve_ids.h"
#include "pipeline/resource_scan.h"

namespace wardrobe {
namespace {

void add_source(Sources& sources, const GameFile& file) {
  append_text(sources.name_offset, sources.name, file.name);
  sources.size.push_back(file.bytes->size());
  sources.xor_key.push_back(file.xor_key);
  sources.xxh64.push_back(0);  // Packing reads the whole file to hash it; other uses need not.
}

/// Adds unusable files as sources, so that their failures have a file.
void add_problems(const std::vector<InputProblem>& problems, Scanned& out) {
  for (const InputProblem& problem : problems) {
    const auto source = static_cast<uint32_t>(out.sources.size.size());
    append_text(out.sources.name_offset, out.sources.name, problem.name);
    out.sources.size.push_back(problem.size);
    out.sources.xor_key.push_back(0);
    out.sources.xxh64.push_back(0);
    add_failure(out.failures, {.source = source, .offset = problem.error.offset},
                problem.error.message);
  }
}

/// Reads the index of the game; `version` is the one that the user gave.
Result<GameIndex> load_index(const GameInput& input, std::optional<Version> version,
                             Failures& failures) {
  const GameFile& file = *input.index;
  std::vector<uint8_t> bytes(file.bytes->size());
  if (Status read = read_plain(file, 0, bytes); !read) return read.error();
  std::vector<Error> problems;
  GameIndex index = file.style == BlockStyle::nameless
                        ? read_nameless_index(bytes, version, input.resources.back().disk, problems)
                        : read_index(bytes, problems, file.style);
  for (const Error& problem : problems) {
    add_failure(failures, {.source = 0, .offset = problem.offset}, problem.message);
  }
  return index;
}

/// Gives every room its name from the index. If the index has several names for its number, the
/// first one counts.
void name_rooms(const GameIndex& index, Rooms& rooms) {
  std::unordered_map<uint16_t, std::string_view> names;
  for (size_t i = 0; i < index.named_room.size(); ++i) {
    names.try_emplace(index.named_room[i], index.room_name[i]);
  }
  rooms.name_offset = Offsets();
  for (const uint16_t number : rooms.number) {
    append_text(rooms.name_offset, rooms.name, names[number]);
  }
}

/// Returns the version hints from the rooms and from the costumes. Only the first readable COST is
/// checked for a signature.
VersionHints all_hints(const GameInput& input, uint32_t first_source, const Resources& found) {
  VersionHints hints = found.hints;
  bool checked_cost = false;
  for (const auto& [key, costume] : found.costumes) {
    if (costume.kind == Kind::akos) hints.akos = true;
    constexpr uint64_t kSignatureAt = 4;
    std::array<uint8_t, 2> bytes{};
    const uint64_t at = costume.block.payload() + kSignatureAt;
    const bool has_bytes = at + bytes.size() <= costume.block.end;
    if (checked_cost || costume.kind != Kind::cost || !has_bytes) continue;
    if (!read_plain(input.resources[key.first - first_source], at, bytes)) continue;
    checked_cost = true;
    hints.signature = ByteReader(bytes).u16() == kCostSignature;
  }
  return hints;
}

void set_version(const DetectedVersion& version, Game& game) {
  game.set_version(version.version);
  game.evidence.assign(version.evidence.begin(), version.evidence.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

/// Cuts costumes above the size limit. A cut costume counts as damaged.
void cut_costumes(Resources& found) {
  uint64_t left = kMaxCostumesSize;
  for (auto& [key, costume] : found.costumes) {
    FileBlock& block = costume.block;
    const uint64_t size = std::min({block.end - block.payload(), kMaxCostumeSize, left});
    block.end = block.payload() + size;
    left -= size;
  }
}

void add_blocks(const Resources& found, Scanned& out) {
  CostumeBlocks& blocks = out.blocks;
  for (const auto& [key, costume] : found.costumes) {
    const uint16_t id = costume.ids.empty() ? uint16_t{0} : costume.ids[0];
    if (costume.block.damaged()) {
      add_failure(out.failures,
                  {.id = id,
                   .room = number_of_room(found.rooms, costume.room),
                   .source = key.first,
                   .offset = key.second},
                  costume.block.damage());
    }
    blocks.kind.push_back(static_cast<uint8_t>(costume.kind));
    blocks.id.push_back(id);
    for (size_t i = 1; i < costume.ids.size(); ++i) blocks.alias.push_back(costume.ids[i]);
    blocks.alias_offset.push_back(static_cast<uint32_t>(blocks.alias.size()));
    blocks.room.push_back(costume.room);
    blocks.source.push_back(key.first);
    blocks.offset.push_back(static_cast<uint32_t>(key.second));
    blocks.payload.push_back(static_cast<uint32_t>(costume.block.payload()));
    blocks.size.push_back(static_cast<uint32_t>(costume.block.end - key.second));
    blocks.data_offset.push_back(blocks.data_offset.back() + costume.block.end -
                                 costume.block.payload());
  }
}

/// Reads all payloads, unless cancelled. An unreadable one becomes zeros, with a failure.
void read_data(const GameInput& input, uint32_t first_source, Scanned& out, Progress* progress) {
  const CostumeBlocks& blocks = out.blocks;
  out.data = HugeBuffer(blocks.data_offset.back());
  std::vector<Status> status(blocks.count(), ok());
  const bool complete = parallel_for(blocks.count(), progress, [&](size_t i, size_t) {
    const auto begin = blocks.data_offset[i];
    status[i] = read_plain(input.resources[blocks.source[i] - first_source], blocks.payload[i],
                           std::span(out.data).subspan(begin, blocks.data_offset[i + 1] - begin));
  });
  if (!complete) return;
  for (size_t i = 0; i < blocks.count(); ++i) {
    if (status[i]) continue;
    std::fill(out.data.begin() + blocks.data_offset[i],
              out.data.begin() + blocks.data_offset[i + 1], uint8_t{0});
    add_failure(out.failures,
                {.id = blocks.id[i],
                 .room = number_of_room(out.rooms, blocks.room[i]),
                 .source = blocks.source[i],
                 .offset = status[i].error().offset},
                status[i].error().message);
  }
}

std::string first_failure(const Failures& failures) {
  if (failures.costume.empty()) return "";
  return "; " + std::string(text_at(failures.error_offset, failures.error, 0));
}

}  // namespace

Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Progress* progress) {
  Scanned out;
  GameIndex index;
  if (input.index) {
    add_source(out.sources, *input.index);
    Result<GameIndex> loaded = load_index(input, version, out.failures);
    if (!loaded) {
      return Error{ErrorCode::io, loaded.error().offset,
                   input.index->name + ": " + loaded.error().message};
    }
    index = *std::move(loaded);
  }
  const auto first_source = static_cast<uint32_t>(out.sources.size.size());
  Resources found;
  found.failures = std::move(out.failures);
  for (const GameFile& file : input.resources) {
    const auto source = static_cast<uint32_t>(out.sources.size.size());
    add_source(out.sources, file);
    if (file.bytes->size() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset, file.name + ": larger than 4 GiB"};
    }
    scan_resource_file(file, source, index, input.resources.size() == 1, found);
  }
  resolve_ids(input, first_source, index, found, out.game);
  name_rooms(index, found.rooms);
  found.hints.style = input.resources[0].style;
  found.hints.room_files = input.resources[0].has_room_files;
  const bool may_lack_palettes = found.hints.style != BlockStyle::tag_first;
  if (may_lack_palettes && found.palettes.room.empty()) add_ega_palettes(found);

  out.failures = std::move(found.failures);
  add_problems(input.problems, out);
  const std::string& first_name = input.resources[0].name;
  if (found.costumes.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 first_name + ": no costume found" + first_failure(out.failures)};
  }
  const VersionHints hints = all_hints(input, first_source, found);
  set_version(detect_version(version, index, hints), out.game);
  cut_costumes(found);
  add_blocks(found, out);
  out.rooms = std::move(found.rooms);
  out.room_blocks = std::move(found.room_blocks);
  out.palettes = std::move(found.palettes);
  read_data(input, first_source, out, progress);
  if (progress != nullptr && progress->cancelled()) return progress->status().error();
  return out;
}

}  // namespace wardrobe
