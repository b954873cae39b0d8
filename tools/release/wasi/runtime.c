/* Functions of the C library and of the compiler that the program needs and Debian's wasi-libc
 * lacks. */

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The compiler turns setjmp and longjmp into an exception and calls of these functions. */

void __wasm_setjmp(void* buffer, uint32_t place, void* call) {
  jmp_buf* to = buffer;
  (*to)->call = call;
  (*to)->place = place;
}

uint32_t __wasm_setjmp_test(void* buffer, void* call) {
  jmp_buf* to = buffer;
  return (*to)->call == call ? (*to)->place : 0;
}

void __wasm_longjmp(void* buffer, int value) {
  jmp_buf* to = buffer;
  (*to)->thrown.buffer = buffer;
  (*to)->thrown.value = value == 0 ? 1 : value;
  __builtin_wasm_throw(1, &(*to)->thrown);
}

/* Appends `part` to a path. Returns 0, with errno set, if the path gets too long. */
static int append(char* path, const char* part) {
  if (strlen(path) + strlen(part) + 2 > PATH_MAX) {
    errno = ENAMETOOLONG;
    return 0;
  }
  strcat(strcat(path, "/"), part);
  return 1;
}

/* The absolute path, without links and dots, of something that must exist. */
char* realpath(const char* path, char* out) {
  enum { kMostLinks = 40 };
  char real[PATH_MAX] = "", rest[PATH_MAX] = "", link[PATH_MAX];
  int links = 0;
  if (*path != '/' && !getcwd(rest, sizeof rest)) return NULL;
  if (!append(rest, path)) return NULL;
  for (char* at = rest; *(at += strspn(at, "/")) != 0;) {
    char part[PATH_MAX];
    const size_t length = strcspn(at, "/");
    memcpy(part, at, length);
    part[length] = 0;
    at += length;
    if (strcmp(part, ".") == 0) continue;
    if (strcmp(part, "..") == 0) {
      char* parent = strrchr(real, '/');
      if (parent) *parent = 0;
      continue;
    }
    char* end = real + strlen(real);
    struct stat info;
    if (!append(real, part) || lstat(real, &info) != 0) return NULL;
    if (!S_ISLNK(info.st_mode)) continue;
    const ssize_t size = readlink(real, link, sizeof link - 1);
    if (size < 0) return NULL;
    if (++links > kMostLinks) {
      errno = ELOOP;
      return NULL;
    }
    link[size] = 0;
    if (!append(link, at)) return NULL;
    strcpy(at = rest, link);
    *(*link == '/' ? real : end) = 0;
  }
  if (!*real) strcpy(real, "/");
  return out ? strcpy(out, real) : strdup(real);
}
