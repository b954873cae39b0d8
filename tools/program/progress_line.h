#pragma once

#include <mutex>
#include <string>

#include "formats/lock.h"

namespace wardrobe {

/// A line on the terminal that each update overwrites. It is erased at the end. Does nothing if
/// stderr is not a terminal. Thread-safe.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool shown() const { return shown_; }
  void show(const std::string& text);

 private:
  bool shown_;
  Mutex mutex_;
};

}  // namespace wardrobe
