#pragma once

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/scumm/index.h"
#include "pipeline/scan.h"
#include "tests/pipeline/test_game.h"
#include "tools/sample/write_index.h"

namespace wardrobe {

/// Calls scan(), which must not fail.
inline Scanned scan_game(const TestGame& game, bool with_index = true,
                         std::optional<Version> told = {}) {
  Result<Scanned> scanned = scan(game.input(with_index), told);
  EXPECT_TRUE(scanned) << scanned.error().message;
  return *std::move(scanned);
}

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
