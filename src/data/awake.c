// Who sleeps; see awake.h.

#include "data/awake.h"

static bool siteAwake(const mjModel* m, const mjData* d, int siteId) {
  return d->body_awake[m->site_bodyid[siteId]] == mjS_AWAKE;
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
      // COMPAT: the reference site does not count
      return lb_treeAsleep(m, d, m->body_treeid[m->site_bodyid[target[0]]]);
    case mjTRN_SLIDERCRANK:
      // COMPAT: a static site counts as asleep here, whether or not anything sleeps
      return (m->opt.enableflags & mjENBL_SLEEP) && !siteAwake(m, d, target[0]) &&
             !siteAwake(m, d, target[1]);
    default:
      return false;
  }
}
