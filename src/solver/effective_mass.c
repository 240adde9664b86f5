// Puts the effective mass of flexes together; see effective_mass.h.

#include "solver/effective_mass.h"

#include "api/mj_functions.h"
#include "base/compiler.h"
#include "base/error.h"
#include "data/stack.h"
#include "math/inline.h"
#include "math/simd.h"
#include "model/options.h"
#include "solver/effective_parts.h"

// What is kept in the arena, beside the published arrays, until the next position stage: d->efm.
// The places of arrays count from the start of the arena, which mj_copyData copies as a whole.
typedef struct Record_ {
  int carriers;
  size_t carrier, carrierDof, carrierValue;
  int springs;
  size_t springAdr, springDof, springJ;
  int hinges;
  size_t hinge;
  bool isotropic;
} Record;

static bool isPossible(const mjModel* m) {
  bool implicit = m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
  return implicit && m->opt.solver == mjSOL_CG && m->opt.cone == mjCONE_PYRAMIDAL &&
         !lb_enabled(m, mjENBL_SLEEP);
}

static bool isActive(const mjModel* m) {
  for (int f = 0; isPossible(m) && f < m->nflex; f++) {
    if (lb_isPassive(m, f) || lb_isLattice(m, f) ||
        (lb_isImplicit(m, f) && (lb_stretches(m, f) || m->flex_bendingadr[f] >= 0))) {
      return true;
    }
  }
  return false;
}

void lb_requirePassiveContacts(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (lb_isPassive(m, f) && !isPossible(m)) {
      lb_error(
          "mj_forward: passive flex contact of flex %d needs the effective metric: the implicit or "
          "implicitfast integrator, the CG solver, pyramidal cones and no sleeping",
          f);
    }
  }
}

static lbStiffnessBlocks blocksOf(const mjData* d) {
  return (lbStiffnessBlocks){
      .rows = d->nefmdof,
      .dof = d->efm_dofid,
      .nnz = d->efm_K_rownnz,
      .adr = d->efm_K_rowadr,
      .column = d->efm_K_colind,
      .value = d->efm_K_val,
  };
}

lbEffectiveMass lb_effectiveMass(const mjModel* m, const mjData* d) {
  const Record* record = d->efm;
  char* arena = d->arena;
  return (lbEffectiveMass){
      .blocks = blocksOf(d),
      .hinges = {.count = record->hinges, .hinge = (lbHinge*)(arena + record->hinge)},
      .carriers =
          {
              .count = record->carriers,
              .carrier = (lbCarrier*)(arena + record->carrier),
              .dof = (int*)(arena + record->carrierDof),
              .value = (mjtNum*)(arena + record->carrierValue),
          },
      .springs =
          {
              .count = record->springs,
              .adr = (int*)(arena + record->springAdr),
              .dof = (int*)(arena + record->springDof),
              .J = (mjtNum*)(arena + record->springJ),
          },
      .preconditioner =
          {
              .constant = !d->nefmL,
              .isotropic = record->isotropic,
              .block = d->efm_L,
          },
  };
}

static void keep(mjData* d, const lbEffectiveMass* mass) {
  const char* arena = d->arena;
  Record* record = d->efm = lb_effectiveArray(d, sizeof(Record));
  *record = (Record){
      .carriers = mass->carriers.count,
      .carrier = (size_t)((const char*)mass->carriers.carrier - arena),
      .carrierDof = (size_t)((const char*)mass->carriers.dof - arena),
      .carrierValue = (size_t)((const char*)mass->carriers.value - arena),
      .springs = mass->springs.count,
      .springAdr = (size_t)((const char*)mass->springs.adr - arena),
      .springDof = (size_t)((const char*)mass->springs.dof - arena),
      .springJ = (size_t)((const char*)mass->springs.J - arena),
      .hinges = mass->hinges.count,
      .hinge = mass->hinges.count ? (size_t)((const char*)mass->hinges.hinge - arena) : 0,
      .isotropic = mass->preconditioner.isotropic,
  };
}

// K and its preconditioner, which depend on positions only.
static void makeParts(const mjModel* m, mjData* d) {
  size_t points = (size_t)(m->nflexvert + m->nflexnode), nv = (size_t)m->nv;
  d->efm_dofid = lb_effectiveArray(d, points * sizeof(int));
  d->efm_K_rownnz = lb_effectiveArray(d, nv * sizeof(int));
  d->efm_K_rowadr = lb_effectiveArray(d, nv * sizeof(int));
  mj_markStack(d);
  int* rowOfDof = lb_stackInt(d, nv);
  lb_numberRows(m, d, rowOfDof);
  lbHinges hinges = lb_makeHinges(m, d);
  lb_makeBlockPattern(m, d, hinges.count ? NULL : rowOfDof);

  lbEffectiveMass mass = {.blocks = blocksOf(d), .hinges = hinges};
  if (!hinges.count) {
    lb_addBlockValues(m, d, rowOfDof, &mass.blocks);
  }
  mass.carriers = lb_makeCarriers(m, d);
  mass.springs = lb_makeSprings(m, d, rowOfDof);
  mass.preconditioner = lb_makePreconditioner(m, d, &mass, rowOfDof);
  keep(d, &mass);
  mj_freeStack(d);
}

// The nine numbers of a block by those of x that they meet, two by two; rows are summed at the end.
LB_APART static void addBlocks(const lbStiffnessBlocks* blocks, mjtNum* res, const mjtNum* x) {
  for (int b = 0; b < blocks->rows; b++) {
    const int* column = blocks->column + blocks->adr[b];
    const mjtNum* A = blocks->value + 9 * blocks->adr[b];
    lbV2 sum01 = {0, 0}, sum23 = {0, 0}, sum45 = {0, 0}, sum67 = {0, 0};
    mjtNum sum8 = 0;
    for (int k = 0; k < blocks->nnz[b]; k++, A += 9) {
      const mjtNum* from = x + column[k];
      lbV2 x01 = lb_load2(from), x12 = lb_load2(from + 1);
      sum01 += lb_load2(A) * x01;
      sum23 += lb_load2(A + 2) * (lbV2){x12[1], x01[0]};
      sum45 += lb_load2(A + 4) * x12;
      sum67 += lb_load2(A + 6) * x01;
      sum8 += A[8] * x12[1];
    }
    mjtNum* to = res + blocks->dof[b];
    to[0] += lb_sum2(sum01) + sum23[0];
    to[1] += sum23[1] + lb_sum2(sum45);
    to[2] += lb_sum2(sum67) + sum8;
  }
}

void lb_addStiffness(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* x) {
  lbEffectiveMass mass = lb_effectiveMass(m, d);
  addBlocks(&mass.blocks, res, x);
  for (int i = 0; i < mass.hinges.count; i++) {
    const lbHinge* hinge = mass.hinges.hinge + i;
    lb_addHinge(m, hinge, lb_stiffnessScale(m, hinge->flex), res, x);
  }
  for (int i = 0; i < mass.carriers.count; i++) {
    lb_addCarrier(m, &mass.carriers, mass.carriers.carrier + i, 1, res, x);
  }
  lb_addSprings(&mass.springs, res, x);
}

// c = -h k v. Flexes differ in the factor between k and K, so velocities are scaled by its inverse.
static void makeForce(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    d->efm_c[i] = 0;
  }
  mj_markStack(d);
  mjtNum* scaled = lb_stackNum(d, m->nv);
  for (int i = 0; i < m->nv; i++) {
    scaled[i] = 0;
  }
  for (int f = 0; f < m->nflex; f++) {
    mjtNum scale = -m->opt.timestep / lb_stiffnessScale(m, f);
    for (int i = 0; lb_isImplicit(m, f) && i < lb_pointCount(m, f); i++) {
      int dof = lb_pointDof(m, f, i);
      if (dof >= 0) {
        lb_scl3(scaled + dof, d->qvel + dof, scale);
      }
    }
  }
  lbStiffnessBlocks blocks = blocksOf(d);
  addBlocks(&blocks, d->efm_c, scaled);
  mj_freeStack(d);
  lbHinges hinges = lb_effectiveMass(m, d).hinges;
  for (int i = 0; i < hinges.count; i++) {
    lb_addHinge(m, hinges.hinge + i, -m->opt.timestep, d->efm_c, d->qvel);
  }
  lbCarriers carriers = lb_effectiveMass(m, d).carriers;
  for (int i = 0; i < carriers.count; i++) {
    const lbCarrier* carrier = carriers.carrier + i;
    mjtNum scale = -m->opt.timestep / lb_stiffnessScale(m, carrier->flex);
    lb_addCarrier(m, &carriers, carrier, scale, d->efm_c, d->qvel);
  }
  lb_addSpringForces(m, d, d->efm_c);
}

void lb_makeEffectiveMass(const mjModel* m, mjData* d) {
  d->efm_active = isActive(m);
  if (!d->efm_active) {
    return;
  }
  if (!d->efm) {
    d->efm_c = lb_effectiveArray(d, (size_t)m->nv * sizeof(mjtNum));
    makeParts(m, d);
  }
  makeForce(m, d);
}
