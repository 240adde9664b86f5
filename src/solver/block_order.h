// Order of elimination for sparse symmetric matrices of blocks.
//
// Tinney and Walker (1967), minimum degree: of the blocks that may go next, the one with the fewest
// neighbours goes, and its neighbours become neighbours of each other. The graph is a bit matrix:
// for the thousand blocks of a soft body a row has sixteen words.

#pragma once

#include <stdint.h>

#include "api/data.h"

// Most blocks that are worth a bit matrix.
enum { lbMAX_ORDERED = 2048 };

// Words of a row of the graph.
static inline int lb_graphWords(int count) {
  return (count + 63) / 64;
}

static inline void lb_graphLink(uint64_t* graph, int count, int a, int b) {
  int words = lb_graphWords(count);
  graph[(size_t)a * words + b / 64] |= (uint64_t)1 << b % 64;
  graph[(size_t)b * words + a / 64] |= (uint64_t)1 << a % 64;
}

// order[k] is the block that goes k-th; a block goes after all that have it as parent (-1: none).
// The graph (count x words, symmetric) is consumed. Scratch is on the stack of mjData.
void lb_minimumDegree(mjData* d, int count, uint64_t* graph, const int* parent, int* order);
