// Which trees may fall asleep on their own.

#include "compile/constants/sleep_policy.h"

#include "base/compiler.h"
#include "base/error.h"

// Sets a tree's policy to never, unless its root body says otherwise.
static void keepAwake(mjModel* m, int tree) {
  if (tree >= 0 && m->tree_sleep_policy[tree] == mjSLEEP_AUTO_ALLOWED) {
    m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
  }
}

static void keepTendonAwake(mjModel* m, int tendon, const char* problem) {
  for (int k = 0; k < m->ten_J_rownnz[tendon]; k++) {
    int tree = m->dof_treeid[m->ten_J_colind[m->ten_J_rowadr[tendon] + k]];
    int policy = m->tree_sleep_policy[tree];
    if (problem && (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT)) {
      lb_error("tree %d connected to tendon %d %s, sleeping not allowed", tree, tendon, problem);
    }
    keepAwake(m, tree);
  }
}

// Trees that something may set in motion at any time do not fall asleep on their own.
LB_APART void lb_setSleepPolicies(mjModel* m) {
  for (int i = 0; i < m->ntree; i++) {
    if (m->tree_sleep_policy[i] < mjSLEEP_NEVER) {
      m->tree_sleep_policy[i] = mjSLEEP_AUTO_ALLOWED;
    }
  }
  for (int i = 0; i < m->nactuator; i++) {
    int id = m->actuator_trnid[2 * i];
    switch (m->actuator_trntype[i]) {
      case mjTRN_TENDON:
        keepTendonAwake(m, id, NULL);
        break;
      case mjTRN_SITE:
      case mjTRN_SLIDERCRANK:
        keepAwake(m, m->body_treeid[m->site_bodyid[id]]);
        break;
      case mjTRN_BODY:
        keepAwake(m, m->body_treeid[id]);
        break;
      case mjTRN_SO3:
        keepAwake(m, m->body_treeid[m->actuator_trnid[2 * i + 1] >= 0 ? m->site_bodyid[id]
                                                                      : m->jnt_bodyid[id]]);
        break;
      default:
        keepAwake(m, m->body_treeid[m->jnt_bodyid[id]]);
        break;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    bool elastic = m->tendon_stiffness[i] != 0 || m->tendon_damping[i] != 0;
    for (int k = 0; k < mjNPOLY; k++) {
      elastic |= m->tendon_stiffnesspoly[mjNPOLY * i + k] != 0;
      elastic |= m->tendon_dampingpoly[mjNPOLY * i + k] != 0;
    }
    if (m->tendon_treenum[i] > 2) {
      keepTendonAwake(m, i, "which spans more than 2 trees");
    } else if (m->tendon_treenum[i] == 2 && elastic) {
      keepTendonAwake(m, i, "with non-zero stiffness or damping");
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    for (int i = m->flex_vertadr[f]; i < m->flex_vertadr[f] + m->flex_vertnum[f]; i++) {
      if (!m->flex_edgeequality[f] && m->flex_vertbodyid[i] > 0) {
        keepAwake(m, m->body_treeid[m->flex_vertbodyid[i]]);
      }
    }
    for (int i = m->flex_nodeadr[f]; i < m->flex_nodeadr[f] + m->flex_nodenum[f]; i++) {
      if (!m->flex_edgeequality[f] && m->flex_nodebodyid[i] > 0) {
        keepAwake(m, m->body_treeid[m->flex_nodebodyid[i]]);
      }
    }
  }
}
