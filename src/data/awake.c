// Who sleeps; see awake.h.

#include "data/awake.h"

static bool siteAsleep(const mjModel* m, const mjData* d, int siteId) {
  return lb_treeAsleep(m, d, m->body_treeid[m->site_bodyid[siteId]]);
}

bool lb_actuatorAsleep(const mjModel* m, const mjData* d, int actuatorId) {
  const int* target = m->actuator_trnid + 2 * actuatorId;
  switch (m->actuator_trntype[actuatorId]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return lb_treeAsleep(m, d, m->body_treeid[m->jnt_bodyid[target[0]]]);
    case mjTRN_TENDON:
      return lb_tendonAsleep(m, d, target[0]);
    case mjTRN_BODY:
      return lb_treeAsleep(m, d, m->body_treeid[target[0]]);
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK:
      return siteAsleep(m, d, target[0]) && (target[1] < 0 || siteAsleep(m, d, target[1]));
    default:
      return false;
  }
}
