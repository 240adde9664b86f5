// Rangefinders of sites and cameras, projection of a site onto a camera image.
//
// A site measures along its z axis; a camera measures one ray per pixel, rows from the top. For
// each ray the fields chosen in sensor_intprm[0] follow one another in the order of
// mjtRayDataField.

#include <math.h>

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "data/stack.h"
#include "math/inline.h"
#include "math/libm.h"
#include "sensor/internal.h"

// Pinhole camera: focal lengths and principal point in pixels, from the left and top edges.
typedef struct Pinhole_ {
  mjtNum focalX, focalY, centerX, centerY;
} Pinhole;

static bool hasSensorSize(const mjModel* m, int camera) {
  return m->cam_sensorsize[2 * camera] != 0 && m->cam_sensorsize[2 * camera + 1] != 0;
}

static void focalLengths(const mjModel* m, int camera, Pinhole* pinhole) {
  const int* resolution = m->cam_resolution + 2 * camera;
  if (hasSensorSize(m, camera)) {
    const float *size = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
    // COMPAT: CAMERA-FLOATS: pixels in single precision
    pinhole->focalX = intrinsic[0] / size[0] * (float)resolution[0];
    pinhole->focalY = intrinsic[1] / size[1] * (float)resolution[1];
  } else {
    mjtNum halfAngle = m->cam_fovy[camera] * mjPI / 360;
    pinhole->focalX = pinhole->focalY = 0.5 * resolution[1] / lb_tan(halfAngle);
  }
}

void lb_cameraProjection(const mjModel* m, const mjData* d, int id, mjtNum value[2]) {
  int camera = m->sensor_refid[id];
  mjtNum offset[3], p[3];
  lb_sub3(offset, d->site_xpos + 3 * m->sensor_objid[id], d->cam_xpos + 3 * camera);
  lb_mulMatTVec3(p, d->cam_xmat + 9 * camera, offset);

  // COMPAT: CAMERA-PROJECTION: the principal point is the image centre and projection is
  // perspective for every camera
  Pinhole pinhole;
  focalLengths(m, camera, &pinhole);
  mjtNum depth = fabs(p[2]) < mjMINVAL ? -mjMINVAL : p[2];
  value[0] = 0.5 * m->cam_resolution[2 * camera] - p[0] / depth * pinhole.focalX;
  value[1] = 0.5 * m->cam_resolution[2 * camera + 1] + p[1] / depth * pinhole.focalY;
}

// Start (in the camera frame) and unit direction of the ray through a pixel centre.
static void pixelRay(const mjModel* m, int camera, const Pinhole* pinhole, int column, int row,
                     mjtNum start[3], mjtNum direction[3]) {
  const int* resolution = m->cam_resolution + 2 * camera;
  lb_zero3(start);
  if (m->cam_projection[camera] == mjPROJ_ORTHOGRAPHIC) {
    mjtNum extent = m->cam_fovy[camera];
    start[0] = extent * ((column + 0.5) / resolution[0] - 0.5);
    start[1] = extent * (0.5 - (row + 0.5) / resolution[1]);
    lb_set3(direction, 0, 0, -1);
    return;
  }
  lb_set3(direction, (column + 0.5 - pinhole->centerX) / pinhole->focalX,
          -(row + 0.5 - pinhole->centerY) / pinhole->focalY, -1);
  lb_normalize3(direction);
}

static Pinhole rayPinhole(const mjModel* m, int camera) {
  Pinhole pinhole;
  const int* resolution = m->cam_resolution + 2 * camera;
  focalLengths(m, camera, &pinhole);
  pinhole.centerX = 0.5 * resolution[0];
  pinhole.centerY = 0.5 * resolution[1];

  // COMPAT: CAMERA-RAY-INTRINSICS: with intrinsics the principal point counts from the image corner
  if (hasSensorSize(m, camera)) {
    const float *size = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
    pinhole.centerX = intrinsic[2] / size[0] * (float)resolution[0];
    pinhole.centerY = intrinsic[3] / size[1] * (float)resolution[1];
  }
  return pinhole;
}

// Casts one ray and writes the chosen fields; returns the end of what was written.
static mjtNum* castRay(const mjModel* m, const mjData* d, int fields, const mjtNum start[3],
                       const mjtNum direction[3], const mjtNum axis[3], int body, mjtNum* value) {
  int geom;
  mjtNum normal[3] = {0, 0, 0};
  bool wantNormal = fields >> mjRAYDATA_NORMAL & 1;
  mjtNum distance =
      mj_ray(m, d, start, direction, NULL, 1, body, &geom, wantNormal ? normal : NULL);
  bool hit = distance >= 0;

  if (fields >> mjRAYDATA_DIST & 1) {
    *value++ = hit ? distance : -1;
  }
  if (fields >> mjRAYDATA_DIR & 1) {
    lb_scl3(value, direction, hit ? 1 : 0);
    value += 3;
  }
  if (fields >> mjRAYDATA_ORIGIN & 1) {
    lb_copy3(value, start);
    value += 3;
  }
  if (fields >> mjRAYDATA_POINT & 1) {
    lb_zero3(value);
    if (hit) {
      lb_addScl3(value, start, direction, distance);
    }
    value += 3;
  }
  if (wantNormal) {
    lb_scl3(value, normal, hit ? 1 : 0);
    value += 3;
  }
  if (fields >> mjRAYDATA_DEPTH & 1) {
    *value++ = hit ? distance * lb_dot3(direction, axis) : -1;
  }
  return value;
}

void lb_cameraRay(const mjModel* m, const mjData* d, int camera, int pixel, mjtNum start[3],
                  mjtNum direction[3]) {
  const mjtNum* R = d->cam_xmat + 9 * camera;
  int width = m->cam_resolution[2 * camera];
  Pinhole pinhole = rayPinhole(m, camera);
  mjtNum localStart[3], localDirection[3];
  pixelRay(m, camera, &pinhole, pixel % width, pixel / width, localStart, localDirection);
  lb_mulMatVec3(start, R, localStart);
  lb_addTo3(start, d->cam_xpos + 3 * camera);
  lb_mulMatVec3(direction, R, localDirection);
}

void lb_rangefinder(const mjModel* m, mjData* d, int id, mjtNum* value) {
  int object = m->sensor_objid[id], fields = m->sensor_intprm[mjNSENS * id];
  if (m->sensor_objtype[id] == mjOBJ_SITE) {
    const mjtNum* R = d->site_xmat + 9 * object;
    mjtNum axis[3] = {R[2], R[5], R[8]};
    castRay(m, d, fields, d->site_xpos + 3 * object, axis, axis, m->site_bodyid[object], value);
    return;
  }

  // camera: looks along its negative z axis
  const mjtNum* R = d->cam_xmat + 9 * object;
  const int* resolution = m->cam_resolution + 2 * object;
  mjtNum axis[3] = {-R[2], -R[5], -R[8]};
  for (int pixel = 0; pixel < resolution[0] * resolution[1]; pixel++) {
    mjtNum start[3], direction[3];
    lb_cameraRay(m, d, object, pixel, start, direction);
    value = castRay(m, d, fields, start, direction, axis, m->cam_bodyid[object], value);
  }
}
