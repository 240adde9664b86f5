// A byte at a time. The table is made anew: the module would carry more than the code that makes it.

#include "base/crc32.h"

uint32_t lb_crc32(const void* bytes, size_t size) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++) {
      table[i] = table[i] >> 1 ^ (0xedb88320u & -(table[i] & 1));
    }
  }
  const uint8_t* p = bytes;
  uint32_t sum = ~0u;
  for (size_t i = 0; i < size; i++) {
    sum = table[(sum ^ p[i]) & 255] ^ sum >> 8;
  }
  return ~sum;
}
