#pragma once

#include <mutex>

namespace wardrobe {

#ifdef _LIBCPP_HAS_NO_THREADS
/// In WebAssembly the standard library has no threads, and nothing needs to be locked.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

}  // namespace wardrobe
