// Minimum degree; see block_order.h.

#include "solver/block_order.h"

#include "api/mj_functions.h"

// Links of a row to other blocks than itself; all of them are left in the graph.
static int degreeOf(const uint64_t* row, int words) {
  int degree = 0;
  for (int w = 0; w < words; w++) {
    degree += __builtin_popcountll(row[w]);
  }
  return degree;
}

// Takes a block out: its neighbours inherit each other.
static void eliminate(uint64_t* graph, int words, int block, int* degree) {
  const uint64_t* row = graph + (size_t)block * words;
  for (int w = 0; w < words; w++) {
    for (uint64_t left = row[w]; left; left &= left - 1) {
      int neighbour = 64 * w + __builtin_ctzll(left);
      uint64_t* other = graph + (size_t)neighbour * words;
      for (int i = 0; i < words; i++) {
        other[i] |= row[i];
      }
      other[neighbour / 64] &= ~((uint64_t)1 << neighbour % 64);
      other[block / 64] &= ~((uint64_t)1 << block % 64);
      degree[neighbour] = degreeOf(other, words);
    }
  }
}

void lb_minimumDegree(mjData* d, int count, uint64_t* graph, const int* parent, int* order) {
  int words = lb_graphWords(count), candidates = 0;
  mj_markStack(d);
  int* degree = mj_stackAllocInt(d, count);
  int* children = mj_stackAllocInt(d, count);
  int* candidate = mj_stackAllocInt(d, count);
  for (int s = 0; s < count; s++) {
    uint64_t* row = graph + (size_t)s * words;
    row[s / 64] &= ~((uint64_t)1 << s % 64);
    degree[s] = degreeOf(row, words);
    children[s] = 0;
  }
  for (int s = 0; s < count; s++) {
    if (parent[s] >= 0) {
      children[parent[s]]++;
    }
  }
  for (int s = 0; s < count; s++) {
    if (!children[s]) {
      candidate[candidates++] = s;
    }
  }

  // of equals the later one: it is the deeper one
  for (int k = 0; k < count; k++) {
    int best = 0;
    for (int i = 1; i < candidates; i++) {
      int a = candidate[i], b = candidate[best];
      best = degree[a] < degree[b] || (degree[a] == degree[b] && a > b) ? i : best;
    }
    int block = order[k] = candidate[best];
    candidate[best] = candidate[--candidates];
    eliminate(graph, words, block, degree);
    int up = parent[block];
    if (up >= 0 && --children[up] == 0) {
      candidate[candidates++] = up;
    }
  }
  mj_freeStack(d);
}
