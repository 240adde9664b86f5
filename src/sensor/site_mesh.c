// Sites that have the shape of a mesh: of its convex hull, where the mesh's file has it. The hull
// is the intersection of the half spaces below its faces.

#include "math/inline.h"
#include "math/pose.h"
#include "sensor/internal.h"

// A ray in the frame in which the mesh's vertices are, and where it is inside of the faces so far.
typedef struct {
  mjtNum point[3], along[3];
  mjtNum from, to;
} Cut;

// The outward normal of a face of a hull, of any length, and a point of it.
static void faceOf(const float* vert, const int* corner, mjtNum normal[3], mjtNum point[3]) {
  mjtNum v[3][3], ab[3], ac[3];
  for (int k = 0; k < 3; k++) {
    const float* p = vert + 3 * corner[k];
    lb_set3(v[k], p[0], p[1], p[2]);
  }
  lb_sub3(ab, v[1], v[0]);
  lb_sub3(ac, v[2], v[0]);
  lb_cross(normal, ab, ac);
  lb_copy3(point, v[0]);
}

// Leaves of the ray what is below a face; false when nothing is left.
static bool cutByFace(Cut* cut, const mjtNum normal[3], const mjtNum point[3]) {
  mjtNum offset[3];
  lb_sub3(offset, cut->point, point);
  mjtNum height = lb_dot3(offset, normal), climb = lb_dot3(cut->along, normal);
  if (climb > 0) {
    cut->to = lb_min(cut->to, -height / climb);
  } else if (climb < 0) {
    cut->from = lb_max(cut->from, -height / climb);
  } else if (height >= 0) {
    return false;
  }
  return cut->from <= cut->to;
}

bool lb_rayMeetsSiteMesh(const mjModel* m, const mjData* d, int site, const mjtNum pnt[3],
                         const mjtNum vec[3]) {
  int mesh = m->site_dataid[site];
  if (mesh < 0 || m->mesh_graphadr[mesh] < 0) {
    return false;
  }
  Cut cut = {.from = 0, .to = mjMAXVAL};
  mjtNum offset[3], local[3], back[4];
  lb_sub3(offset, pnt, d->site_xpos + 3 * site);
  lb_mulMatTVec3(local, d->site_xmat + 9 * site, offset);
  lb_subFrom3(local, m->mesh_pos + 3 * mesh);
  lb_negQuat(back, m->mesh_quat + 4 * mesh);
  lb_rotVecQuat(cut.point, local, back);
  lb_mulMatTVec3(local, d->site_xmat + 9 * site, vec);
  lb_rotVecQuat(cut.along, local, back);

  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  const int *corner = graph + 2 + 3 * graph[0] + 3 * graph[1], *end = corner + 3 * graph[1];
  for (; corner < end; corner += 3) {
    mjtNum normal[3], point[3];
    faceOf(vert, corner, normal, point);
    if (!cutByFace(&cut, normal, point)) {
      return false;
    }
  }
  return graph[1] > 0;
}
