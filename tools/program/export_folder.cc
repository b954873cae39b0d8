#include "tools/program/export_folder.h"

#include <mutex>
#include <optional>

#include <fmt/core.h>

#include "pipeline/parallel.h"
#include "tools/export/names.h"
#include "tools/program/output.h"

namespace wardrobe {
namespace {

/// Writes files and forgets their bytes.
Status write_files(const OutputFolder& folder, std::vector<ExportFile>& files, uint64_t& bytes) {
  for (ExportFile& file : files) {
    if (Status written = folder.write(file.name, file.bytes); !written) return written;
    bytes += file.bytes.size();
    file.bytes = {};
  }
  return ok();
}

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
        made_(costumes) {}

  /// Costume number `i` of the export, a row of Costumes.
  void add(size_t i, uint32_t costume) {
    {
      const std::scoped_lock lock(mutex_);
      if (!status_) return;
    }
    const std::string& name = names_[costume];
    Result<CostumeExport> made = export_costume(*format_.costume, open_, costume, name, options_);
    uint64_t bytes = 0;
    Status written = made ? write_files(folder_, made->files, bytes) : ok();
    const std::scoped_lock lock(mutex_);
    if (status_) status_ = written;
    if (!made) made = Error{made.error().code, kNoOffset, describe(name, made.error())};
    made_[i] = std::move(made);
    summary_.bytes += bytes;
    progress_.show(fmt::format("costume {} of {}", ++done_, made_.size()));
  }

  /// Writes the index.
  Result<FolderSummary> finish() {
    if (!status_) return status_.error();
    std::vector<CostumeExport> made;
    for (std::optional<Result<CostumeExport>>& result : made_) {
      if (!*result) {
        summary_.failures.push_back(result->error().message);
        continue;
      }
      CostumeExport& costume = made.emplace_back(**std::move(result));
      summary_.files += costume.files.size();
      if (costume.note.empty()) continue;
      summary_.notes.push_back(
          fmt::format("{}: {}", costume.index["name"].get<std::string>(), costume.note));
    }
    std::vector<ExportFile> indexes = index_files(open_.tables, format_.name, made);
    summary_.files += indexes.size();
    if (Status written = write_files(folder_, indexes, summary_.bytes); !written) {
      return written.error();
    }
    return std::move(summary_);
  }

 private:
  const OpenArchive& open_;
  const ExportFormat& format_;
  const ExportOptions& options_;
  const OutputFolder& folder_;
  ProgressLine& progress_;
  std::vector<std::string> names_;
  std::mutex mutex_;  ///< of all that follows
  std::vector<std::optional<Result<CostumeExport>>> made_;
  FolderSummary summary_;
  size_t done_ = 0;
  Status status_ = ok();  ///< the first error of writing
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
