// Eight bytes at a time, each with a table of its own (Kounavis and Berry, "A systematic approach
// to building high performance software-based CRC generators", 2005).

#include "base/crc32.h"

void lb_makeCrc32Table(lbCrc32Table* table) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t sum = i;
    for (int bit = 0; bit < 8; bit++) {
      sum = sum >> 1 ^ (0xedb88320u & -(sum & 1));
    }
    table->sum[0][i] = sum;
  }
  for (int k = 1; k < 8; k++) {
    for (int i = 0; i < 256; i++) {
      uint32_t before = table->sum[k - 1][i];
      table->sum[k][i] = table->sum[0][before & 255] ^ before >> 8;
    }
  }
}

// Four bytes, the first of which has `behind` more behind it.
static uint32_t sumWord(const lbCrc32Table* table, uint32_t word, int behind) {
  return table->sum[behind][word & 255] ^ table->sum[behind - 1][word >> 8 & 255] ^
         table->sum[behind - 2][word >> 16 & 255] ^ table->sum[behind - 3][word >> 24];
}

static uint32_t wordAt(const uint8_t* p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t lb_crc32With(const lbCrc32Table* table, const void* bytes, size_t size) {
  const uint8_t* p = bytes;
  uint32_t sum = ~0u;
  for (; size >= 8; p += 8, size -= 8) {
    sum = sumWord(table, sum ^ wordAt(p), 7) ^ sumWord(table, wordAt(p + 4), 3);
  }
  for (; size > 0; p++, size--) {
    sum = table->sum[0][(sum ^ *p) & 255] ^ sum >> 8;
  }
  return ~sum;
}

uint32_t lb_crc32(const void* bytes, size_t size) {
  lbCrc32Table table;
  lb_makeCrc32Table(&table);
  return lb_crc32With(&table, bytes, size);
}
