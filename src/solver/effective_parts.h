// What the files of the effective mass share: which flexes take part in which way, and the steps in
// which lb_makeEffectiveMass puts the parts together.

#pragma once

#include "data/flex_lattice.h"
#include "solver/effective_mass.h"

// ------------------------------------------------------------------------- kinds of flexes

// Its contacts are springs.
bool lb_isPassive(const mjModel* m, int flexId);

// Its stiffness is that of the cells of a lattice, between nodes.
bool lb_isLattice(const mjModel* m, int flexId);

// It is integrated implicitly.
bool lb_isImplicit(const mjModel* m, int flexId);

// Its elements resist stretching; constraints of edges, vertices or strain take the place of that.
bool lb_stretches(const mjModel* m, int flexId);

// Its edges resist bending, between vertices.
bool lb_bends(const mjModel* m, int flexId);

// Some flex makes K depend on positions. Otherwise its factor is in the model, and the solution is
// wanted to the last digit.
bool lb_stiffnessVaries(const mjModel* m);

// h^2 + h damping: K over k.
mjtNum lb_stiffnessScale(const mjModel* m, int flexId);

// Points that carry the stiffness of a flex, vertices or nodes: their number, and the first dof of
// one, -1 when it has none of its own.
int lb_pointCount(const mjModel* m, int flexId);
int lb_pointDof(const mjModel* m, int flexId, int point);

// First dofs of the four vertices around edge number e of a flex, its ends and the tips of its
// triangles; false at the boundary.
bool lb_flapDofs(const mjModel* m, int flexId, int e, int dof[4]);

// Cells of a lattice, and the nodes of one with their first dofs; returns the number of nodes.
int lb_cellCount(const mjModel* m, int flexId);
int lb_cellDofs(const mjModel* m, int flexId, int cell, int node[lbMAX_CELL_NODES],
                int dof[lbMAX_CELL_NODES]);

// ---------------------------------------------------------------------------------- steps
// rowOfDof (nv) is the row of a dof, -1 for dofs of none.

// Arena memory; raises an error when there is none left.
void* lb_effectiveArray(mjData* d, size_t bytes);

// Numbers the rows: d->nefmdof, d->efm_dofid, rowOfDof.
void lb_numberRows(const mjModel* m, mjData* d, int* rowOfDof);

// Makes d->efm_K_rownnz, efm_K_rowadr, efm_K_colind and zero blocks in d->efm_K_val; none at all
// without rowOfDof.
void lb_makeBlockPattern(const mjModel* m, mjData* d, const int* rowOfDof);

// Adds the stiffness of all flexes to the blocks.
void lb_addBlockValues(const mjModel* m, mjData* d, const int* rowOfDof, lbStiffnessBlocks* blocks);

// Where K is constant and no slide is turned: its edges, in arena memory, in place of blocks.
lbHinges lb_makeHinges(const mjModel* m, mjData* d);

// res += scale k x of one of them.
void lb_addHinge(const mjModel* m, const lbHinge* hinge, mjtNum scale, mjtNum* res,
                 const mjtNum* x);

// What carries lattices, in arena memory.
lbCarriers lb_makeCarriers(const mjModel* m, mjData* d);

// res += scale K x for the part of K that one of them makes.
void lb_addCarrier(const mjModel* m, const lbCarriers* carriers, const lbCarrier* carrier,
                   mjtNum scale, mjtNum* res, const mjtNum* x);

// Springs of passive contacts, in arena memory.
lbSprings lb_makeSprings(const mjModel* m, mjData* d, const int* rowOfDof);

// res += J' J x of all springs.
void lb_addSprings(const lbSprings* springs, mjtNum* res, const mjtNum* x);

// c -= h k v of all springs. Unlike in K, everything that moves a contact counts.
void lb_addSpringForces(const mjModel* m, mjData* d, mjtNum* c);

// The preconditioner for blocks and springs, in arena memory: d->nefmL, d->efm_L.
lbPreconditioner lb_makePreconditioner(const mjModel* m, mjData* d, const lbEffectiveMass* mass,
                                       const int* rowOfDof);
