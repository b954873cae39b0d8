#include "pipeline/container/zip.h"

#include <algorithm>
#include <array>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/lock.h"
#include "pipeline/container/container.h"

namespace wardrobe {
namespace {

/// Bytes at the start of each file that are read to find a game.
constexpr uint64_t kHeadSize = 128;
constexpr uint64_t kChunk = 1 << 20;
/// The most bytes to which one byte of deflate inflates.
constexpr uint64_t kMostByDeflate = 1032;
constexpr uLong kLocked = 1;  ///< a bit of unz_file_info64::flag

/// minizip's cursor in a file. minizip reads headers byte by byte, which only a buffer makes fast.
struct Cursor {
  static constexpr size_t kAhead = 1024;

  std::shared_ptr<const ByteSource> file;
  uint64_t position = 0;
  bool failed = false;
  std::vector<uint8_t> ahead{};  ///< the file's bytes from `ahead_at` on
  uint64_t ahead_at = 0;

  /// Reads up to `out.size()` bytes, and returns their number.
  size_t read(std::span<uint8_t> out) {
    const uint64_t left = file->size() - std::min(position, file->size());
    out = out.first(static_cast<size_t>(std::min<uint64_t>(out.size(), left)));
    const auto is_ahead = [&] {
      return position >= ahead_at && position + out.size() <= ahead_at + ahead.size();
    };
    if (!is_ahead() && out.size() < kAhead) {
      ahead.resize(static_cast<size_t>(std::min<uint64_t>(kAhead, left)));
      ahead_at = position;
      if (!file->read(position, ahead)) ahead.clear();
    }
    failed = !is_ahead() && !file->read(position, out);
    if (failed) return 0;
    if (is_ahead()) {
      std::copy_n(ahead.begin() + static_cast<ptrdiff_t>(position - ahead_at), out.size(),
                  out.begin());
    }
    position += out.size();
    return out.size();
  }
};

Cursor& cursor_of(voidpf stream) { return *static_cast<Cursor*>(stream); }

zlib_filefunc64_def functions_of(Cursor& cursor) {
  zlib_filefunc64_def functions{};
  functions.opaque = &cursor;
  functions.zopen64_file = [](voidpf opaque, const void*, int) { return opaque; };
  functions.zread_file = [](voidpf, voidpf stream, void* out, uLong size) -> uLong {
    return static_cast<uLong>(cursor_of(stream).read({static_cast<uint8_t*>(out), size}));
  };
  functions.ztell64_file = [](voidpf, voidpf stream) -> ZPOS64_T {
    return cursor_of(stream).position;
  };
  functions.zseek64_file = [](voidpf, voidpf stream, ZPOS64_T offset, int origin) -> long {
    Cursor& at = cursor_of(stream);
    const uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? at.position
                          : origin == ZLIB_FILEFUNC_SEEK_END ? at.file->size()
                                                             : 0;
    if (from + offset > at.file->size() || from + offset < from) return -1;
    at.position = from + offset;
    return 0;
  };
  functions.zclose_file = [](voidpf, voidpf) { return 0; };
  functions.zerror_file = [](voidpf, voidpf stream) { return cursor_of(stream).failed ? 1 : 0; };
  return functions;
}

/// A file in a .zip.
struct ZipPlace {
  unz64_file_pos at{};
  std::string name;  ///< in the directory
};

/// An open .zip, whose files may be read from several threads.
class Zip {
 public:
  explicit Zip(std::shared_ptr<const ByteSource> file) : cursor_{std::move(file)} {
    zlib_filefunc64_def functions = functions_of(cursor_);
    zip_ = unzOpen2_64("", &functions);
  }
  ~Zip() {
    if (zip_ != nullptr) unzClose(zip_);
  }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  unzFile get() const { return zip_; }

  /// Limit on the inflated size of all files together.
  uint64_t most() const { return kZipContents.of(cursor_.file->size()); }
  Error too_large() const {
    return {ErrorCode::limit, kNoOffset,
            "the .zip inflates to over " + std::to_string(most()) + " bytes: unpack it first"};
  }

  /// Inflates the first `size` bytes of a file into `out`. `whole` says that the file has no more
  /// than these.
  Status inflate(const ZipPlace& place, uint64_t size, bool whole, std::vector<uint8_t>& out) {
    const std::lock_guard lock(mutex_);
    if (whole && size > most() - inflated_) return too_large();
    if (whole) inflated_ += size;
    if (unzGoToFilePos64(zip_, &place.at) != UNZ_OK || unzOpenCurrentFile(zip_) != UNZ_OK ||
        !is_called(place.name)) {
      return damaged("the .zip is damaged: its directory and this file contradict each other");
    }
    out.clear();
    out.reserve(static_cast<size_t>(size));
    int count = 1;
    while (out.size() < size && count > 0) {
      const size_t have = out.size();
      out.resize(have + static_cast<size_t>(std::min(kChunk, size - have)));
      count = unzReadCurrentFile(zip_, out.data() + have, static_cast<unsigned>(out.size() - have));
      out.resize(have + static_cast<size_t>(std::max(count, 0)));
    }
    const bool intact = unzCloseCurrentFile(zip_) != UNZ_CRCERROR;
    if (out.size() == size && (intact || !whole)) return ok();
    out.clear();
    return damaged("damaged in its .zip: checksum or size differs");
  }

 private:
  /// Whether `name`, from the directory, also stands in front of the open file. minizip has
  /// compared the lengths.
  bool is_called(const std::string& name) {
    const int extra = unzGetLocalExtrafield(zip_, nullptr, 0);
    const uint64_t data = unzGetCurrentFileZStreamPos64(zip_);
    const uint64_t behind = static_cast<uint64_t>(std::max(extra, 0)) + name.size();
    return extra >= 0 && data >= behind &&
           as_text(bytes_at(*cursor_.file, data - behind, name.size())) == name;
  }

  Cursor cursor_;
  unzFile zip_ = nullptr;
  Mutex mutex_;
  uint64_t inflated_ = 0;
};

class ZippedFile : public ByteSource {
 public:
  ZippedFile(std::shared_ptr<Zip> zip, ZipPlace place, uint64_t size)
      : zip_(std::move(zip)), place_(std::move(place)), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > size_ || out.size() > size_ - offset) {
      return Error{ErrorCode::truncated, size_, "the file ends here"};
    }
    const std::lock_guard lock(mutex_);
    const uint64_t end = offset + out.size();
    if (end > bytes_.size()) {
      const uint64_t wanted = end <= kHeadSize ? std::min(kHeadSize, size_) : size_;
      TRY(zip_->inflate(place_, wanted, wanted == size_, bytes_));
    }
    std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
    return ok();
  }

 private:
  std::shared_ptr<Zip> zip_;
  ZipPlace place_;
  uint64_t size_;
  mutable Mutex mutex_;
  mutable std::vector<uint8_t> bytes_;  ///< of the file: none, the first ones, or all
};

Result<std::unique_ptr<ByteSource>> open_zipped(const std::shared_ptr<Zip>& zip,
                                                const ZipPlace& place,
                                                const unz_file_info64& info) {
  if ((info.flag & kLocked) != 0) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 "locked with a password in its .zip; unpack the .zip first"};
  }
  const bool stored = info.compression_method == 0;
  if (!stored && info.compression_method != Z_DEFLATED) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 "compressed in its .zip by method " + std::to_string(info.compression_method) +
                     ", which is not supported; unpack the .zip first"};
  }
  const uint64_t each = stored ? 1 : kMostByDeflate;
  if (info.uncompressed_size / each > info.compressed_size) {
    return damaged("damaged in its .zip: " + std::to_string(info.compressed_size) +
                   " bytes cannot inflate to " + std::to_string(info.uncompressed_size));
  }
  if (info.uncompressed_size > zip->most()) return zip->too_large();
  return std::unique_ptr<ByteSource>(
      std::make_unique<ZippedFile>(zip, place, info.uncompressed_size));
}

/// Whether this is the name of one of the extra files that macOS adds, one for each file.
bool is_litter(const std::string& name) {
  const size_t folder = folder_of(name).size();
  return name.starts_with("__MACOSX/") ||
         name.substr(folder == 0 ? 0 : folder + 1).starts_with("._");
}

/// Adds the file at the directory's current position. `text` has room for any name.
Status add_member(const std::shared_ptr<Zip>& zip, std::vector<char>& text, size_t& names_left,
                  Members& members) {
  unz_file_info64 info{};
  ZipPlace place;
  if (unzGetFilePos64(zip->get(), &place.at) != UNZ_OK ||
      unzGetCurrentFileInfo64(zip->get(), &info, text.data(), text.size(), nullptr, 0, nullptr,
                              0) != UNZ_OK) {
    return damaged("the directory of this .zip is damaged");
  }
  place.name.assign(text.data(), std::min<size_t>(info.size_filename, text.size()));
  std::string name = place.name;
  std::ranges::replace(name, '\\', '/');
  if (members.size() == kMaxContainerFiles || name.size() > names_left) {
    return Error{ErrorCode::limit, kNoOffset, "this .zip has more files than any game"};
  }
  names_left -= name.size();
  if (is_litter(name)) return ok();
  members.push_back({std::move(name), [zip, place = std::move(place), info] {
                       return open_zipped(zip, place, info);
                     }});
  return ok();
}

}  // namespace

Result<Members> zip_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> magic = bytes_at(*file, 0, 4);
  if (as_text(magic) == "PK\5\6") return Members{};
  if (as_text(magic) != "PK\3\4") return other_kind();
  const auto zip = std::make_shared<Zip>(file);
  if (zip->get() == nullptr)
    return damaged("this .zip has no directory, so its end may be missing");
  Members members;
  size_t names_left = kMaxContainerNames;
  std::vector<char> text(1 << 16);
  int at = unzGoToFirstFile(zip->get());
  for (; at == UNZ_OK; at = unzGoToNextFile(zip->get())) {
    TRY(add_member(zip, text, names_left, members));
  }
  if (at != UNZ_END_OF_LIST_OF_FILE) return damaged("the directory of this .zip is damaged");
  return members;
}
namespace {

constexpr uLong kDate = 0x00210000;  ///< the first one that a .zip can have: 1 January 1980

bool is_compressed(std::string_view name) {
  return std::ranges::any_of(std::array{".png", ".apng", ".gif", ".aseprite"},
                             [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

ZipWriter::ZipWriter(Append append) : append_(std::move(append)) {
  // minizip goes back to the header of a file when it knows the sizes. A file is appended when it
  // is complete, so that place is still in the window.
  zlib_filefunc64_def functions{};
  functions.opaque = &window_;
  functions.zopen64_file = [](voidpf opaque, const void*, int) { return opaque; };
  functions.zwrite_file = [](voidpf, voidpf stream, const void* bytes, uLong size) {
    auto& [start, at, have] = *static_cast<Window*>(stream);
    have.resize(std::max(have.size(), at + size));
    std::copy_n(static_cast<const uint8_t*>(bytes), size,
                have.begin() + static_cast<ptrdiff_t>(at));
    at += size;
    return size;
  };
  functions.ztell64_file = [](voidpf, voidpf stream) -> ZPOS64_T {
    const auto& window = *static_cast<Window*>(stream);
    return window.start + window.at;
  };
  functions.zseek64_file = [](voidpf, voidpf stream, ZPOS64_T offset, int origin) -> long {
    auto& [start, at, have] = *static_cast<Window*>(stream);
    const uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? start + at
                          : origin == ZLIB_FILEFUNC_SEEK_END ? start + have.size()
                                                             : 0;
    if (from + offset < start || from + offset > start + have.size()) return -1;
    at = static_cast<size_t>(from + offset - start);
    return 0;
  };
  functions.zclose_file = [](voidpf, voidpf) { return 0; };
  functions.zerror_file = [](voidpf, voidpf) { return 0; };
  zip_ = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
}

ZipWriter::~ZipWriter() {
  if (zip_ != nullptr) zipClose(zip_, nullptr);
}

Status ZipWriter::add(const std::string& name, Bytes bytes) {
  if (!names_.insert(name).second) {
    return Error{ErrorCode::damaged, kNoOffset, "two files of the .zip would be " + name};
  }
  zip_fileinfo info{};
  info.dosDate = kDate;
  const int method = is_compressed(name) ? 0 : Z_DEFLATED;
  if (zip_ == nullptr ||
      zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, method,
                            Z_DEFAULT_COMPRESSION, 0) != ZIP_OK ||
      zipWriteInFileInZip(zip_, bytes.data(), static_cast<unsigned>(bytes.size())) != ZIP_OK ||
      zipCloseFileInZip(zip_) != ZIP_OK) {
    return Error{ErrorCode::memory, kNoOffset, "no .zip: not enough memory"};
  }
  return append();
}

Status ZipWriter::finish() {
  const bool closed = zip_ != nullptr && zipClose(std::exchange(zip_, nullptr), nullptr) == ZIP_OK;
  if (!closed) return Error{ErrorCode::memory, kNoOffset, "no .zip: not enough memory"};
  return append();
}

Status ZipWriter::append() {
  TRY(append_(window_.bytes));
  window_.start += window_.bytes.size();
  window_.at = 0;
  window_.bytes.clear();
  return ok();
}

}  // namespace wardrobe
