// not final
#include "api/mj_functions.h"
#include "math/inline.h"

void mj_flex(const mjModel* m, mjData* d) {
  for (int v = 0; v < m->nflexvert; v++) {
    int bodyId = m->flex_vertbodyid[v];
    if (bodyId >= 0) {
      lb_mulMatVec3(d->flexvert_xpos + 3 * v, d->xmat + 9 * bodyId, m->flex_vert + 3 * v);
      lb_addTo3(d->flexvert_xpos + 3 * v, d->xpos + 3 * bodyId);
    }
  }
}
