#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <unistd.h>

#include "formats/result.h"

namespace wardrobe {

/// What errno says, as an Error: "WHAT: REASON".
inline Error system_error(const std::string& what, uint64_t offset = kNoOffset) {
  return {errno == ENOENT ? ErrorCode::not_found : ErrorCode::io, offset,
          what + ": " + std::strerror(errno)};
}

/// An open file; closed on destruction. A negative number is none.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

}  // namespace wardrobe
