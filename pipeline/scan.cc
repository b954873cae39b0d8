#include "pipeline/scan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/cost/layout.h"
#include "formats/hash.h"
#include "formats/limits.h"
#include "formats/scumm/detect.h"
#include "formats/scumm/index.h"
#include "formats/scumm/nameless_index.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/resolve_ids.h"
#include "pipeline/resource_scan.h"

namespace wardrobe {
namespace {

void add_source(const GameFile& file, Tables& tables) {
  Sources& sources = tables.sources;
  if (file.doubt) {
    const auto source = static_cast<uint32_t>(sources.size.size());
    add_failure(tables.failures, {.source = source, .kind = kind_of(file.doubt->code)},
                file.doubt->message);
  }
  append_text(sources.name_offset, sources.name, file.name);
  sources.size.push_back(file.bytes->size());
  sources.xor_key.push_back(file.xor_key);
  sources.xxh64.push_back(0);
}

/// Adds unusable files as sources, so that their failures have a file.
void add_problems(const std::vector<InputProblem>& problems, Tables& tables) {
  for (const InputProblem& problem : problems) {
    const auto source = static_cast<uint32_t>(tables.sources.size.size());
    append_text(tables.sources.name_offset, tables.sources.name, problem.name);
    tables.sources.size.push_back(problem.size);
    tables.sources.xor_key.push_back(0);
    tables.sources.xxh64.push_back(0);
    add_failure(tables.failures, {.source = source, .offset = problem.error.offset},
                problem.error.message);
  }
}

/// Reads and hashes the index of the game; `version` is the one that the user gave.
Result<GameIndex> load_index(const GameInput& input, std::optional<Version> version, uint64_t& hash,
                             Failures& failures) {
  const GameFile& file = *input.index;
  std::vector<uint8_t> bytes(file.bytes->size());
  TRY(file.bytes->read(0, bytes));
  hash = xxh64(bytes);
  toggle_xor(file.xor_key, bytes);
  std::vector<Error> problems;
  GameIndex index = file.style == BlockStyle::nameless
                        ? read_nameless_index(bytes, version, input.resources.back().disk, problems)
                        : read_index(bytes, problems, file.style);
  for (const Error& problem : problems) {
    add_failure(failures, {.source = 0, .offset = problem.offset}, problem.message);
  }
  if (problems.empty() && index.costumes.room.empty()) {
    add_failure(failures, {.source = 0},
                "the index has no directory of costumes, so costumes have no ids");
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
VersionHints all_hints(const Resources& found) {
  VersionHints hints = found.hints;
  bool checked_cost = false;
  for (const auto& [key, costume] : found.costumes) {
    if (costume.kind == Kind::akos) hints.akos = true;
    constexpr size_t kSignatureAt = 4;
    ByteReader reader(costume.block.payload, kSignatureAt);
    const bool signature = reader.u16() == kCostSignature;
    if (checked_cost || costume.kind != Kind::cost || !reader.ok()) continue;
    checked_cost = true;
    hints.signature = signature;
  }
  return hints;
}

void set_version(const DetectedVersion& version, Game& game) {
  game.version[0] = version.version;
  game.evidence.assign(version.evidence.begin(), version.evidence.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

/// Cuts costumes above the size limit. A cut costume counts as damaged.
void cut_costumes(Resources& found) {
  uint64_t left = kMaxCostumesSize;
  for (auto& [key, costume] : found.costumes) {
    Block& block = costume.block;
    const uint64_t size = std::min({block.end - block.payload_at(), kMaxCostumeSize, left});
    block.end = block.payload_at() + size;
    left -= size;
  }
}

void add_blocks(const Resources& found, Scanned& out, Tables& tables) {
  CostumeBlocks& blocks = out.blocks;
  for (const auto& [key, costume] : found.costumes) {
    const uint16_t id = costume.ids.empty() ? uint16_t{0} : costume.ids[0];
    if (costume.block.damaged()) {
      add_failure(tables.failures,
                  {.id = id,
                   .room = number_of_room(tables.rooms, costume.room),
                   .source = key.first,
                   .offset = key.second},
                  costume.block.damage());
    }
    blocks.kind.push_back(costume.kind);
    blocks.id.push_back(id);
    for (size_t i = 1; i < costume.ids.size(); ++i) blocks.alias.push_back(costume.ids[i]);
    blocks.alias_offset.push_back(static_cast<uint32_t>(blocks.alias.size()));
    blocks.room.push_back(costume.room);
    blocks.source.push_back(key.first);
    blocks.offset.push_back(static_cast<uint32_t>(key.second));
    blocks.payload.push_back(static_cast<uint32_t>(costume.block.payload_at()));
    blocks.size.push_back(static_cast<uint32_t>(costume.block.end - key.second));
    blocks.data_offset.push_back(blocks.data_offset.back() + costume.block.end -
                                 costume.block.payload_at());
  }
}

/// The payload of a block that is kept in memory.
struct Kept {
  Block* block;
  std::span<uint8_t> to;
  std::optional<Error>* trouble;  ///< takes the first read error
  bool lost = false;

  uint64_t begin() const { return block->payload_at(); }
  uint64_t end() const { return begin() + to.size(); }
};

/// Reads a file once, from start to end, and returns its XXH64. Fills the payloads in `kept`, which
/// are sorted by their places, XOR removed. Where the file cannot be read, they are tried one by
/// one.
Result<uint64_t> read_once(const GameFile& file, std::span<Kept> kept) {
  constexpr uint64_t kPiece = 128 << 10;  // stays in the cache
  std::vector<uint8_t> piece;
  uint64_t at = 0;
  Status status = ok();
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    at += piece.size();
    while (!kept.empty() && kept[0].end() <= at) kept = kept.subspan(1);
    const uint64_t size = file.bytes->size();
    // Without a hash, only the payloads matter.
    if (!status) at = kept.empty() ? size : std::max(at, kept[0].begin());
    piece.resize(std::min(kPiece, size - at));
    const uint64_t piece_end = at + piece.size();
    const Status read = file.bytes->read(at, piece);
    if (!read && status) status = read;
    for (Kept& part : kept) {
      if (part.begin() >= piece_end) break;
      const uint64_t begin = std::max(at, part.begin());
      const uint64_t end = std::min(piece_end, part.end());
      if (begin >= end) continue;
      const auto to = part.to.subspan(begin - part.begin(), end - begin);
      if (read) std::ranges::copy(std::span(piece).subspan(begin - at, to.size()), to.begin());
      const Status again = read ? ok() : file.bytes->read(begin, to);
      if (!again && !*part.trouble) *part.trouble = again.error();
      if (!again) part.lost = true;
      toggle_xor(file.xor_key, to);
    }
    return piece;
  });
  if (!status) return status.error();
  return hash;
}

/// Reads all resource files, unless cancelled: their hashes, and the payloads of the blocks that
/// were found. An unreadable costume becomes zeros, with a failure.
void read_files(const GameInput& input, uint32_t first_source, Resources& found, Scanned& out,
                Tables& tables, Progress& progress) {
  const size_t count = input.resources.size();
  std::vector<std::vector<Kept>> kept(count);
  out.data = HugeBuffer(out.blocks.data_offset.back());
  size_t row = 0;
  for (auto& [key, costume] : found.costumes) {
    const uint64_t begin = out.blocks.data_offset[row++];
    const auto to = std::span(out.data).subspan(begin, out.blocks.data_offset[row] - begin);
    kept[key.first - first_source].push_back({&costume.block, to, &costume.trouble});
  }
  for (size_t room = 0; room < found.room_blocks.size(); ++room) {
    RoomBlocks& blocks = found.room_blocks[room];
    for (auto* block :
         {&blocks.header, &blocks.transparent, &blocks.boxes, &blocks.scales, &blocks.image}) {
      if (!*block) continue;
      const uint64_t size = std::min(kMaxRoomBlock, (*block)->end - (*block)->payload_at());
      std::vector<uint8_t>& to = out.room_bytes.emplace_back(size);
      kept[tables.rooms.source[room] - first_source].push_back({&**block, to, &blocks.trouble});
    }
  }
  std::vector<Status> status(count, ok());
  parallel_for(count, progress, [&](size_t i, size_t) {
    std::ranges::sort(kept[i], {}, &Kept::begin);
    const Result<uint64_t> hash = read_once(input.resources[i], kept[i]);
    if (hash) tables.sources.xxh64[first_source + i] = *hash;
    if (!hash) status[i] = hash.error();
  });
  for (const std::vector<Kept>& parts : kept) {
    for (const Kept& part : parts) {
      if (part.lost) {
        std::ranges::fill(part.to, uint8_t{0});
      } else {
        part.block->payload = part.to;
      }
    }
  }
  row = 0;
  for (const auto& [key, costume] : found.costumes) {
    if (costume.trouble) {
      add_failure(tables.failures,
                  {.id = out.blocks.id[row],
                   .room = number_of_room(tables.rooms, costume.room),
                   .source = key.first,
                   .offset = costume.trouble->offset},
                  costume.trouble->message);
    }
    ++row;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (status[i]) continue;
    add_failure(out.unhashed, {.source = first_source + i}, status[i].error().message);
  }
}

std::string first_failure(const Failures& failures) {
  if (failures.costume.empty()) return "";
  return "; " + std::string(text_at(failures.error_offset, failures.error, 0));
}

}  // namespace

Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Tables& tables,
                     Progress& progress) {
  GameIndex index;
  if (input.index) {
    add_source(*input.index, tables);
    Result<GameIndex> loaded = load_index(input, version, tables.sources.xxh64[0], tables.failures);
    if (!loaded) {
      return Error{ErrorCode::io, loaded.error().offset,
                   input.index->name + ": " + loaded.error().message};
    }
    index = *std::move(loaded);
  }
  const auto first_source = static_cast<uint32_t>(tables.sources.size.size());
  if (input.lacks_index && !input.index && input.rivals.empty()) {
    add_failure(tables.failures, {.source = first_source, .kind = FailureKind::note},
                "there is no index file, so costumes have no ids");
  }
  Resources found;
  for (const GameFile& file : input.resources) {
    const auto source = static_cast<uint32_t>(tables.sources.size.size());
    add_source(file, tables);
    if (file.bytes->size() > std::numeric_limits<uint32_t>::max()) {
      return Error{ErrorCode::limit, kNoOffset, file.name + ": larger than 4 GiB"};
    }
    scan_resource_file(file, source, index, input.resources.size() == 1, found, tables);
  }
  resolve_ids(input, first_source, index, found, tables);
  name_rooms(index, tables.rooms);
  found.hints.style = input.resources[0].style;
  found.hints.room_files = input.resources[0].has_room_files;
  const bool may_lack_palettes = found.hints.style != BlockStyle::tag_first;
  if (may_lack_palettes && tables.palettes.room.empty()) add_ega_palettes(tables);
  add_problems(input.problems, tables);
  if (found.costumes.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 input.resources[0].name + ": no costume found" + first_failure(tables.failures)};
  }
  cut_costumes(found);
  Scanned out;
  add_blocks(found, out, tables);
  read_files(input, first_source, found, out, tables, progress);
  if (progress.cancelled()) return Error{ErrorCode::cancelled, kNoOffset, "cancelled"};
  set_version(detect_version(version, index, all_hints(found)), tables.game);
  if (!facts(tables.game.version[0]).maps_actor_colors()) {
    tables.rooms.actor_color.clear();
    for (uint32_t& offset : tables.rooms.actor_color_offset) offset = 0;
  }
  out.room_blocks = std::move(found.room_blocks);
  return out;
}

}  // namespace wardrobe
