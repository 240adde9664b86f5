// One element of a flex as a collision shape.

#pragma once

#include "api/limber.h"

typedef struct lbElement_ {
  int flex;
  int element;
  int dim;
  mjtNum radius;
  int vertex[4];     // in the flex; dim + 1 of them
  mjtNum point[12];  // their positions
  mjtNum box[6];     // min, max of the points, without the radius
} lbElement;

// Whether the element is in a layer that collides.
static inline bool lb_elementActive(const mjModel* m, int flex, int element) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + element] < m->flex_activelayers[flex];
}

// Centre of its box.
void lb_elementCenter(const lbElement* e, mjtNum center[3]);

void lb_makeElement(const mjModel* m, const mjData* d, int flex, int element, lbElement* res);

// Contacts of a geom (not a plane, height field or signed distance field) with an element, normals
// from the geom to the element. Returns their number.
int lb_collideGeomElement(const mjModel* m, mjData* d, mjPreContact* con, int geom,
                          const lbElement* element, mjtNum margin);

// Contacts of two elements.
int lb_collideElements(const mjModel* m, mjData* d, mjPreContact* con, const lbElement* a,
                       const lbElement* b, mjtNum margin);

// The contact of a triangle with a vertex of its flex; normal from the vertex to the triangle.
int lb_collideElementVertex(mjPreContact* con, const lbElement* element, const mjtNum vertex[3]);
