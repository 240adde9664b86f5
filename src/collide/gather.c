// Contacts found by several threads, in the order of one; see collide/gather.h.
//
// Each thread appends to a list in the arena of its own. Items come in parts of neighbours; what a
// part found is copied behind what the parts before it found. Arena and stack of one thread would
// have been as full as the contacts of the parts before, and the part itself, make them: if that is
// too full somewhere, contacts are dropped or an error is raised, and one thread has to do it.

#include "collide/gather.h"

#include <string.h>

#include "data/stack.h"

typedef struct Part_ {
  const mjContact* contacts;  // in the arena of a thread
  int count;
  int start;    // among all
  int sums[2];  // rows and their entries
  size_t use;   // most bytes of arena and stack, without the contacts before
} Part;

typedef struct Gathering_ {
  mjContact* list;  // of d
  lbItems items;
  void* context;
  const lbShares* shares;
  const lbAhead* ahead;
  Part parts[lbMOST_SHARES];
} Gathering;

static void runPart(const mjModel* m, mjData* own, void* context, int first, int end) {
  Gathering* gathering = context;
  Part* part = gathering->parts + lb_shareAt(gathering->shares, first);
  if (own->contact == gathering->list) {
    own->contact = own->arena;
  }
  int before = own->ncon;
  size_t start = own->parena;
  own->maxuse_arena = 0;
  gathering->items(m, own, gathering->context, first, end);
  part->contacts = own->contact + before;
  part->count = own->ncon - before;
  if (gathering->ahead->countRows) {
    gathering->ahead->countRows(m, own, before, own->ncon, part->sums);
  }
  part->use = own->maxuse_arena ? (size_t)own->maxuse_arena - start : 0;
}

// Puts what a part has found into the list.
static void copyPart(const mjModel* m, mjData* own, void* context, int first, int end) {
  Gathering* gathering = context;
  const Part* part = gathering->parts + lb_shareAt(gathering->shares, first);
  if (part->count) {
    memcpy(gathering->list + part->start, part->contacts, (size_t)part->count * sizeof(mjContact));
  }
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

// Fewer contacts are copied by one thread.
enum { FEWEST_COPIED = 32 };

// Leaves what the parts have found to who makes rows of it.
static void leaveParts(mjData* d, const Gathering* gathering) {
  lbShares* shares = lb_contactShares(d);
  shares->count = 0;
  for (int i = 0; i < gathering->shares->count; i++) {
    const Part* part = gathering->parts + i;
    if (part->count) {
      int k = shares->count;
      lb_addShare(shares, part->start + part->count, gathering->shares->home[i]);
      shares->sums[k][0] = part->sums[0];
      shares->sums[k][1] = part->sums[1];
      shares->found[k] = part->contacts;
    }
  }
  lb_ahead(d)->found = true;
}

static void appendParts(const mjModel* m, mjData* d, Gathering* gathering) {
  int total = 0;
  for (int i = 0; i < gathering->shares->count; i++) {
    gathering->parts[i].start = total;
    total += gathering->parts[i].count;
  }
  if (!total) {
    return;
  }
  gathering->list = lb_arenaAlloc(d, (size_t)total * sizeof(mjContact), _Alignof(mjContact));
  d->ncon = total;
  if (gathering->ahead->countRows && total >= FEWEST_COPIED) {
    leaveParts(d, gathering);
  } else if (total < FEWEST_COPIED ||
             !lb_spreadShares(m, d, gathering->shares, copyPart, gathering)) {
    for (int i = 0; i < gathering->shares->count; i++) {
      copyPart(m, d, gathering, gathering->shares->start[i], 0);
    }
  }
}

bool lb_gatherShares(const mjModel* m, mjData* d, const lbShares* shares, lbItems items,
                     void* context) {
  Gathering gathering = {d->contact, items, context, shares, lb_ahead(d), {{0}}};
  mjtSize stackBefore = d->maxuse_stack, arenaBefore = d->maxuse_arena;
  bool done = lb_spreadShares(m, d, shares, runPart, &gathering);
  size_t use = done ? useOfOne(gathering.parts, shares->count) : 0;
  if (!done || use > (size_t)d->narena) {
    d->maxuse_stack = stackBefore;
    d->maxuse_arena = arenaBefore;
    return false;
  }
  appendParts(m, d, &gathering);
  d->maxuse_arena = arenaBefore > (mjtSize)use ? arenaBefore : (mjtSize)use;
  return true;
}

bool lb_gatherContacts(const mjModel* m, mjData* d, int count, lbItems items, void* context) {
  if (!lb_hasThreads(d) || d->ncon || !count) {
    return false;
  }
  lbShares shares = {.count = 0};
  lb_addEvenShares(d, &shares, count, count < lbMOST_SHARES ? count : lbMOST_SHARES);
  return lb_gatherShares(m, d, &shares, items, context);
}
