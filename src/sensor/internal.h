// Parts of the sensor stages.

#pragma once

#include <stdbool.h>

#include "api/data.h"
#include "api/model.h"

// Separation of two objects, geoms or bodies with all of their geoms.
typedef struct lbSeparation_ {
  int objects[4];    // type and id of each
  mjtNum cutoff;     // distances from here on are not told apart
  mjtNum distance;   // signed
  mjtNum points[6];  // the nearest on each, zero from the cutoff on
} lbSeparation;

enum { LB_KNOWN_SEPARATIONS = 16 };

// The last separations that were found in this state.
typedef struct lbSeparations_ {
  int count;
  lbSeparation results[LB_KNOWN_SEPARATIONS];
} lbSeparations;

// Values of sensors that need positions, velocities, accelerations and forces.
void lb_positionSensor(const mjModel* m, mjData* d, int id, lbSeparations* known, mjtNum* value);
void lb_velocitySensor(const mjModel* m, mjData* d, int id, mjtNum* value);
void lb_accelerationSensor(const mjModel* m, mjData* d, int id, mjtNum* value);

void lb_rangefinder(const mjModel* m, mjData* d, int id, mjtNum* value);
void lb_cameraProjection(const mjModel* m, const mjData* d, int id, mjtNum value[2]);
void lb_geomSeparation(const mjModel* m, mjData* d, int id, lbSeparations* known, mjtNum* value);
void lb_contactSensor(const mjModel* m, mjData* d, int id, mjtNum* value);
void lb_touch(const mjModel* m, mjData* d, int id, mjtNum* value);
void lb_tactile(const mjModel* m, mjData* d, int id, mjtNum* value);

// Is a point inside the shape of a site?
bool lb_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

// Whether a ray, or a point when vec is zero, meets the hull of the mesh of a site.
bool lb_rayMeetsSiteMesh(const mjModel* m, const mjData* d, int site, const mjtNum pnt[3],
                         const mjtNum vec[3]);

// Position and orientation (rows x 3) of a body, xbody, geom, site or camera; type mjOBJ_BODY is
// the inertial frame. Error for other types.
void lb_objectPose(const mjModel* m, const mjData* d, int type, int id, const mjtNum** position,
                   const mjtNum** rotation);

// Orientation of such an object as quaternion.
void lb_objectQuat(const mjModel* m, const mjData* d, int type, int id, mjtNum quat[4]);

// The body that an object belongs to, -1 when it has none.
int lb_objectBody(const mjModel* m, int type, int id);
