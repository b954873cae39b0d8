#include "tools/program/progress_line.h"

#include "pipeline/io/process.h"
#include "tools/program/print.h"

namespace wardrobe {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && errors_are_terminal()) {}

ProgressLine::~ProgressLine() {
  if (shown_) print_error("\r\033[K");
}

void ProgressLine::show(const std::string& text) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  print_error("\r\033[K" + text);
}

}  // namespace wardrobe
