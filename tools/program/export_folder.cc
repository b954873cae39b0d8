#include "tools/program/export_folder.h"

#include <atomic>
#include <mutex>
#include <optional>

#include <fmt/core.h>

#include "pipeline/parallel.h"
#include "tools/export/export_index.h"
#include "tools/export/names.h"
#include "tools/program/output.h"

namespace wardrobe {
namespace {

/// Exports costumes one by one, from any thread.
class FolderExport {
 public:
  FolderExport(const OpenArchive& open, const ExportFormat& format, const ExportOptions& options,
               const OutputFolder& folder, size_t costumes, ProgressLine& progress)
      : open_(open),
        format_(format),
        options_(options),
        folder_(folder),
        progress_(progress),
        names_(costume_names(open.tables.costumes)),
        done_(costumes),
        failures_(costumes) {}

  /// Costume number `i` of the export, a row of Costumes.
  void add(size_t i, uint32_t costume) {
    if (stopped_) return;
    Result<CostumeExport> made = format_.costume(open_, costume, names_[costume], options_);
    if (!made) {
      failures_[i] = fmt::format("{}: {}", names_[costume], text_of(made.error()));
    } else {
      if (Status written = write(made->files); !written) return stop(written.error());
      done_[i] = *std::move(made);
    }
    progress_.show(fmt::format("costume {} of {}", ++count_, done_.size()));
  }

  /// Writes the index.
  Result<FolderSummary> finish() {
    if (error_) return *error_;
    FolderSummary summary;
    std::vector<CostumeExport> made;
    for (size_t i = 0; i < done_.size(); ++i) {
      if (!failures_[i].empty()) {
        summary.failures.push_back(failures_[i]);
        continue;
      }
      if (!done_[i].note.empty()) {
        summary.notes.push_back(
            fmt::format("{}: {}", done_[i].index["name"].get<std::string>(), done_[i].note));
      }
      made.push_back(std::move(done_[i]));
    }
    std::vector<ExportFile> indexes = index_files(open_.tables, format_.name, made);
    if (Status written = write(indexes); !written) return written.error();
    summary.files = files_;
    summary.bytes = bytes_;
    return summary;
  }

 private:
  /// Writes files and forgets their bytes.
  Status write(std::vector<ExportFile>& files) {
    for (ExportFile& file : files) {
      if (Status written = folder_.write(file.name, file.bytes); !written) return written;
      bytes_ += file.bytes.size();
      file.bytes = {};
    }
    files_ += files.size();
    return ok();
  }

  void stop(const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = error;
    stopped_ = true;
  }

  const OpenArchive& open_;
  const ExportFormat& format_;
  const ExportOptions& options_;
  const OutputFolder& folder_;
  ProgressLine& progress_;
  std::vector<std::string> names_;
  std::vector<CostumeExport> done_;
  std::vector<std::string> failures_;
  std::atomic<size_t> count_ = 0;
  std::atomic<size_t> files_ = 0;
  std::atomic<uint64_t> bytes_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace

Result<FolderSummary> export_folder(const OpenArchive& open, const std::vector<uint32_t>& costumes,
                                    const ExportFormat& format, const ExportOptions& options,
                                    const std::filesystem::path& path, bool force,
                                    ProgressLine& progress) {
  Result<OutputFolder> folder = OutputFolder::create(path, force, {});
  if (!folder) return folder.error();
  FolderExport work(open, format, options, *folder, costumes.size(), progress);
  run_with_threads(0, [&] {
    parallel_for(costumes.size(), [&](size_t i, size_t) { work.add(i, costumes[i]); });
  });
  Result<FolderSummary> summary = work.finish();
  if (!summary) return summary;
  if (Status finished = folder->finish(); !finished) return finished.error();
  return summary;
}

}  // namespace wardrobe
