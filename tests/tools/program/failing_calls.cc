// Compiled and preloaded into the program by failing_calls.py: makes system calls fail, or
// kills the process in their place. FAILING_CALLS is a list of CALL=ERRNO, CALL=ERRNO*TIMES and
// CALL=kill.

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sstream>
#include <string>
#include <unistd.h>

namespace {

struct Fault {
  std::string call;
  bool kill = false;
  int error = 0;
  int times = 1 << 30;
};

std::array<Fault, 8> read_faults() {
  std::array<Fault, 8> faults;
  const char* const text = std::getenv("FAILING_CALLS");
  std::istringstream words(text == nullptr ? "" : text);
  std::string word;
  for (size_t i = 0; i < faults.size() && words >> word; ++i) {
    const size_t equals = word.find('=');
    const size_t star = word.find('*');
    faults[i].call = word.substr(0, equals);
    faults[i].kill = word.substr(equals + 1) == "kill";
    faults[i].error = std::atoi(word.c_str() + equals + 1);
    if (star != std::string::npos) faults[i].times = std::atoi(word.c_str() + star + 1);
  }
  return faults;
}

/// Whether `call` fails this time, with errno set.
bool fails(const char* call) {
  static std::array<Fault, 8> faults = read_faults();
  for (Fault& fault : faults) {
    if (fault.call != call || fault.times == 0) continue;
    if (fault.kill) ::kill(::getpid(), SIGKILL);
    --fault.times;
    errno = fault.error;
    return true;
  }
  return false;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (unnamed && fails("unnamed")) return -1;
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

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if (fails("linkat")) return -1;
  using Call = int(int, const char*, int, const char*, int);
  return real<Call>("linkat")(from_folder, from, to_folder, to, flags);
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

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  if (fails("pthread_create")) return errno;
  using Call = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return real<Call>("pthread_create")(thread, attributes, start, argument);
}

}  // extern "C"
