// Straight segments between points of two bodies; see segment.h.

#include "kinematics/segment.h"

#include "math/inline.h"

// d(point)/dq of a dof that moves it.
static void pointVelocity(mjtNum velocity[3], const mjModel* m, const mjData* d, int dofId,
                          const mjtNum point[3]) {
  const mjtNum* cdof = d->cdof + 6 * dofId;
  mjtNum offset[3];
  lb_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[m->dof_bodyid[dofId]]);
  lb_cross(velocity, cdof, offset);
  lb_addTo3(velocity, cdof + 3);
}

// Adds scale * direction . d(point)/dq for one dof, at or before position k of the row, or of
// d(point - start)/dq where there is a start; returns the position reached.
static int addColumn(const mjModel* m, const mjData* d, lbPath* path, int k, int dofId,
                     const mjtNum point[3], const mjtNum* start, const mjtNum direction[3],
                     mjtNum scale) {
  while (k > 0 && path->column[k] > dofId) {
    k--;
  }
  if (k >= 0 && path->column[k] == dofId) {
    mjtNum velocity[3];
    pointVelocity(velocity, m, d, dofId, point);
    if (start) {
      mjtNum other[3];
      pointVelocity(other, m, d, dofId, start);
      lb_subFrom3(velocity, other);
    }
    path->J[k] += scale * lb_dot3(direction, velocity);
  }
  return k;
}

void lb_addPoint(const mjModel* m, const mjData* d, lbPath* path, int bodyId, const mjtNum point[3],
                 const mjtNum direction[3]) {
  int k = path->columnCount - 1;
  for (int i = lb_lastDof(m, bodyId); i >= 0; i = m->dof_parentid[i]) {
    k = addColumn(m, d, path, k, i, point, NULL, direction, 1);
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
  // COMPAT: TENDON-ROUNDING: where nothing moves the ends apart, each dof gets what rounding leaves
  // of its zero, which decides whether there are constraint rows
  for (int i = startDof == endDof ? startDof : -1; i >= 0; i = m->dof_parentid[i]) {
    k = addColumn(m, d, path, k, i, end, start, direction, scale);
  }
  while (startDof != endDof) {
    if (endDof > startDof) {
      k = addColumn(m, d, path, k, endDof, end, NULL, direction, scale);
      endDof = m->dof_parentid[endDof];
    } else {
      k = addColumn(m, d, path, k, startDof, start, NULL, direction, -scale);
      startDof = m->dof_parentid[startDof];
    }
  }
}
