// CRC-32 as zip archives and PNG files have it: polynomial 0xedb88320, bits from the lowest one.

#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t lb_crc32(const void* bytes, size_t size);
