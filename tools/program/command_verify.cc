#include <memory>
#include <utility>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "pipeline/io/files.h"
#include "tools/export/json_rows.h"
#include "tools/program/command.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

struct VerifyOptions {
  std::string archive;
  bool json = false;
};

Status check(std::unique_ptr<ByteSource> file) {
  const Result<Archive> archive = Archive::open(std::move(file));
  if (!archive) return archive.error();
  return archive->verify();
}

int verify(const VerifyOptions& options) {
  Result<std::unique_ptr<ByteSource>> file = open_file(options.archive);
  if (!file) return fail(describe(options.archive, file.error()));
  if (!looks_like_archive(**file)) {
    return fail(options.archive + ": this is not a wardrobe archive");
  }
  const uint64_t bytes = (*file)->size();
  const Status status = check(*std::move(file));
  if (!status && status.error().code == ErrorCode::io) {
    return fail(describe(options.archive, status.error()));
  }
  const std::string verdict = status
                                  ? fmt::format("{}: fine ({})", options.archive, size_text(bytes))
                                  : describe(options.archive + ": damaged", status.error());
  if (options.json) {
    fmt::print("{}", json_line({{"archive", options.archive},
                                {"ok", static_cast<bool>(status)},
                                {"error", status ? Row() : Row(status.error().message)},
                                {"bytes", bytes}}));
  } else {
    fmt::print("{}\n", printable(verdict));
  }
  return status ? kFine : kNo;
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify", "Checks every byte of an archive (status 1: it is damaged)");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")->required();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example:\n  wardrobe verify game.wardrobe");
  command->callback([options, &status] { status = verify(*options); });
}

}  // namespace wardrobe
