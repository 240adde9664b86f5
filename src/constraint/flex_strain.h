// Strain equalities of interpolated flexes: one per cell, or per surface quad of a hollow lattice.

#pragma once

#include "constraint/rows.h"

void lb_flexStrainSize(const mjModel* m, mjData* d, int eq, int* rows, int* nnz);
void lb_addFlexStrain(lbRowBuilder* b, int eq);
