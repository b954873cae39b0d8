// Makes calls fail, or kills the process in their place. failing_calls.py compiles this and
// preloads it into the program. FAILING_CALLS is a list of CALL=ERRNO, CALL=ERRNO*TIMES,
// CALL=ERRNO*TIMES@FIRST and CALL=kill; FIRST is the number of calls that succeed before. An ERRNO
// of 0 stops the process, which makes the call when it goes on.
// COUNTED_CALLS names a file; at exit, a line "CALL COUNT" is written to it for each call of the
// list. Only calls after the start of main count.

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Fault {
  std::array<char, 24> call{};
  bool kill = false;
  int error = 0;
  long first = 0;
  long times = 1L << 40;
  std::atomic<long> calls = 0;
};

std::array<Fault, 8> faults;  // Reading it must not allocate: malloc may be one of the calls.
std::atomic<bool> in_main = false;
std::atomic<int> in_dlopen =
    0;  // glibc's dlopen, which oneTBB calls, crashes if it finds no memory for its error.

void read_faults() {
  const char* text = std::getenv("FAILING_CALLS");
  for (Fault& fault : faults) {
    if (text == nullptr || *text == 0) return;
    const size_t equals = std::strcspn(text, "=");
    std::memcpy(fault.call.data(), text, std::min(equals, fault.call.size() - 1));
    const char* const value = text + equals + 1;
    const size_t size = std::strcspn(value, " ");
    fault.kill = std::strncmp(value, "kill", 4) == 0;
    char* end = nullptr;
    fault.error = static_cast<int>(std::strtol(value, &end, 10));
    if (*end == '*') fault.times = std::strtol(end + 1, &end, 10);
    if (*end == '@') fault.first = std::strtol(end + 1, &end, 10);
    text = value + size + (value[size] == ' ' ? 1 : 0);
  }
}

/// Returns whether `call` fails this time; if so, sets errno.
bool fails(const char* call) {
  if (!in_main || in_dlopen != 0) return false;
  for (Fault& fault : faults) {
    if (std::strcmp(fault.call.data(), call) != 0) continue;
    const long number = fault.calls++;
    if (number < fault.first || number - fault.first >= fault.times) continue;
    if (fault.kill) ::kill(::getpid(), SIGKILL);
    if (fault.error == 0) {
      ::kill(::getpid(), SIGSTOP);
      return false;
    }
    errno = fault.error;
    return true;
  }
  return false;
}

void write_counts() {
  in_main = false;
  const char* const path = std::getenv("COUNTED_CALLS");
  if (path == nullptr) return;
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (const Fault& fault : faults) {
    if (fault.call[0] != 0) std::fprintf(file, "%s %ld\n", fault.call.data(), fault.calls.load());
  }
  std::fclose(file);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

using Main = int(int, char**, char**);
Main* real_main = nullptr;

int counted_main(int count, char** arguments, char** environment) {
  read_faults();
  std::atexit(write_counts);
  in_main = true;
  return real_main(count, arguments, environment);
}

}  // namespace

extern "C" {

int __libc_start_main(Main* main, int count, char** arguments, void (*init)(), void (*fini)(),
                      void (*loader)(), void* stack) {
  using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  real_main = main;
  return real<Start>("__libc_start_main")(counted_main, count, arguments, init, fini, loader,
                                          stack);
}

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* dlopen(const char* name, int flags) {
  ++in_dlopen;
  void* const library = real<void*(const char*, int)>("dlopen")(name, flags);
  --in_dlopen;
  return library;
}

void* malloc(size_t size) { return fails("malloc") ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return fails("malloc") ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return fails("malloc") ? nullptr : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails("malloc") ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  if (fails("malloc")) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}

ssize_t read(int fd, void* data, size_t size) {
  if (fails("read")) return -1;
  return real<ssize_t(int, void*, size_t)>("read")(fd, data, size);
}

ssize_t pread(int fd, void* data, size_t size, off_t offset) {
  if (fails("read")) return -1;
  return real<ssize_t(int, void*, size_t, off_t)>("pread")(fd, data, size, offset);
}

ssize_t pread64(int fd, void* data, size_t size, off_t offset) {
  return pread(fd, data, size, offset);
}

int open(const char* path, int flags, ...) {
  if ((flags & O_EXCL) != 0 && fails("exclusive")) return -1;
  return real<int(const char*, int, ...)>("open")(path, flags, 0666);
}

ssize_t write(int fd, const void* data, size_t size) {
  if (fails("write")) return -1;
  return real<ssize_t(int, const void*, size_t)>("write")(fd, data, size);
}

int fsync(int fd) { return fails("fsync") ? -1 : real<int(int)>("fsync")(fd); }

int link(const char* from, const char* to) noexcept {
  return fails("link") ? -1 : real<int(const char*, const char*)>("link")(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return fails("mkdir") ? -1 : real<int(const char*, mode_t)>("mkdir")(path, mode);
}

int rename(const char* from, const char* to) noexcept {
  return fails("rename") ? -1 : real<int(const char*, const char*)>("rename")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  if (fails("renameat2")) return -1;
  using Call = int(int, const char*, int, const char*, unsigned);
  return real<Call>("renameat2")(from_folder, from, to_folder, to, flags);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  return fails("unlinkat") ? -1 : real<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  if (fails("pthread_create")) return errno;
  using Call = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return real<Call>("pthread_create")(thread, attributes, start, argument);
}

}  // extern "C"
