#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "formats/scumm.h"
#include "formats/version.h"
#include "tools/program/command.h"
#include "tools/program/output.h"
#include "tools/program/print.h"
#include "tools/sample/sample.h"
#include "tools/sample/write_game.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSampleHelp = R"(Writes a small free game in ten forms, to try things on

Usage: wardrobe sample -o FOLDER [OPTIONS]

  -o, --output FOLDER   Output folder, new or empty; gets the folders v1, v2,
                        v3-16, v3, v4, v5, v6, v7, v8 and he
{quiet}

Example:
  wardrobe sample -o sample)";

struct SampleOptions {
  fs::path folder;
  bool quiet = false;
};

/// A form of the game: the folder and the names of its files.
struct Form {
  Version version;
  const char* folder;
  const char* index;
  const char* resources;  ///< with a placeholder for the number of the disk or room
  uint8_t xor_key;        ///< as for write_game
};

constexpr std::array kForms = {Form{Version::v1, "v1", "00.LFL", "{:02}.LFL", 0xFF},
                               Form{Version::v2, "v2", "00.LFL", "{:02}.LFL", 0xFF},
                               Form{Version::v3_16, "v3-16", "00.LFL", "{:02}.LFL", 0xFF},
                               Form{Version::v3, "v3", "00.LFL", "{:02}.LFL", 0},
                               Form{Version::v4, "v4", "000.LFL", "DISK{:02}.LEC", kXorKey},
                               Form{Version::v5, "v5", "SAMPLE.000", "SAMPLE.{:03}", kXorKey},
                               Form{Version::v6, "v6", "SAMPLE.000", "SAMPLE.{:03}", kXorKey},
                               Form{Version::v7, "v7", "SAMPLE.LA0", "SAMPLE.LA{}", 0},
                               Form{Version::v8, "v8", "SAMPLE.LA0", "SAMPLE.LA{}", 0},
                               Form{Version::he71, "he", "SAMPLE.HE0", "SAMPLE.HE{}", kXorKey}};

/// Writes the game in one form. Adds a line for each file to `summary`.
Status write_form(const Form& form, const SampleOptions& options, const OutputFolder& folder,
                  std::string& summary) {
  const GameFiles files = write_game(sample_rooms(form.version), form.version, form.xor_key);
  const auto write = [&](const std::string& file, Bytes bytes) {
    const std::string name = std::string(form.folder) + '/' + file;
    summary += fmt::format("{}, {}\n", printable((options.folder / path_from(name)).string()),
                           size_text(bytes.size()));
    return folder.write(name, bytes);
  };
  TRY(write(form.index, files.index));
  for (size_t i = 0; i < files.disks.size(); ++i) {
    const std::string name = fmt::format(fmt::runtime(form.resources), files.numbers[i]);
    TRY(write(name, files.disks[i]));
  }
  return ok();
}

int sample(const SampleOptions& options) {
  Result<OutputFolder> folder = OutputFolder::create(options.folder, {}, {});
  if (!folder) return fail(folder.error());
  std::string summary;
  for (const Form& form : kForms) {
    const Status written = write_form(form, options, *folder, summary);
    if (!written) return fail(written.error());
  }
  if (Status finished = folder->finish(); !finished) return fail(finished.error());
  if (!options.quiet) fmt::print("{}", summary);
  return kFine;
}

}  // namespace

void add_sample_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SampleOptions>();
  const Options command(app, "sample", kSampleHelp);
  command.add("--output", options->folder)->required();
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = sample(*options); });
}

}  // namespace wardrobe
