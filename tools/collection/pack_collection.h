#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/pipeline.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// The name of the report in the folder of a collection's archives.
inline constexpr const char* kReportName = "report.jsonl";

/// What became of a game. The values are the words of the report.
namespace game_status {
inline constexpr const char* kPacked = "packed";
inline constexpr const char* kPartial = "partial";  ///< packed, but parts were unreadable
inline constexpr const char* kNoGame = "no game";   ///< what was named is there, but is no game
inline constexpr const char* kFailed = "failed";
}  // namespace game_status

/// Writes an archive; `replace`: over another one. `inputs` are the files that it was made from.
using SaveArchive =
    std::function<Status(const std::filesystem::path& archive, Bytes file, bool replace,
                         const std::vector<std::filesystem::path>& inputs)>;

struct CollectionOptions {
  PackOptions pack;              ///< without progress
  std::filesystem::path folder;  ///< of the archives; must exist
  bool force = false;            ///< pack games again that have an archive
  std::vector<Row> earlier;      ///< the rows of the report in the folder
  SaveArchive save;
  std::function<void(size_t done, size_t games)> progress;
};

/// Packs every game at and below `inputs` into an archive of its own, several at a time, each on
/// one thread. Games whose files have more than 64 MiB follow, one at a time on all threads; this
/// bounds the memory (LIMITS.md). The archive of a game that was packed before is kept if it is
/// whole, and from files with the same hashes and with the same options; with other options, or if
/// it is damaged, it is replaced. A game that fails stops no other.
///
/// Returns the rows of the report (tools/list/README.md "A collection"), in order of the inputs.
/// Names of archives depend on `inputs` and what is there, but on nothing else.
std::vector<Row> pack_collection(const std::vector<std::filesystem::path>& inputs,
                                 const CollectionOptions& options);

/// Returns the rows of a new report: those of `earlier`, a report, about other games and archives
/// than those of `now`, then `now`. Sets same_as of all.
std::vector<Row> joined_report(const std::vector<Row>& earlier, const std::vector<Row>& now);

}  // namespace wardrobe
