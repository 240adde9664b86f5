// Straight segments between points of two bodies; see segment.h.

#include "kinematics/segment.h"

#include "math/inline.h"

// Adds scale * direction . d(point)/dq for one dof, at or before position k of the row; returns the
// position reached.
static int addColumn(const mjModel* m, const mjData* d, lbPath* path, int k, int dofId,
                     const mjtNum point[3], const mjtNum direction[3], mjtNum scale) {
  while (k > 0 && path->column[k] > dofId) {
    k--;
  }
  if (k >= 0 && path->column[k] == dofId) {
    const mjtNum* cdof = d->cdof + 6 * dofId;
    const mjtNum* com = d->subtree_com + 3 * m->body_rootid[m->dof_bodyid[dofId]];
    mjtNum offset[3], velocity[3];
    lb_sub3(offset, point, com);
    lb_cross(velocity, cdof, offset);
    lb_addTo3(velocity, cdof + 3);
    path->J[k] += scale * lb_dot3(direction, velocity);
  }
  return k;
}

void lb_addPoint(const mjModel* m, const mjData* d, lbPath* path, int bodyId, const mjtNum point[3],
                 const mjtNum direction[3]) {
  int k = path->columnCount - 1;
  for (int i = lb_lastDof(m, bodyId); i >= 0; i = m->dof_parentid[i]) {
    k = addColumn(m, d, path, k, i, point, direction, 1);
  }
}

void lb_addSegment(const mjModel* m, const mjData* d, lbPath* path, const mjtNum start[3],
                   int startBody, const mjtNum end[3], int endBody) {
  mjtNum direction[3];
  lb_sub3(direction, end, start);
  path->length += lb_normalize3(direction) / path->divisor;
  if (startBody == endBody) {
    return;
  }

  // climb from both bodies, the later dof first, until the chains join
  mjtNum scale = 1 / path->divisor;
  int startDof = lb_lastDof(m, startBody), endDof = lb_lastDof(m, endBody);
  int k = path->columnCount - 1;
  while (startDof != endDof) {
    if (endDof > startDof) {
      k = addColumn(m, d, path, k, endDof, end, direction, scale);
      endDof = m->dof_parentid[endDof];
    } else {
      k = addColumn(m, d, path, k, startDof, start, direction, -scale);
      startDof = m->dof_parentid[startDof];
    }
  }
}
