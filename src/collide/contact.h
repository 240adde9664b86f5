// From narrow-phase results to the contact list: parameters, frames and memory.

#pragma once

#include "api/limber.h"

// What the contacts of one geom or flex pair have in common.
typedef struct lbContactParam_ {
  int condim;
  mjtNum margin;  // contacts closer than this are active
  mjtNum gap;     // contacts up to this much further are listed
  mjtNum friction[5];
  mjtNum solref[mjNREF];
  mjtNum solreffriction[mjNREF];
  mjtNum solimp[mjNIMP];
  mjtNum adhesion;
} lbContactParam;

// Parameters of geoms g1 and g2, or of flexes where flex1 or flex2 is not negative.
void lb_contactParam(const mjModel* m, int g1, int g2, int flex1, int flex2, lbContactParam* param);

// Parameters of an explicit pair.
void lb_pairParam(const mjModel* m, int pair, lbContactParam* param);

// Completes frame[0..8] from the normal in frame[0..2] and the tangent hint in frame[3..5].
void lb_makeFrame(mjtNum frame[9]);

// Appends one contact; flex, element and vertex ids are -1 for geoms. Returns false, after a
// warning, when the arena is full.
bool lb_appendContact(mjData* d, const mjPreContact* con, const lbContactParam* param,
                      const int geom[2], const int flex[2], const int elem[2], const int vert[2]);
