#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/scumm/block.h"
#include "formats/scumm/version.h"
#include "formats/scumm/write_game.h"
#include "tools/program/command.h"
#include "tools/program/output_file.h"
#include "tools/program/print.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

struct SampleOptions {
  std::string folder;
  unsigned scale = 1;
  bool force = false;
};

/// A form of the game: its folder and what its files are called.
struct Form {
  int version;
  const char* folder;
  const char* index;
  const char* resources;
  uint8_t xor_key;  ///< as for write_game
};

constexpr std::array kForms = {Form{kScumm4, "v4", "000.LFL", "DISK01.LEC", kXorKey},
                               Form{kScumm5, "v5", "SAMPLE.000", "SAMPLE.001", kXorKey},
                               Form{kScumm6, "v6", "SAMPLE.000", "SAMPLE.001", kXorKey},
                               Form{kScumm7, "v7", "SAMPLE.LA0", "SAMPLE.LA1", 0},
                               Form{kScumm8, "v8", "SAMPLE.LA0", "SAMPLE.LA1", 0},
                               Form{kHe70, "he", "SAMPLE.HE0", "SAMPLE.HE1", kXorKey}};

/// Writes files and folders, and removes the new ones again unless all of them succeed.
class SampleWriter {
 public:
  explicit SampleWriter(bool force) : force_(force) {}
  ~SampleWriter() {
    std::error_code ignored;
    for (auto path = created_.rbegin(); path != created_.rend(); ++path) {
      fs::remove(*path, ignored);  // a folder only where it is empty
    }
  }
  SampleWriter(const SampleWriter&) = delete;
  SampleWriter& operator=(const SampleWriter&) = delete;

  Status folder(const fs::path& path) {
    std::error_code code;
    const bool created = fs::create_directories(path, code);
    if (code) return Error{ErrorCode::io, kNoOffset, path.string() + ": " + code.message()};
    if (created) created_.push_back(path);
    return ok();
  }

  Status file(const fs::path& path, Bytes bytes) {
    std::error_code ignored;
    const bool replaces = fs::exists(path, ignored);
    Status saved = save_output(path, bytes, force_);
    if (!saved) return saved;
    if (!replaces) created_.push_back(path);
    summary_ += fmt::format("{}, {}\n", printable(path.string()), size_text(bytes.size()));
    return ok();
  }

  /// All is written, and stays.
  std::string finish() {
    created_.clear();
    return std::move(summary_);
  }

 private:
  bool force_;
  std::vector<fs::path> created_;
  std::string summary_;
};

Status write_form(const Form& form, const SampleOptions& options, SampleWriter& writer) {
  const fs::path folder = fs::path(options.folder) / form.folder;
  if (Status created = writer.folder(folder); !created) return created;
  const GameFiles files =
      write_game(sample_rooms(form.version, options.scale), form.version, form.xor_key);
  if (Status index = writer.file(folder / form.index, files.index); !index) return index;
  return writer.file(folder / form.resources, files.disks[0]);
}

/// Whether all files may be written.
Status check_outputs(const SampleOptions& options) {
  for (const Form& form : kForms) {
    for (const char* name : {form.index, form.resources}) {
      const fs::path path = fs::path(options.folder) / form.folder / name;
      if (Status free = check_output(path, options.force, {}); !free) return free;
    }
  }
  return ok();
}

int sample(const SampleOptions& options) {
  if (Status free = check_outputs(options); !free) return fail(free.error());
  SampleWriter writer(options.force);
  if (Status created = writer.folder(options.folder); !created) return fail(created.error());
  for (const Form& form : kForms) {
    const Status written = write_form(form, options, writer);
    if (!written) return fail(written.error());
  }
  fmt::print("{}", writer.finish());
  return kFine;
}

}  // namespace

void add_sample_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* command = app.add_subcommand(
      "sample", "Writes small free games to try all of this on: v4, v5, v6, v7, v8, he");
  command->add_option("-o,--output", options->folder, "The folder to write to")
      ->required()
      ->check(check_name);
  command
      ->add_option("--scale", options->scale,
                   "N times as many costumes, the others made up, for benchmarks")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--force", options->force, "Replace files that are there");
  command->footer("Example:\n  wardrobe sample -o sample");
  command->callback([options, &status] { status = sample(*options); });
}

}  // namespace wardrobe
