// Contacts found by several threads, in the order of one; see data/threadpool.h.

#pragma once

#include "api/limber.h"
#include "data/threadpool.h"

// Runs items 0 ... count-1, which append contacts, and appends those to the list of d, which is
// empty, in the order of the items. False when d has no threads, or the items have to be done in
// order: the list is empty then.
bool lb_gatherContacts(const mjModel* m, mjData* d, int count, lbItems items, void* context);

// The same for items in shares.
bool lb_gatherShares(const mjModel* m, mjData* d, const lbShares* shares, lbItems items,
                     void* context);
