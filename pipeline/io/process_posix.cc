#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "pipeline/io/process.h"
#include "pipeline/io/unfinished_folder.h"

namespace wardrobe {
namespace {

bool is_ignored(int number) {
  struct sigaction action {};
  return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Waits for one of `signals`, removes unfinished folders, and ends the process by that signal.
void await_interrupt(sigset_t signals) {
  int number = 0;
  if (::sigwait(&signals, &number) != 0) return;
  remove_unfinished_folders();
  std::signal(number, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  ::kill(::getpid(), number);
}

/// Hands interrupts to a thread of their own, because little is allowed in a signal handler. If
/// that thread cannot be started, interrupts end the process at once.
void watch_for_interrupts() {
  sigset_t signals{};
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(number)) sigaddset(&signals, number);
  }
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread(await_interrupt, signals).detach();
  } catch (const std::system_error&) {
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

/// Makes the heap keep memory that is freed: pages that it returns are mapped and cleared again
/// when a later stage needs them.
void keep_freed_memory() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that glibc takes
  ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

}  // namespace

void prepare_process() {
  keep_freed_memory();
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  std::signal(SIGXFSZ, SIG_IGN);
  watch_for_interrupts();
}

}  // namespace wardrobe
