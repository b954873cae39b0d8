#include "pipeline/io/handle_windows.h"
#include "pipeline/io/terminal.h"

namespace wardrobe {
namespace {

/// Whether `stream` is a console. If so, makes it take escape sequences.
bool is_terminal(DWORD stream) {
  const HANDLE handle = ::GetStdHandle(stream);
  DWORD mode = 0;
  return ::GetConsoleMode(handle, &mode) != 0 &&
         ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace

bool output_is_terminal() { return is_terminal(STD_OUTPUT_HANDLE); }
bool errors_are_terminal() { return is_terminal(STD_ERROR_HANDLE); }

}  // namespace wardrobe
