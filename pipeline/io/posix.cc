#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <pthread.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "pipeline/io/files.h"
#include "pipeline/io/process.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// An open file, closed on destruction; none if the number is negative.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

class FileSource : public ByteSource {
 public:
  FileSource(int fd, uint64_t size) : file_(fd), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    while (!out.empty()) {
      const ssize_t count =
          ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error("cannot read", offset);
      if (count == 0) return Error{ErrorCode::truncated, offset, "the file ends here"};
      offset += static_cast<uint64_t>(count);
      out = out.subspan(static_cast<size_t>(count));
    }
    return ok();
  }

 private:
  Descriptor file_;
  uint64_t size_;
};

class FileBeingWritten : public NewFile {
 public:
  explicit FileBeingWritten(int fd) : file_(fd) {}

  Status append(Bytes bytes) override {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error("cannot write");
      bytes = bytes.subspan(static_cast<size_t>(count));
    }
    return ok();
  }

  Status sync() override {
    return ::fsync(file_.get()) == 0 ? ok() : Status(system_error("cannot write"));
  }

 private:
  Descriptor file_;
};

/// Renames `from` to `to`, unless `to` exists. Returns false, with errno set, if it fails.
bool rename_exclusively(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
#endif
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  // The system supports neither here. Creating `to` first and filling it later could leave half a
  // file.
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(to, ignored))) {
    errno = EEXIST;
    return false;
  }
  return ::rename(from.c_str(), to.c_str()) == 0;
}

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

std::error_code last_error() { return {errno, std::generic_category()}; }

Result<std::unique_ptr<ByteSource>> open_file(const fs::path& path) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error("cannot open");
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  std::unique_ptr<ByteSource> source =
      std::make_unique<FileSource>(fd, static_cast<uint64_t>(info.st_size));
  if (!regular) return Error{ErrorCode::io, kNoOffset, "cannot open: not a regular file"};
  return source;
}

Result<std::vector<fs::path>> list_folder(const fs::path& folder, Listed what) {
  std::error_code code;
  std::vector<fs::path> names;
  fs::directory_iterator it(folder, code);
  for (const fs::directory_iterator end; !code && it != end; it.increment(code)) {
    std::error_code ignored;
    const fs::file_type type = it->symlink_status(ignored).type();
    const bool is_link = type == fs::file_type::symlink;
    const bool is_folder = type == fs::file_type::directory;
    const bool leads_to_folder = is_link && what == Listed::files && it->is_directory(ignored);
    const bool is_file = type == fs::file_type::regular || (is_link && !leads_to_folder);
    if (what != Listed::all && !(what == Listed::files ? is_file : is_folder)) continue;
    names.push_back(it->path().filename());
  }
  if (code) return Error{ErrorCode::io, kNoOffset, "cannot list: " + code.message()};
  std::ranges::sort(names);
  return names;
}

Result<std::unique_ptr<NewFile>> create_file(const fs::path& path) {
  constexpr mode_t kMode = 0666;  // less the umask
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (fd < 0) return system_error("cannot create");
  return std::unique_ptr<NewFile>(std::make_unique<FileBeingWritten>(fd));
}

Status rename_entry(const fs::path& from, const fs::path& to, IfExists if_exists) {
  const bool renamed = if_exists == IfExists::replace ? ::rename(from.c_str(), to.c_str()) == 0
                                                      : rename_exclusively(from, to);
  return renamed ? ok() : Status(system_error("cannot create"));
}

void sync_folder(const fs::path& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.open()) ::fsync(open.get());
}

Status rename_folder(const fs::path& from, const fs::path& to) {
  return rename_entry(from, to, IfExists::replace);
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

bool output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
bool errors_are_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void prepare_process() {
  keep_freed_memory();
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  std::signal(SIGXFSZ, SIG_IGN);
  watch_for_interrupts();
}

}  // namespace wardrobe
