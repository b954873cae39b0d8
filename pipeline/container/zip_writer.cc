#include "pipeline/container/zip_writer.h"

#include <algorithm>
#include <array>
#include <minizip/zip.h>
#include <string_view>
#include <utility>
#include <vector>

namespace wardrobe {
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
