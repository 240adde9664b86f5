// Included before libdeflate's sources in the module: its bit buffer has 64 bits. The word is
// size_t there, of 32 bits in a module, though the machines below it have 64.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define size_t uint64_t
#include <common_defs.h>
#undef size_t
