#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/export/frame_plan.h"
#include "tools/export/sheet.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {

/// The parts of export_costume.

/// The files of a costume, in the order of its index.
class CostumeFiles {
 public:
  struct File {
    std::string name;
    uint64_t hash = 0;
  };

  explicit CostumeFiles(const GiveFile& give) : give_(give) {}

  const std::vector<File>& list() const { return list_; }

  /// Gives a file.
  Status add(std::string name, Bytes bytes) {
    const size_t number = add_name(std::move(name));
    return give({&number, 1}, bytes);
  }

  /// Adds a file that is given later, and returns its number.
  size_t add_name(std::string name) {
    list_.push_back({std::move(name)});
    return list_.size() - 1;
  }

  /// Gives files with the same bytes.
  Status give(std::span<const size_t> numbers, Bytes bytes);

 private:
  const GiveFile& give_;
  std::vector<File> list_;
};

inline Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

struct FrameExport {
  ExportWorker& worker;
  CostumeFormat format;
  const FramePlan& plan;  ///< of at least one frame
  const Look& look;
  const std::string& name;
  const ExportOptions& options;

  const TablesView& tables() const { return worker.pictures.archive().tables(); }

  /// Draws the frames as large as in the game: the options' scale is an argument of its draw().
  Result<TickPainter> painter() const {
    return TickPainter::create(worker.pictures, plan.frames,
                               bounds_of(plan.frames, tables().pictures), look);
  }
};

/// Adds a PNG with all frames, a JSON file with their places, and what `more` adds.
Status add_sheet(const FrameExport& job, CostumeFiles& files, std::string& note,
                 const std::function<Status(const Sheet& sheet)>& more = {});

/// Adds a resource for Godot that uses a sheet.
Status add_godot(const FrameExport& job, const Sheet& sheet, CostumeFiles& files);

/// Adds each timeline as a GIF, an APNG, or one PNG per tick.
Status add_timelines(const FrameExport& job, CostumeFiles& files);

/// The PNG of a stored picture, a row of Pictures, as add_pictures() adds it. `look` has shadows as
/// stored. The bytes are valid until the worker writes another one.
Result<Bytes> picture_png(ExportWorker& worker, uint32_t picture, const Look& look);

/// Adds a PNG of each stored picture, or of those that the options' chores show, with a square of
/// the options' scale for each pixel, and the picture's row of the manifest. The PNG is indexed; if
/// the options have distinct pictures, it is in true colour, and only in their first costume.
Status add_pictures(ExportWorker& worker, uint32_t costume, const Look& look,
                    const std::string& name, const ExportOptions& options, CostumeFiles& files,
                    CostumeExport& out);

/// Adds a palette of GIMP (.gpl) with a line for each value that the costume's pixels can have.
Status add_gpl(const Look& look, const std::string& name, CostumeFiles& files);

/// The colours of a costume's files, for the manifest or index: `apply` compares them with the
/// colours in an edited file to notice that an editor has sorted them.
Row palette_row(uint32_t costume, const Look& look, uint32_t colors);

/// Gives the manifest of a mod of the game in `original`.
Status give_mod_manifest(const TablesView& original, std::span<const CostumeExport> costumes,
                         const GiveFile& give);

/// Appends a row as JSON.
void add_line(const Row& row, std::string& lines, std::string_view between = ",\n");

/// The row of a costume in the index. add_plan adds frames and timelines.
Row index_row(const TablesView& tables, uint32_t costume, const std::string& wearer,
              const std::string& name, const CostumeFiles& files);
void add_plan(const FramePlan& plan, unsigned tick_ms, Row& index);

}  // namespace wardrobe
