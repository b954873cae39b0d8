#pragma once

// wasi-libc has no setjmp.h. With this one, the compiler needs -wasm-enable-sjlj, and the program
// runtime.c.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  void* call; /* of the function that called setjmp */
  unsigned place;
  struct {
    void* buffer;
    int value;
  } thrown;
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((__returns_twice__));
void longjmp(jmp_buf, int) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif
