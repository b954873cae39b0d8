#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>

#include "pipeline/io/handle_windows.h"
#include "pipeline/io/process.h"
#include "pipeline/io/unfinished_folder.h"

namespace wardrobe {
namespace {

/// Restores the encoding that the console had when this function was first called.
void restore_console() {
  static const UINT before = ::GetConsoleOutputCP();
  ::SetConsoleOutputCP(before);
}

/// Handles an interrupt. The system calls this function in a thread of its own.
BOOL WINAPI on_interrupt(DWORD) {
  remove_unfinished_folders();
  restore_console();
  std::_Exit(static_cast<int>(STATUS_CONTROL_C_EXIT));
}

}  // namespace

void prepare_process() {
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  restore_console();
  ::SetConsoleOutputCP(CP_UTF8);
  std::atexit(restore_console);
  ::SetConsoleCtrlHandler(on_interrupt, TRUE);
}

}  // namespace wardrobe
