#pragma once

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace wardrobe {

/// An open file; closed on destruction. INVALID_HANDLE_VALUE is none.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (open()) ::CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  HANDLE get() const { return handle_; }
  bool open() const { return handle_ != INVALID_HANDLE_VALUE; }

 private:
  HANDLE handle_;
};

}  // namespace wardrobe
