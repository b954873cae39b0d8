#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"

namespace wardrobe {

/// The file of an exported folder that says what else is in it.
inline constexpr std::string_view kIndexName = "index.json";

/// What the index says about a costume and its files.
Row costume_index(const Tables& tables, uint32_t costume, const std::string& name,
                  const std::vector<ExportFile>& files);

/// … and about its frames and timelines.
void add_plan(const FramePlan& plan, const Tables& tables, unsigned tick_ms, Row& index);

/// The index, and where costumes have pictures the manifest. `costumes` are those in the folder.
std::vector<ExportFile> index_files(const Tables& tables, std::string_view format,
                                    const std::vector<CostumeExport>& costumes);

}  // namespace wardrobe
