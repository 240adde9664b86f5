// Contacts found by several threads, in the order of one; see collide/gather.h.
//
// Each thread appends to a list in the arena of its own. Items come in parts of neighbours; what a
// part found is copied behind what the parts before it found. Arena and stack of one thread would
// have been as full as the contacts of the parts before, and the part itself, make them: if that is
// too full somewhere, contacts are dropped or an error is raised, and one thread has to do it.

#include "collide/gather.h"

#include <string.h>

#include "data/stack.h"

enum { MOST_PARTS = 64 };

typedef struct Part_ {
  const mjContact* contacts;  // in the arena of a thread
  int count;
  size_t use;  // most bytes of arena and stack, without the contacts before
} Part;

typedef struct Gathering_ {
  const mjContact* list;  // of d
  lbItems items;
  void* context;
  int grain;
  Part parts[MOST_PARTS];
} Gathering;

static void runPart(const mjModel* m, mjData* own, void* context, int first, int end) {
  Gathering* gathering = context;
  Part* part = gathering->parts + first / gathering->grain;
  if (own->contact == gathering->list) {
    own->contact = own->arena;
  }
  int before = own->ncon;
  size_t start = own->parena;
  own->maxuse_arena = 0;
  gathering->items(m, own, gathering->context, first, end);
  part->contacts = own->contact + before;
  part->count = own->ncon - before;
  part->use = own->maxuse_arena ? (size_t)own->maxuse_arena - start : 0;
}

// The most that arena and stack of one thread hold at a time.
static size_t useOfOne(const Part* parts, int count) {
  size_t most = 0, contacts = 0;
  for (int i = 0; i < count; i++) {
    size_t use = contacts + parts[i].use;
    most = use > most ? use : most;
    contacts += (size_t)parts[i].count * sizeof(mjContact);
  }
  return most;
}

bool lb_gatherContacts(const mjModel* m, mjData* d, int count, lbItems items, void* context) {
  if (!lb_hasThreads(d) || d->ncon || !count) {
    return false;
  }
  Gathering gathering = {d->contact, items, context, (count - 1) / MOST_PARTS + 1, {{0}}};
  mjtSize stackBefore = d->maxuse_stack, arenaBefore = d->maxuse_arena;
  bool done = lb_spread(m, d, count, gathering.grain, runPart, &gathering);
  int partCount = (count - 1) / gathering.grain + 1;
  size_t use = done ? useOfOne(gathering.parts, partCount) : 0;
  if (!done || use > (size_t)d->narena) {
    d->maxuse_stack = stackBefore;
    d->maxuse_arena = arenaBefore;
    return false;
  }
  for (int i = 0; i < partCount; i++) {
    const Part* part = gathering.parts + i;
    size_t bytes = (size_t)part->count * sizeof(mjContact);
    if (bytes) {
      memcpy(lb_arenaAlloc(d, bytes, _Alignof(mjContact)), part->contacts, bytes);
      d->ncon += part->count;
    }
  }
  d->maxuse_arena = arenaBefore > (mjtSize)use ? arenaBefore : (mjtSize)use;
  return true;
}
