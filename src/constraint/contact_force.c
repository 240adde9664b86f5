// Force at a contact.

#include "api/mj_functions.h"

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]) {
  for (int i = 0; i < 6; i++) {
    result[i] = 0;
  }
  if (id < 0 || id >= d->ncon || d->contact[id].efc_address < 0) {
    return;
  }
  const mjContact* con = d->contact + id;
  const mjtNum* force = d->efc_force + con->efc_address;
  if (con->dim == 1 || m->opt.cone == mjCONE_ELLIPTIC) {
    for (int i = 0; i < con->dim; i++) {
      result[i] = force[i];
    }
    result[0] -= con->adhesion;
    return;
  }

  // pyramid: normal is the sum of the edges, friction their weighted differences
  for (int j = 1; j < con->dim; j++) {
    mjtNum plus = force[2 * j - 2], minus = force[2 * j - 1];
    result[0] += plus + minus;
    result[j] = (plus - minus) * con->friction[j - 1];
  }
  result[0] -= con->adhesion;
}
