#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "pipeline/scan.h"
#include "pipeline/write_rows.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/sample/write_index.h"

namespace wardrobe {

/// The costume blocks that were found, by column.
struct CostumeBlocks {
  Column<Kind> kind;
  Column<uint16_t> id;
  Offsets alias_offset;
  Column<uint16_t> alias;
  Column<uint32_t> room;
  Column<uint32_t> source;
  Column<uint64_t> offset;
  Column<uint64_t> payload;
  Column<uint64_t> size;

  size_t count() const { return kind.size(); }
};

/// All results of scan(), and the tables that they make without costumes.
struct ScannedGame : Tables {
  Scanned found;
  CostumeBlocks blocks;

  Bytes payload(size_t block) const { return found.payload(block); }
};

inline Result<ScannedGame> try_to_scan(const GameInput& input, std::optional<Version> told = {}) {
  ScannedGame game;
  Progress progress;
  ASSIGN_OR_RETURN(game.found, scan(input, told, game.failures, progress));
  write_rows(game.found, {}, {}, {}, game);
  CostumeBlocks& blocks = game.blocks;
  for (const FoundCostume& costume : game.found.costumes) {
    blocks.kind.push_back(costume.kind);
    blocks.id.push_back(costume.id());
    for (size_t i = 1; i < costume.ids.size(); ++i) blocks.alias.push_back(costume.ids[i]);
    blocks.alias_offset.push_back(static_cast<uint32_t>(blocks.alias.size()));
    blocks.room.push_back(costume.room);
    blocks.source.push_back(costume.source);
    blocks.offset.push_back(costume.block.offset);
    blocks.payload.push_back(costume.block.payload_at());
    blocks.size.push_back(costume.size());
  }
  return game;
}

/// Calls scan(), which must not fail.
inline ScannedGame scan_game(const TestGame& game, bool with_index = true,
                             std::optional<Version> told = {}) {
  Result<ScannedGame> scanned = try_to_scan(game.input(with_index), told);
  EXPECT_TRUE(scanned) << scanned.error().message;
  return *std::move(scanned);
}

/// A source whose bytes from `begin` to `end`, exclusive, cannot be read.
class BadSectors : public ByteSource {
 public:
  BadSectors(Bytes bytes, size_t begin, size_t end) : bytes_(bytes), begin_(begin), end_(end) {}

  uint64_t size() const override { return bytes_.size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset < end_ && offset + out.size() > begin_) {
      return Error{ErrorCode::io, offset, "bad sector"};
    }
    std::ranges::copy(bytes_.subspan(offset, out.size()), out.begin());
    return ok();
  }

 private:
  Bytes bytes_;
  size_t begin_;
  size_t end_;
};

/// Returns the game with its index changed by `change`.
template <class Change>
TestGame with_index(TestGame game, Version version, const Change& change) {
  std::vector<Error> problems;
  GameIndex index = read_index(game.files.index, problems);
  change(index);
  game.files.index = write_index(index, version);
  return game;
}

inline std::vector<std::string> errors_of(const Failures& failures) {
  std::vector<std::string> errors;
  for (size_t i = 0; i < failures.costume.size(); ++i) {
    errors.emplace_back(text_at(failures.error_offset, failures.error, i));
  }
  return errors;
}

/// A failure: id, room, source, offset and message.
using Report = std::tuple<unsigned, unsigned, uint32_t, uint64_t, std::string>;

inline std::vector<Report> reports_of(const Failures& failures) {
  const std::vector<std::string> errors = errors_of(failures);
  std::vector<Report> reports;
  for (size_t i = 0; i < errors.size(); ++i) {
    reports.emplace_back(failures.id[i], failures.room[i], failures.source[i], failures.offset[i],
                         errors[i]);
  }
  return reports;
}

}  // namespace wardrobe
