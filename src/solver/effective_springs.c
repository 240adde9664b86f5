// Springs of passive contacts in the effective mass.
//
// A spring pushes with the force -k dist along the contact's normal, J' in joint space. At the end
// of the step dist has changed by h J v + h^2 J a, so K has h^2 k J' J: a rank one term with the
// row J scaled by h sqrt(k). It is kept as this row, not as blocks: a contact couples vertices that
// share no element, and which ones changes from step to step.

#include <math.h>

#include "constraint/contact_spring.h"
#include "solver/effective_parts.h"

// Springs and their dofs, whether they belong to rows or not.
typedef struct Count_ {
  int springs, dofs;
} Count;

static void countSpring(void* context, const lbContactSpring* spring) {
  Count* count = context;
  count->springs++;
  count->dofs += spring->count;
}

typedef struct Store_ {
  mjtNum timestep;
  const int* rowOfDof;
  lbSprings* springs;
} Store;

// COMPAT: PAS-44: only vertices of implicit flexes feel the springs, not what else moves them
static void storeSpring(void* context, const lbContactSpring* spring) {
  Store* store = context;
  lbSprings* springs = store->springs;
  int at = springs->adr[springs->count];
  mjtNum scale = store->timestep * sqrt(spring->stiffness);
  for (int k = 0; k < spring->count; k++) {
    if (store->rowOfDof[spring->dof[k]] >= 0) {
      springs->dof[at] = spring->dof[k];
      springs->J[at++] = scale * spring->J[k];
    }
  }
  springs->adr[++springs->count] = at;
}

lbSprings lb_makeSprings(const mjModel* m, mjData* d, const int* rowOfDof) {
  Count count = {0, 0};
  lb_visitContactSprings(m, d, countSpring, &count);
  lbSprings springs = {
      .adr = lb_effectiveArray(d, (size_t)(count.springs + 1) * sizeof(int)),
      .dof = lb_effectiveArray(d, (size_t)count.dofs * sizeof(int)),
      .J = lb_effectiveArray(d, (size_t)count.dofs * sizeof(mjtNum)),
  };
  Store store = {m->opt.timestep, rowOfDof, &springs};
  springs.adr[0] = 0;
  lb_visitContactSprings(m, d, storeSpring, &store);
  return springs;
}

void lb_addSprings(const lbSprings* springs, mjtNum* res, const mjtNum* x) {
  for (int s = 0; s < springs->count; s++) {
    int first = springs->adr[s], end = springs->adr[s + 1];
    mjtNum sum = 0;
    for (int k = first; k < end; k++) {
      sum += springs->J[k] * x[springs->dof[k]];
    }
    for (int k = first; k < end; k++) {
      res[springs->dof[k]] += springs->J[k] * sum;
    }
  }
}

typedef struct Velocity_ {
  const mjtNum* qvel;
  mjtNum* c;
  mjtNum timestep;
} Velocity;

static void addSpringForce(void* context, const lbContactSpring* spring) {
  Velocity* v = context;
  mjtNum speed = 0;
  for (int k = 0; k < spring->count; k++) {
    speed += spring->J[k] * v->qvel[spring->dof[k]];
  }
  for (int k = 0; k < spring->count; k++) {
    v->c[spring->dof[k]] -= v->timestep * spring->stiffness * speed * spring->J[k];
  }
}

void lb_addSpringForces(const mjModel* m, mjData* d, mjtNum* c) {
  Velocity velocity = {d->qvel, c, m->opt.timestep};
  lb_visitContactSprings(m, d, addSpringForce, &velocity);
}
