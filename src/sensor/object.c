// Frames of objects that sensors are attached to.

#include <stdbool.h>

#include "base/error.h"
#include "math/inline.h"
#include "sensor/internal.h"

void lb_objectPose(const mjModel* m, const mjData* d, int type, int id, const mjtNum** position,
                   const mjtNum** rotation) {
  switch (type) {
    case mjOBJ_BODY:
      *position = d->xipos + 3 * id;
      *rotation = d->ximat + 9 * id;
      break;
    case mjOBJ_XBODY:
      *position = d->xpos + 3 * id;
      *rotation = d->xmat + 9 * id;
      break;
    case mjOBJ_GEOM:
      *position = d->geom_xpos + 3 * id;
      *rotation = d->geom_xmat + 9 * id;
      break;
    case mjOBJ_SITE:
      *position = d->site_xpos + 3 * id;
      *rotation = d->site_xmat + 9 * id;
      break;
    case mjOBJ_CAMERA:
      *position = d->cam_xpos + 3 * id;
      *rotation = d->cam_xmat + 9 * id;
      break;
    default:
      lb_error("invalid object type in sensor: %d has no frame", type);
  }
}

void lb_objectQuat(const mjModel* m, const mjData* d, int type, int id, mjtNum quat[4]) {
  switch (type) {
    case mjOBJ_XBODY:
      lb_copy4(quat, d->xquat + 4 * id);
      break;
    case mjOBJ_BODY:
      lb_mulQuat(quat, d->xquat + 4 * id, m->body_iquat + 4 * id);
      break;
    case mjOBJ_GEOM:
      lb_mulQuat(quat, d->xquat + 4 * m->geom_bodyid[id], m->geom_quat + 4 * id);
      break;
    case mjOBJ_SITE:
      lb_mulQuat(quat, d->xquat + 4 * m->site_bodyid[id], m->site_quat + 4 * id);
      break;
    case mjOBJ_CAMERA:
      lb_mulQuat(quat, d->xquat + 4 * m->cam_bodyid[id], m->cam_quat + 4 * id);
      break;
    default:
      lb_error("invalid object type in sensor: %d has no orientation", type);
  }
}

int lb_objectBody(const mjModel* m, int type, int id) {
  if (id < 0) {
    return -1;
  }
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY:
      return id;
    case mjOBJ_GEOM:
      return m->geom_bodyid[id];
    case mjOBJ_SITE:
      return m->site_bodyid[id];
    case mjOBJ_CAMERA:
      return m->cam_bodyid[id];
    case mjOBJ_JOINT:
      return m->jnt_bodyid[id];
    case mjOBJ_DOF:
      return m->dof_bodyid[id];
    default:
      return -1;
  }
}

int mj_insideSite(const mjModel* m, const mjData* d, int siteid, const mjtNum point[3]) {
  LB_REQUIRE(m && d && point);
  lb_checkId(m->nsite, siteid, "site", "mj_insideSite");
  return lb_insideSite(m, d, siteid, point);
}

bool lb_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]) {
  const mjtNum* size = m->site_size + 3 * site;
  mjtNum offset[3], p[3];
  lb_sub3(offset, point, d->site_xpos + 3 * site);
  lb_mulMatTVec3(p, d->site_xmat + 9 * site, offset);
  mjtNum radius2 = p[0] * p[0] + p[1] * p[1];
  switch (m->site_type[site]) {
    case mjGEOM_SPHERE:
      return radius2 + p[2] * p[2] < size[0] * size[0];
    case mjGEOM_CAPSULE: {
      mjtNum beyond = lb_max(0, (p[2] < 0 ? -p[2] : p[2]) - size[1]);
      return radius2 + beyond * beyond < size[0] * size[0];
    }
    case mjGEOM_ELLIPSOID: {
      mjtNum x = p[0] / size[0], y = p[1] / size[1], z = p[2] / size[2];
      return x * x + y * y + z * z < 1;
    }
    case mjGEOM_CYLINDER:
      return radius2 < size[0] * size[0] && p[2] < size[1] && p[2] > -size[1];
    case mjGEOM_BOX:
      return p[0] < size[0] && p[0] > -size[0] && p[1] < size[1] && p[1] > -size[1] &&
             p[2] < size[2] && p[2] > -size[2];
    case mjGEOM_MESH: {
      static const mjtNum still[3];
      return lb_rayMeetsSiteMesh(m, d, site, point, still);
    }
    default:
      return false;
  }
}
