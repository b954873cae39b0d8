#pragma once

#include <mutex>

namespace wardrobe {

#ifdef _LIBCPP_HAS_NO_THREADS
/// In WebAssembly there are no threads and no need for locks.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

}  // namespace wardrobe
