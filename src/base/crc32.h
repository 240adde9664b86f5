// CRC-32 as zip archives and PNG files have it: polynomial 0xedb88320, bits from the lowest one.

#pragma once

#include <stddef.h>
#include <stdint.h>

// Made once for all that is summed up: the module would carry more than the code that makes it.
typedef struct lbCrc32Table_ {
  uint32_t sum[8][256];  // of a byte with so many bytes of zero behind it
} lbCrc32Table;

void lb_makeCrc32Table(lbCrc32Table* table);

uint32_t lb_crc32With(const lbCrc32Table* table, const void* bytes, size_t size);

// With a table of its own.
uint32_t lb_crc32(const void* bytes, size_t size);
