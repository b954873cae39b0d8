#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/files.h"
#include "pipeline/io/process.h"
#include "pipeline/io/system_error.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

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

// POSIX leaves it to programs to declare this; glibc does it, too.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace wardrobe {
namespace {

/// Starts the child, with undone what prepare_process() changed. Its output goes to `output`.
Result<pid_t> start(const std::vector<std::string>& command, int output) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t streams{};
  posix_spawnattr_t attributes{};
  sigset_t none{};
  sigset_t ignored{};
  sigemptyset(&none);
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGXFSZ);
  ::posix_spawn_file_actions_init(&streams);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&streams, output, STDOUT_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &ignored);
  pid_t child = 0;
  const int failure =
      ::posix_spawnp(&child, arguments[0], &streams, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&streams);
  ::posix_spawnattr_destroy(&attributes);
  if (failure == 0) return child;
  errno = failure;
  return system_error("cannot run");
}

Status read_all(int output, const TakeOutput& take) {
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = ::read(output, buffer.data(), buffer.size());
    if (count == 0) return ok();
    if (count > 0 && !take({buffer.data(), static_cast<size_t>(count)})) return ok();
    if (count < 0 && errno != EINTR) return system_error("cannot read the output");
  }
}

struct ReadChild {
  pid_t child;
  Status read;
};

/// Starts the child and reads its output. After this, it cannot write any more.
Result<ReadChild> start_and_read(const std::vector<std::string>& command, const TakeOutput& take) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return system_error("cannot run");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const Descriptor from(ends[0]);
  pid_t child = 0;
  {
    const Descriptor to(ends[1]);
    ASSIGN_OR_RETURN(child, start(command, to.get()));
  }
  return ReadChild{child, read_all(from.get(), take)};
}

}  // namespace

Result<int> run_child(const std::vector<std::string>& command, const TakeOutput& take) {
  ASSIGN_OR_RETURN(const ReadChild started, start_and_read(command, take));
  int status = 0;
  while (::waitpid(started.child, &status, 0) < 0) {
    if (errno != EINTR) return system_error("cannot wait for its end");
  }
  TRY(started.read);
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

}  // namespace wardrobe
