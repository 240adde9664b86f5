// Work copies of the kinematic tree: what the passes resolve (poses, sizes, inertias, ids) without
// touching the spec. All of them live in the compiler's region.

#pragma once

#include "spec/element.h"

typedef struct lbWorkBody_ lbWorkBody;

typedef struct lbWorkJoint_ {
  const lbJoint* source;
  mjsJoint s;  // pose in the body frame, angles in radians, limited resolved
  struct lbWorkJoint_* next;
} lbWorkJoint;

typedef struct lbWorkGeom_ {
  const lbGeom* source;
  mjsGeom s;  // pose in the body frame, type and sizes resolved
  lbWorkBody* body;
  struct lbWorkGeom_* next;
  int id;                            // in the model
  int meshId, hfieldId, materialId;  // -1: none
  double mass, inertia[3];           // kg, and kg m^2 about the geom's own frame
  lbPose own;                        // in its body, before bodies were fused or aligned
  double aabb[6];                    // centre and half sizes in the geom frame
  double rbound;                     // radius of a sphere about the geom's origin that holds it
  bool discarded;                    // by discardvisual
} lbWorkGeom;

typedef struct lbWorkSite_ {
  const lbSite* source;
  mjsSite s;   // pose in the body frame
  lbPose own;  // as that of a geom
  lbWorkBody* body;
  struct lbWorkSite_* next;
  int id, meshId;  // ids, -1: none
} lbWorkSite;

typedef struct lbWorkCamera_ {
  const lbCamera* source;
  mjsCamera s;  // pose in the body frame
  struct lbWorkCamera_* next;
  int targetId;  // spec position of the body that it looks at, -1: none
} lbWorkCamera;

typedef struct lbWorkLight_ {
  const lbLight* source;
  mjsLight s;  // pose in the body frame
  struct lbWorkLight_* next;
  int targetId;   // spec position of the body that it shines at, -1: none
  int textureId;  // -1: none
} lbWorkLight;

// A list with constant-time appending, so that fusing bodies moves their elements cheaply.
#define LB_CHAIN(Type) \
  struct {             \
    Type* first;       \
    Type* last;        \
    int count;         \
  }
#define LB_CHAIN_ADD(chain, item) \
  do {                            \
    if ((chain)->last) {          \
      (chain)->last->next = item; \
    } else {                      \
      (chain)->first = item;      \
    }                             \
    (chain)->last = item;         \
    (chain)->count++;             \
  } while (0)

struct lbWorkBody_ {
  const lbBody* source;
  mjsBody s;           // pose in the parent body, inertial frame and inertia resolved
  lbWorkBody* parent;  // NULL: the world
  lbWorkBody* next;    // sibling
  int id;              // in the model
  LB_CHAIN(lbWorkBody) bodies;
  LB_CHAIN(lbWorkJoint) joints;
  LB_CHAIN(lbWorkGeom) geoms;
  LB_CHAIN(lbWorkSite) sites;
  LB_CHAIN(lbWorkCamera) cameras;
  LB_CHAIN(lbWorkLight) lights;
  int dofNum;
  bool moves;      // it has joints, or its parent moves
  int mocapId;     // -1: not a mocap body
  double dropped;  // the largest margin of geoms that discardvisual dropped

  // before bodies were fused or aligned
  lbPose own;
  lbInertial ownInertial;

  LB_CHAIN(lbWorkBody) fused;  // bodies that became part of this one
  lbPose shift;    // its frame in that of the model's body that it became, or became part of
  bool isShifted;  // that is another one
};
