#include "formats/archive/archive.h"

#include <memory>
#include <new>
#include <utility>

#include "pipeline/io/files.h"
#include "tools/library/call.h"
#include "tools/library/handles.h"
#include "tools/library/wardrobe.h"

namespace wardrobe {
namespace {

/// Calls a reader's `close` on destruction, unless released.
class ReaderCloser {
 public:
  explicit ReaderCloser(const wardrobe_reader& reader) : reader_(reader) {}
  ReaderCloser(const ReaderCloser&) = delete;
  ReaderCloser& operator=(const ReaderCloser&) = delete;
  ~ReaderCloser() {
    if (!kept_ && reader_.close != nullptr) reader_.close(reader_.user);
  }

  void keep() { kept_ = true; }

 private:
  wardrobe_reader reader_;
  bool kept_ = false;
};

class ReaderSource : public ByteSource {
 public:
  explicit ReaderSource(const wardrobe_reader& reader) : reader_(reader), closer_(reader) {}

  uint64_t size() const override { return reader_.size; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > reader_.size || out.size() > reader_.size - offset) {
      return Error{ErrorCode::truncated, reader_.size, "the file ends here"};
    }
    if (out.empty() || reader_.read(reader_.user, offset, out.data(), out.size()) == 0) return ok();
    return Error{ErrorCode::io, offset, "the caller's reader failed"};
  }

 private:
  wardrobe_reader reader_;
  ReaderCloser closer_;
};

Outcome open(std::unique_ptr<ByteSource> source, wardrobe_archive** archive) {
  ASSIGN_OR_RETURN(Archive opened, Archive::open(std::move(source)));
  *archive = std::make_unique<wardrobe_archive>(std::move(opened)).release();
  return {};
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_open_file(const char* path, wardrobe_archive** archive,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (path == nullptr || archive == nullptr) return wrong_argument("path or archive is NULL");
    ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> file, open_file(path_from(path)));
    return open(std::move(file), archive);
  });
}

wardrobe_status wardrobe_open_memory(const void* bytes, size_t size, wardrobe_archive** archive,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (bytes == nullptr || archive == nullptr) return wrong_argument("bytes or archive is NULL");
    return open(open_memory({static_cast<const uint8_t*>(bytes), size}), archive);
  });
}

wardrobe_status wardrobe_open_reader(const wardrobe_reader* reader, size_t reader_size,
                                     wardrobe_archive** archive, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    wardrobe_reader given{};
    Outcome taken = take(reader, reader_size, given);
    ReaderCloser closer(given);
    if (taken.status != WARDROBE_OK) return taken;
    if (given.read == nullptr) return wrong_argument("reader has no read");
    if (archive == nullptr) return wrong_argument("archive is NULL");
    auto kept = std::make_unique<ReaderSource>(given);
    closer.keep();
    return open(std::move(kept), archive);
  });
}

void wardrobe_archive_free(wardrobe_archive* archive) { delete archive; }

wardrobe_status wardrobe_verify(const wardrobe_archive* archive, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    return archive->archive.verify();
  });
}
