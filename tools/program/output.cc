#include "tools/program/output.h"

#include <system_error>

#include "formats/archive/zstd_frames.h"
#include "formats/hash.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error output_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

Error not_ours(const fs::path& path) {
  return output_error(
      path, "not written by wardrobe, or changed since; left unchanged, even with --force");
}

/// An absolute path without links and dots, and without a slash at its end. The path need not
/// exist.
fs::path real_path(const fs::path& path) {
  std::error_code ignored;
  fs::path real = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  return real.has_filename() ? real : real.parent_path();
}

/// The path of an output folder, without links and dots. A link is kept only in the last part, the
/// folder's own name, so that it can be refused.
fs::path place_of(const fs::path& path) {
  std::error_code ignored;
  fs::path plain = fs::absolute(path, ignored).lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  return real_path(plain.parent_path()) / plain.filename();
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool is_intact_archive(const fs::path& path) {
  const Result<std::unique_ptr<ByteSource>> file = open_file(path);
  return file && looks_like_archive(**file) && check_file_hash(**file);
}

/// Whether there is a folder with files to replace. False if the name is free or belongs to an
/// empty folder. Fails if the folder may not be replaced.
Result<bool> check_folder(const fs::path& path, bool force) {
  std::error_code code;
  const fs::file_status status = fs::symlink_status(path, code);
  if (status.type() == fs::file_type::not_found) return false;
  if (status.type() == fs::file_type::none) return output_error(path, code.message());
  if (!fs::is_directory(status)) return output_error(path, "exists and is not a folder");
  const Result<std::vector<fs::path>> names = list_folder(path);
  if (!names) return output_error(path, names.error().message);
  if (same_file(path, fs::current_path(code))) {
    return output_error(path, "is the current folder; name a new folder in it");
  }
  if (names->empty()) return false;
  if (!force) {
    return output_error(path,
                        "the folder is not empty (--force replaces the output of an earlier run)");
  }
  const WrittenFiles record(path.parent_path());
  const auto other = record.first_other(path.filename().string(), path);
  if (other) return not_ours(*other);
  return true;
}

}  // namespace

std::string check_name(const std::string& name) { return name.empty() ? "the name is empty" : ""; }

Result<OutputFiles> OutputFiles::create(const std::vector<fs::path>& paths, bool force,
                                        const std::vector<fs::path>& inputs, Kind kind) {
  OutputFiles files(force, kind);
  for (const fs::path& path : paths) {
    for (const fs::path& input : inputs) {
      if (same_file(path, input)) {
        return output_error(path, "same file as the input " + input.string());
      }
    }
    TRY(files.check(path));
  }
  return files;
}

Status OutputFiles::check(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::symlink_status(path, code);
  if (status.type() == fs::file_type::not_found) {
    const bool has_folder = fs::is_directory(folder_of(path), code);
    return has_folder ? ok() : output_error(path, "cannot create: no such folder");
  }
  if (status.type() == fs::file_type::none) return output_error(path, code.message());
  if (!fs::is_regular_file(status)) {
    return output_error(path, "exists and is not a regular file");
  }
  if (!force_)
    return output_error(path, "file exists (--force replaces the output of an earlier run)");
  return is_ours(path) ? ok() : not_ours(path);
}

bool OutputFiles::is_ours(const fs::path& path) {
  if (kind_ == Kind::archive) return is_intact_archive(path);
  return record_of(path).holds(path.filename().string(), path);
}

WrittenFiles& OutputFiles::record_of(const fs::path& path) {
  const fs::path folder = folder_of(path);
  return records_.try_emplace(folder, folder).first->second;
}

Status OutputFiles::save(const fs::path& path, Bytes bytes) {
  TRY(check(path));
  if (kind_ != Kind::archive) {
    TRY(record_of(path).add({{path.filename().string(), xxh64(bytes)}}));
  }
  Status written = write_file(path, bytes, force_ ? IfExists::replace : IfExists::fail);
  if (written) return written;
  return Error{written.error().code, kNoOffset, describe(path.string(), written.error())};
}

Result<OutputFolder> OutputFolder::create(const fs::path& path, bool force,
                                          const std::vector<fs::path>& inputs) {
  const fs::path target = place_of(path);
  for (const fs::path& input : inputs) {
    const fs::path other = real_path(input);
    if (is_in(target, other)) return output_error(path, "is in " + other.string());
    if (is_in(other, target)) return output_error(path, other.string() + " is in it");
  }
  ASSIGN_OR_RETURN(const bool replaces, check_folder(target, force));
  Result<UnfinishedFolder> temporary = UnfinishedFolder::create(target.parent_path());
  if (!temporary) return output_error(path, temporary.error().message);
  return OutputFolder(target, *std::move(temporary), replaces);
}

Status OutputFolder::write(const std::string& name, Bytes bytes) const {
  const Status written = temporary_.write(path_from(name), bytes);
  return written ? ok() : output_error(path_ / path_from(name), written.error().message);
}

Status OutputFolder::finish() {
  const std::string name = path_.filename().string();
  const Result<std::vector<WrittenFile>> files = hash_folder(temporary(), name);
  if (!files) return output_error(path_, files.error().message);
  WrittenFiles record(path_.parent_path());
  TRY(record.add(*files));
  const auto removable = [&](const fs::path& old) {
    const auto other = record.first_other(name, old);
    return other ? Status(not_ours(*other)) : ok();
  };
  const Status done = replaces_ ? temporary_.replace(path_, removable) : temporary_.move_to(path_);
  return done ? ok() : output_error(path_, done.error().message);
}

}  // namespace wardrobe
