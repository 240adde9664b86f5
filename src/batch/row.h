// Rows into data and back; see row.c.

#pragma once

#include "batch/batch.h"

// Brings a simulation into m and d; renew: its constants are computed anew in any case.
void lb_loadRow(const lbBatch* b, mjModel* m, mjData* d, int index, bool renew);

// Takes state, outputs and warnings from d.
void lb_storeRow(lbBatch* b, const mjModel* m, mjData* d, int index);

// What happened to a simulation, from the warnings in d.
void lb_storeWarnings(lbBatch* b, const mjData* d, int index);

// One output, or part of the state.
void lb_copyOutput(const lbBatchEntry* entry, const mjModel* m, mjData* d, void* row);

// Whether a simulation went bad since its last reset.
bool lb_hasDiverged(const mjData* d);

// Raises an error unless first..first+count-1 are simulations of the batch.
void lb_checkRange(const lbBatch* b, const char* function, int first, int count);
