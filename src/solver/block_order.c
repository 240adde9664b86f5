// Minimum degree; see block_order.h.

#include "solver/block_order.h"

#include <limits.h>

#include "api/mj_functions.h"
#include "data/stack.h"

// Links of a row to other blocks than itself; all of them are left in the graph.
static int degreeOf(const uint64_t* row, int words) {
  int degree = 0;
  for (int w = 0; w < words; w++) {
    degree += __builtin_popcountll(row[w]);
  }
  return degree;
}

// What is compared of blocks: the degree, and of equals the later one comes first, which is the
// deeper one. LAST: of those that may not go.
static int keyOf(int degree, int block) {
  return degree << 16 | (0xffff - block);
}
enum { LAST = INT_MAX, lanes = 4 };
typedef int Keys __attribute__((vector_size(4 * lanes), may_alias));

// The least of the keys, of which there are a multiple of `lanes`.
static int leastKey(const Keys* keys, int count) {
  Keys least = keys[0];
  for (int i = 1; i < count; i++) {
    Keys less = keys[i] < least;
    least = (keys[i] & less) | (least & ~less);
  }
  int first = LAST;
  for (int i = 0; i < lanes; i++) {
    first = least[i] < first ? least[i] : first;
  }
  return first;
}

// Takes a block out: its neighbours inherit each other. Those that may go get their new keys.
static void eliminate(uint64_t* graph, int words, int block, int* degree, int* key) {
  const uint64_t* row = graph + (size_t)block * words;
  for (int w = 0; w < words; w++) {
    for (uint64_t left = row[w]; left; left &= left - 1) {
      int neighbour = 64 * w + __builtin_ctzll(left);
      uint64_t* other = graph + (size_t)neighbour * words;
      int links = 0;
      for (int i = 0; i < words; i++) {
        uint64_t both = other[i] | row[i];
        other[i] = both;
        links += __builtin_popcountll(both);
      }
      other[neighbour / 64] &= ~((uint64_t)1 << neighbour % 64);
      other[block / 64] &= ~((uint64_t)1 << block % 64);
      // these two were among them
      degree[neighbour] = links - 2;
      key[neighbour] = key[neighbour] == LAST ? LAST : keyOf(links - 2, neighbour);
    }
  }
}

void lb_minimumDegree(mjData* d, int count, uint64_t* graph, const int* parent, int* order) {
  int words = lb_graphWords(count), groups = (count + lanes - 1) / lanes;
  mj_markStack(d);
  int* degree = lb_stackInt(d, count);
  int* children = lb_stackInt(d, count);
  Keys* keys = LB_STACK(d, Keys, groups);
  int* key = (int*)keys;
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
  for (int s = 0; s < lanes * groups; s++) {
    key[s] = s < count && !children[s] ? keyOf(degree[s], s) : LAST;
  }
  for (int k = 0; k < count; k++) {
    int block = order[k] = 0xffff - (leastKey(keys, groups) & 0xffff);
    key[block] = LAST;
    eliminate(graph, words, block, degree, key);
    int up = parent[block];
    if (up >= 0 && --children[up] == 0) {
      key[up] = keyOf(degree[up], up);
    }
  }
  mj_freeStack(d);
}
