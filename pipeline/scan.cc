#include "pipeline/scan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "formats/cost/layout.h"
#include "formats/scumm/detect.h"
#include "formats/scumm/index.h"
#include "pipeline/parallel.h"
#include "pipeline/resource_scan.h"

namespace wardrobe {
namespace {

void add_source(Sources& sources, const GameFile& file) {
  append_text(sources.name_offset, sources.name, file.name);
  sources.size.push_back(file.bytes->size());
  sources.xor_key.push_back(file.xor_key);
}

/// Files that cannot be used become sources, so that their failures have a file.
void add_problems(const std::vector<InputProblem>& problems, Scanned& out) {
  for (const InputProblem& problem : problems) {
    FailurePlace place;
    place.source = static_cast<uint32_t>(out.sources.size.size());
    place.offset = problem.error.offset;
    append_text(out.sources.name_offset, out.sources.name, problem.name);
    out.sources.size.push_back(problem.size);
    out.sources.xor_key.push_back(0);
    add_failure(out.failures, place, problem.error.message);
  }
}

Result<GameIndex> load_index(const GameFile& file, Failures& failures) {
  std::vector<uint8_t> bytes(file.bytes->size());
  if (Status read = read_plain(file, 0, bytes); !read) return read.error();
  std::vector<Error> problems;
  GameIndex index = read_index(bytes, problems);
  for (const Error& problem : problems) {
    FailurePlace place;
    place.source = 0;
    place.offset = problem.offset;
    add_failure(failures, place, problem.message);
  }
  return index;
}

/// Leads the ids of the index to the costumes that were found.
class IdResolver {
 public:
  IdResolver(const GameInput& input, uint32_t first_source, const GameIndex& index,
             Resources& found)
      : input_(input), first_source_(first_source), index_(index), found_(found) {
    for (const RoomPlace& place : found.places) add_place(place);
  }

  void resolve(Game& game) {
    const Directory& directory = index_.costumes;
    for (size_t id = 1; id < directory.room.size(); ++id) {
      ++game.index_entries[0];
      const uint8_t room = directory.room[id];
      const RoomPlace* place = place_[room];
      if (room == 0) {
        ++game.index_unused[0];
      } else if (place == nullptr) {
        ++game.index_no_room[0];
      } else if (FoundCostume* costume =
                     find_costume(*place, uint64_t{place->offset} + directory.offset[id])) {
        costume->ids.push_back(static_cast<uint16_t>(id));
      } else {
        ++game.index_no_costume[0];
      }
    }
  }

 private:
  /// Of several files that have the room, the one on the disk that the index names, or the first.
  void add_place(const RoomPlace& place) {
    if (place.number >= place_.size()) return;
    const RoomPlace*& known = place_[place.number];
    const unsigned disk = index_.disk_of(place.number);
    const auto on_disk = [&](const RoomPlace& p) { return file_of(p).disk == disk; };
    if (known == nullptr || (!on_disk(*known) && on_disk(place))) known = &place;
  }

  const GameFile& file_of(const RoomPlace& place) const {
    return input_.resources[place.source - first_source_];
  }

  /// The costume at `offset`; where only the index knows of it, it is added. Where it lies inside
  /// another one, that one's size is wrong, and ends there.
  FoundCostume* find_costume(const RoomPlace& place, uint64_t offset) {
    auto& costumes = found_.costumes;
    const std::pair key{place.source, offset};
    const auto next = costumes.lower_bound(key);
    if (next != costumes.end() && next->first == key) return &next->second;
    const GameFile& file = file_of(place);
    uint64_t end = file.bytes->size();
    if (next != costumes.end() && next->first.first == place.source) end = next->first.second;
    FoundCostume* around = nullptr;
    if (next != costumes.begin() && std::prev(next)->first.first == place.source &&
        std::prev(next)->second.block.end > offset) {
      around = &std::prev(next)->second;
    }
    const auto block = BlockWalk(file).at(offset, end);
    const auto kind = block ? costume_kind(block->tag) : std::nullopt;
    if (!kind) return nullptr;
    if (around != nullptr) around->block.end = std::max(offset, around->block.payload());
    const auto room = std::ranges::find(found_.rooms.number, place.number);
    const bool has_room = room != found_.rooms.number.end();
    const auto row = static_cast<uint32_t>(room - found_.rooms.number.begin());
    FoundCostume& added = costumes[key];
    added = {*block, *kind, has_room ? row : kNone, {}};
    return &added;
  }

  const GameInput& input_;
  uint32_t first_source_;
  const GameIndex& index_;
  Resources& found_;
  std::array<const RoomPlace*, 256> place_{};  ///< by room
};

/// What the costumes tell, besides what rooms have told.
VersionHints all_hints(const GameInput& input, uint32_t first_source, const Resources& found) {
  VersionHints hints = found.hints;
  bool cost = false;
  for (const auto& [key, costume] : found.costumes) {
    if (costume.kind == Kind::akos) hints.akos = true;
    constexpr uint64_t kAhead = 4;
    std::array<uint8_t, 2> bytes{};
    const uint64_t at = costume.block.payload() + kAhead;
    if (cost || costume.kind != Kind::cost || at + bytes.size() > costume.block.end) continue;
    if (!read_plain(input.resources[key.first - first_source], at, bytes)) continue;
    cost = true;
    hints.signature = ByteReader(bytes).u16() == kCostSignature;
  }
  return hints;
}

void tell_version(const DetectedVersion& version, Game& game) {
  game.version[0] = static_cast<uint8_t>(version.version);
  game.evidence.assign(version.evidence.begin(), version.evidence.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

void add_blocks(const Resources& found, Scanned& out) {
  CostumeBlocks& blocks = out.blocks;
  for (const auto& [key, costume] : found.costumes) {
    const uint16_t id = costume.ids.empty() ? uint16_t{0} : costume.ids[0];
    if (costume.block.damaged()) {
      FailurePlace place;
      place.id = id;
      place.room = costume.room == kNone ? uint16_t{0} : found.rooms.number[costume.room];
      place.source = key.first;
      place.offset = key.second;
      add_failure(out.failures, place,
                  tag_name(costume.kind == Kind::cost ? tag("COST") : tag("AKOS")) +
                      " says it has " + std::to_string(costume.block.stated_size) + " bytes; the " +
                      std::to_string(costume.block.end - costume.block.offset) +
                      " that are there are read");
    }
    blocks.kind.push_back(static_cast<uint8_t>(costume.kind));
    blocks.id.push_back(id);
    for (size_t i = 1; i < costume.ids.size(); ++i) blocks.alias.push_back(costume.ids[i]);
    blocks.alias_offset.push_back(static_cast<uint32_t>(blocks.alias.size()));
    blocks.room.push_back(costume.room);
    blocks.source.push_back(key.first);
    blocks.offset.push_back(static_cast<uint32_t>(key.second));
    blocks.size.push_back(static_cast<uint32_t>(costume.block.end - key.second));
    blocks.data_offset.push_back(blocks.data_offset.back() + costume.block.end -
                                 costume.block.payload());
  }
}

/// Reads all payloads; what cannot be read is told and left as zeros.
void read_data(const GameInput& input, uint32_t first_source, Scanned& out) {
  const CostumeBlocks& blocks = out.blocks;
  out.data.resize(blocks.data_offset.back());
  std::vector<Status> status(blocks.count(), ok());
  parallel_for(blocks.count(), [&](size_t i, size_t) {
    const auto begin = blocks.data_offset[i];
    status[i] = read_plain(input.resources[blocks.source[i] - first_source],
                           uint64_t{blocks.offset[i]} + kBlockHeaderSize,
                           std::span(out.data).subspan(begin, blocks.data_offset[i + 1] - begin));
  });
  for (size_t i = 0; i < blocks.count(); ++i) {
    if (status[i]) continue;
    std::fill(out.data.begin() + static_cast<std::ptrdiff_t>(blocks.data_offset[i]),
              out.data.begin() + static_cast<std::ptrdiff_t>(blocks.data_offset[i + 1]),
              uint8_t{0});
    FailurePlace place;
    place.id = blocks.id[i];
    place.source = blocks.source[i];
    place.offset = status[i].error().offset;
    add_failure(out.failures, place, status[i].error().message);
  }
}

std::string first_failure(const Failures& failures) {
  if (failures.costume.empty()) return "";
  return "; " + std::string(text_at(failures.error_offset, failures.error, 0));
}

}  // namespace

Status scan(const GameInput& input, int version, Scanned& out) {
  std::vector<uint8_t> data = std::move(out.data);
  out = Scanned{};
  out.data = std::move(data);
  GameIndex index;
  if (input.index) {
    add_source(out.sources, *input.index);
    Result<GameIndex> loaded = load_index(*input.index, out.failures);
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
      return Error{ErrorCode::limit, kNoOffset,
                   file.name + ": larger than 4 GiB, which no game is"};
    }
    scan_resource_file(file, source, index, input.resources.size() == 1, found);
  }
  IdResolver(input, first_source, index, found).resolve(out.game);

  out.failures = std::move(found.failures);
  add_problems(input.problems, out);
  const std::string& first_name = input.resources[0].name;
  if (found.costumes.empty()) {
    return Error{ErrorCode::not_found, kNoOffset,
                 first_name + ": no costume found" + first_failure(out.failures)};
  }
  const VersionHints hints = all_hints(input, first_source, found);
  tell_version(detect_version(version, index, hints), out.game);
  add_blocks(found, out);
  out.rooms = std::move(found.rooms);
  out.palettes = std::move(found.palettes);
  read_data(input, first_source, out);
  return ok();
}

}  // namespace wardrobe
