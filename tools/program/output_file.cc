#include "tools/program/output_file.h"

#include <string>

#include "pipeline/io/files.h"
#include "tools/program/print.h"

namespace wardrobe {

Status check_output(const std::filesystem::path& path, bool force) {
  const std::filesystem::file_status status = std::filesystem::symlink_status(path);
  if (!std::filesystem::exists(status)) return ok();
  if (force && std::filesystem::is_regular_file(status)) return ok();
  return Error{ErrorCode::io, kNoOffset,
               path.string() + (force ? ": not a regular file, so not to be replaced"
                                      : ": there is one already; --force replaces it")};
}

Status save_output(const std::filesystem::path& path, Bytes bytes, bool force) {
  Status written = write_file(path, bytes, force ? IfExists::replace : IfExists::fail);
  if (written) return written;
  return Error{written.error().code, kNoOffset, describe(path.string(), written.error())};
}

}  // namespace wardrobe
