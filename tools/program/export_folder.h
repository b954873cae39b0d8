#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/program/export_formats.h"
#include "tools/program/progress_line.h"
#include "tools/render/open_archive.h"

namespace wardrobe {

struct FolderSummary {
  size_t files = 0;
  uint64_t bytes = 0;
  std::vector<std::string> notes;     ///< a line each: what the user might want to know
  std::vector<std::string> failures;  ///< … and why a costume is not there
};

/// Exports `costumes`, rows of Costumes, into a folder: in parallel, one costume in memory for each
/// thread.
Result<FolderSummary> export_folder(const OpenArchive& open, const std::vector<uint32_t>& costumes,
                                    const ExportFormat& format, const ExportOptions& options,
                                    const std::filesystem::path& path, bool force,
                                    ProgressLine& progress);

}  // namespace wardrobe
