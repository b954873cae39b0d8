#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "pipeline/scan.h"
#include "tests/pipeline/test_game.h"
#include "tools/sample/write_index.h"

namespace wardrobe {

/// All results of scan().
struct ScannedGame : Scanned, Tables {};

inline Result<ScannedGame> try_to_scan(const GameInput& input, std::optional<Version> told = {}) {
  ScannedGame game;
  Progress progress;
  Result<Scanned> scanned = scan(input, told, game, progress);
  if (!scanned) return scanned.error();
  static_cast<Scanned&>(game) = *std::move(scanned);
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
