// Blocks of memory: copied and filled by vectors while they are short.
//
// The instructions of WebAssembly for blocks take JavaScript engines into a call of their own,
// which costs as much as copying some hundred bytes, and most blocks of a step are shorter. Long
// ones take the instructions. This file alone is compiled with them, and outside link-time
// optimisation, which would give them to all code.

#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

// Bytes from which the instructions pay.
enum { LONG = 512 };

enum { VECTOR = 16 };

// Up to 16 bytes by two accesses that may overlap; both are read before anything is written.
static inline void copyFew(char* to, const char* from, size_t size) {
  if (size >= 8) {
    uint64_t first, last;
    __builtin_memcpy(&first, from, 8);
    __builtin_memcpy(&last, from + size - 8, 8);
    __builtin_memcpy(to, &first, 8);
    __builtin_memcpy(to + size - 8, &last, 8);
  } else if (size >= 4) {
    uint32_t first, last;
    __builtin_memcpy(&first, from, 4);
    __builtin_memcpy(&last, from + size - 4, 4);
    __builtin_memcpy(to, &first, 4);
    __builtin_memcpy(to + size - 4, &last, 4);
  } else if (size) {
    char first = from[0], middle = from[size >> 1], last = from[size - 1];
    to[0] = first;
    to[size >> 1] = middle;
    to[size - 1] = last;
  }
}

// The last vector is read first: it may overlap the one before it, and what is written. Right also
// where dest lies before src.
static inline void copyUp(char* to, const char* from, size_t size) {
  v128_t last = wasm_v128_load(from + size - VECTOR);
  for (size_t i = 0; i < size - VECTOR; i += VECTOR) {
    wasm_v128_store(to + i, wasm_v128_load(from + i));
  }
  wasm_v128_store(to + size - VECTOR, last);
}

static inline void copyDown(char* to, const char* from, size_t size) {
  v128_t first = wasm_v128_load(from);
  for (size_t i = size - VECTOR; i > 0; i = i > VECTOR ? i - VECTOR : 0) {
    wasm_v128_store(to + i, wasm_v128_load(from + i));
  }
  wasm_v128_store(to, first);
}

void* memcpy(void* restrict dest, const void* restrict src, size_t size) {
  if (size <= VECTOR) {
    copyFew(dest, src, size);
  } else if (size < LONG) {
    copyUp(dest, src, size);
  } else {
    __builtin_memcpy(dest, src, size);
  }
  return dest;
}

void* memmove(void* dest, const void* src, size_t size) {
  if (size <= VECTOR) {
    copyFew(dest, src, size);
  } else if (size >= LONG) {
    __builtin_memmove(dest, src, size);
  } else if ((uintptr_t)dest - (uintptr_t)src >= size) {
    copyUp(dest, src, size);
  } else {
    copyDown(dest, src, size);
  }
  return dest;
}

void* memset(void* dest, int value, size_t size) {
  char* to = dest;
  if (size >= LONG) {
    return __builtin_memset(dest, value, size);
  }
  v128_t all = wasm_i8x16_splat((int8_t)value);
  if (size >= VECTOR) {
    for (size_t i = 0; i < size - VECTOR; i += VECTOR) {
      wasm_v128_store(to + i, all);
    }
    wasm_v128_store(to + size - VECTOR, all);
  } else if (size >= 8) {
    wasm_v128_store64_lane(to, all, 0);
    wasm_v128_store64_lane(to + size - 8, all, 0);
  } else if (size >= 4) {
    wasm_v128_store32_lane(to, all, 0);
    wasm_v128_store32_lane(to + size - 4, all, 0);
  } else if (size) {
    to[0] = to[size >> 1] = to[size - 1] = (char)value;
  }
  return dest;
}
