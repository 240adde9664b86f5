// The effective mass of flexes: implicit integration of their elasticity.
//
// With the implicit integrators and the CG solver, elastic forces of flexes act at the end of the
// step. To first order, a step of length h moves points by h v + h^2 a, changes their velocities
// by h a, and with them an elastic force f by
//   -(k h^2 + B h) a - k h v,       B = damping k,
// k the stiffness -df/dx at the present shape. Bringing the part in a to the left side of M a = f
// gives what is solved in place of it,
//   (M + K) a = f + c,   K = (h^2 + h damping) k,   c = -h k v.
// k leaves out negative (buckling) parts, so that M + K stays positive definite, and includes the
// springs of passive contacts. The constraint solver then works with M + K as well.
//
// K consists of 3 x 3 blocks between vertices (effective_values.c), of what bodies that carry
// lattices add (effective_carriers.c) and of springs (effective_springs.c). Which blocks there are
// is found first (effective_pattern.c). Nothing is factored as a whole: M + K is solved by
// conjugate gradients with the preconditioner of effective_precondition.c.
//
// Rows, the vertices of flexes (or nodes of lattices) that move by three translations of their own,
// are numbered from 0; all other indices are dofs. Elsewhere, and outside carriers, K is zero.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// The 3 x 3 blocks of K, in compressed rows. Published as efm_dofid and efm_K_*.
typedef struct lbStiffnessBlocks_ {
  int rows;
  const int* dof;     // first dof of a row (rows)
  int* nnz;           // blocks of a row (rows)
  int* adr;           // its first block (rows)
  const int* column;  // first dof of a block's columns (blocks)
  mjtNum* value;      // (blocks x 9), each by rows
} lbStiffnessBlocks;

// An edge that resists bending, where K consists of nothing else and has no blocks.
typedef struct lbHinge_ {
  int flex;
  int adr;     // its record in flex_bending
  int dof[4];  // of its ends and the tips of its triangles, -1 where there is none
} lbHinge;

typedef struct lbHinges_ {
  int count;
  lbHinge* hinge;  // (count)
} lbHinges;

// What dofs that carry a lattice add to its blocks (effective_carriers.c).
typedef struct lbCarrier_ {
  int flex;
  int nodes;        // nodes that are rows
  int dofs;         // dofs that move nodes besides
  int dofAdr;       // the first of them
  size_t valueAdr;  // B (3 nodes x dofs), then C (dofs x dofs)
} lbCarrier;

typedef struct lbCarriers_ {
  int count;
  lbCarrier* carrier;  // (count)
  int* dof;
  mjtNum* value;
} lbCarriers;

// Springs of passive contacts: K also has J' J of each of them.
typedef struct lbSprings_ {
  int count;
  int* adr;   // first entry of a spring (count + 1)
  int* dof;   // dofs of rows that move the contact, in threes (entries)
  mjtNum* J;  // h sqrt(stiffness) times the contact's velocity per dof (entries)
} lbSprings;

// How M + K is solved at rows, approximately (effective_precondition.c).
typedef struct lbPreconditioner_ {
  bool constant;   // by the model's factor efm0_L, else by diagonal blocks
  bool isotropic;  // constant: x, y and z have equal factors
  mjtNum* block;   // else: Cholesky factors of the diagonal blocks (rows x 9); efm_L
} lbPreconditioner;

typedef struct lbEffectiveMass_ {
  lbStiffnessBlocks blocks;
  lbHinges hinges;
  lbCarriers carriers;
  lbSprings springs;
  lbPreconditioner preconditioner;
} lbEffectiveMass;

// Raises an error when a flex has passive contacts but the options rule the effective mass out.
void lb_requirePassiveContacts(const mjModel* m);

// Decides whether the effective mass applies (d->efm_active), and if so makes it and c (efm_c).
// Needs positions and velocities; parts that depend on positions only are made once in a step.
void lb_makeEffectiveMass(const mjModel* m, mjData* d);

// The parts that were made, while d->efm_active.
lbEffectiveMass lb_effectiveMass(const mjModel* m, const mjData* d);

// res += K x, both nv.
void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x);

// z = preconditioned r, both nv; not in place.
void lb_precondition(const mjModel* m, mjData* d, mjtNum* z, const mjtNum* r);

// x = inv(M + K) rhs by preconditioned conjugate gradients.
void lb_solveEffectiveMass(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* rhs);
