#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/lock.h"
#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/program/export_formats.h"
#include "tools/program/progress_line.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Exports costumes, one by one, and their index.
class CostumesExport {
 public:
  /// `format` is one with files for each costume, `costumes` are rows of Costumes, and `names` are
  /// those of all costumes. What is passed by reference must outlive the object.
  CostumesExport(const OpenArchive& open, const ExportFormat& format, const ExportOptions& options,
                 std::vector<uint32_t> costumes, std::vector<std::string> names, GiveFile give);

  /// Exports them. One thread does it in their order; with more, or 0 for all that the machine has,
  /// `give` is called from several threads at once. Fails if a file cannot be written.
  Status run(size_t threads, bool quiet);

  bool complete() const { return complete_; }
  size_t files() const { return files_; }
  uint64_t bytes() const { return bytes_; }
  /// Remarks about costumes, and the reasons why some are missing. Each is one line.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  void add(size_t i, ExportWorker& worker, ProgressLine& progress);
  Status give(const std::string& name, Bytes bytes);
  /// The first error stands.
  void stop(const Error& error);
  /// Writes the index.
  Status finish();

  const OpenArchive& open_;
  const ExportFormat& format_;
  const ExportOptions& options_;
  std::vector<uint32_t> costumes_;
  GiveFile give_;
  std::vector<std::string> names_;                          ///< of all costumes
  std::vector<std::optional<Result<CostumeExport>>> made_;  ///< by position in costumes_
  std::vector<std::string> remarks_;
  bool complete_ = false;
  std::atomic<size_t> done_ = 0;
  std::atomic<size_t> files_ = 0;
  std::atomic<uint64_t> bytes_ = 0;
  std::atomic<bool> stopped_ = false;
  Mutex mutex_;
  Status status_ = ok();  ///< the first error in writing
};

}  // namespace wardrobe
