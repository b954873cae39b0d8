#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

#include "pipeline/io/process.h"

namespace wardrobe {

void prepare_process() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace wardrobe
