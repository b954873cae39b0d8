#pragma once

// Everything that std::filesystem uses and wasi-libc lacks. WASI knows neither free space nor
// permissions; the program does not use them.

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define DT_SOCK 255  // In wasi-libc, DT_FIFO has the number of sockets.

extern "C" char* realpath(const char* path, char* out);

struct statvfs {
  unsigned long f_frsize, f_blocks, f_bfree, f_bavail;
};

inline int unsupported() {
  errno = ENOTSUP;
  return -1;
}
inline int statvfs(const char*, struct statvfs*) { return unsupported(); }
inline int fchmod(int, mode_t) { return unsupported(); }
inline int fchmodat(int, const char*, mode_t, int) { return unsupported(); }
