#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/io/child.h"
#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/system_error.h"

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
