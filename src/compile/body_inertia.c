// Mass, centre and inertia of bodies: explicit, from fullinertia, or summed over geoms.

#include "compile/frames.h"
#include "compile/shape.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"

#include <string.h>

// A symmetric matrix stored as xx yy zz xy xz yz, the order of the fullinertia attribute.
static void diagonalize(lbCompiler* c, const double full[6], double quat[4], double inertia[3]) {
  double matrix[9] = {full[0], full[3], full[4], full[3], full[1],
                      full[5], full[4], full[5], full[2]};
  double vectors[9];
  lb_principalAxes(inertia, vectors, quat, matrix);
  if (!(inertia[0] >= mjMINVAL && inertia[1] >= mjMINVAL && inertia[2] >= mjMINVAL)) {
    lb_compileError(c, "error 'inertia must have positive eigenvalues' in fullinertia");
  }
}

// Adds to total (in the body frame, about `center`) the inertia of a part.
static void addInertia(double total[6], double mass, const double inertia[3], const double pos[3],
                       const double quat[4], const double center[3]) {
  double R[9], offset[3];
  lb_quat2Mat(R, quat);
  lb_sub3(offset, pos, center);
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    int i = row[k], j = col[k];
    double sum = 0;
    for (int a = 0; a < 3; a++) {
      sum += R[3 * i + a] * (inertia[a] * R[3 * j + a]);
    }
    total[k] += sum;

    // parallel axis theorem
    double b = offset[(i + 1) % 3], d = offset[(i + 2) % 3];
    total[k] += i == j ? mass * (b * b + d * d) : -mass * offset[i] * offset[j];
  }
}

bool lb_isInertiaGroup(const lbWorkBody* body, int group) {
  const int* range = lb_settings(&body->source->head)->inertiagrouprange;
  return group >= range[0] && group <= range[1];
}

static bool weighs(const lbWorkBody* body, const lbWorkGeom* g) {
  return g->mass > LB_SMALLEST_MASS && lb_isInertiaGroup(body, g->s.group);
}

static void sumGeoms(lbWorkBody* body) {
  mjsBody* s = &body->s;
  int count = 0;
  const lbWorkGeom* single = NULL;
  for (const lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    if (weighs(body, g)) {
      single = g;
      count++;
    }
  }

  // one geom: its frame and inertia as they are, in its own axis order
  if (count == 1) {
    lb_copy3(s->ipos, single->s.pos);
    lb_copy4(s->iquat, single->s.quat);
    s->mass = single->mass;
    lb_copy3(s->inertia, single->inertia);
    return;
  }
  if (count == 0) {
    return;
  }
  double center[3] = {0, 0, 0}, full[6] = {0};
  s->mass = 0;
  for (const lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    if (weighs(body, g)) {
      s->mass += g->mass;
      lb_addToScl3(center, g->s.pos, g->mass);
    }
  }
  for (int i = 0; i < 3; i++) {
    s->ipos[i] = center[i] / s->mass;
  }
  for (const lbWorkGeom* g = body->geoms.first; g; g = g->next) {
    if (weighs(body, g)) {
      addInertia(full, g->mass, g->inertia, g->s.pos, g->s.quat, s->ipos);
    }
  }
  double matrix[9] = {full[0], full[3], full[4], full[3], full[1],
                      full[5], full[4], full[5], full[2]};
  double vectors[9];
  lb_principalAxes(s->inertia, vectors, s->iquat, matrix);
}

static void resolveExplicit(lbCompiler* c, lbWorkBody* body) {
  mjsBody* s = &body->s;
  if (isnan(s->fullinertia[0])) {
    lb_resolveQuat(c, s->iquat, &s->ialt, "inertia alternative of body", body->source->head.id);
    return;
  }
  if (s->inertia[0] != 0 || s->inertia[1] != 0 || s->inertia[2] != 0) {
    lb_compileError(c, "fullinertia and diagonal inertia cannot both be specified");
  }
  if (s->ialt.type != mjORIENTATION_QUAT) {
    lb_compileError(c, "fullinertia and inertial orientation cannot both be specified");
  }
  diagonalize(c, s->fullinertia, s->iquat, s->inertia);
}

void lb_compileInertia(lbCompiler* c, lbWorkBody* body) {
  mjsBody* s = &body->s;
  const mjsCompiler* settings = lb_settings(&body->source->head);
  resolveExplicit(c, body);
  // the world has what calls gave it, unless its link in a URDF says otherwise
  if (body->parent == NULL && !s->explicitinertial) {
    if (isnan(s->ipos[0])) {
      lb_zero3(s->ipos);
    }
    lb_unitLength(s->iquat, 4);
    return;
  }
  bool given = s->explicitinertial || !isnan(s->ipos[0]);
  if (settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE ||
      (settings->inertiafromgeom == mjINERTIAFROMGEOM_AUTO && !given)) {
    sumGeoms(body);
  }

  // nothing known: the inertial frame repeats the body's own pose, as written
  if (isnan(s->ipos[0])) {
    const mjsBody* written = &body->source->s;
    lb_copy3(s->ipos, written->pos);
    lb_copy4(s->iquat, written->quat);
    lb_resolveQuat(c, s->iquat, &written->alt, "body", body->source->head.id);
  }
  lb_unitLength(s->iquat, 4);

  s->mass = lb_max(s->mass, settings->boundmass);
  for (int i = 0; i < 3; i++) {
    s->inertia[i] = lb_max(s->inertia[i], settings->boundinertia);
  }
  if (s->mass < 0 || s->inertia[0] < 0 || s->inertia[1] < 0 || s->inertia[2] < 0) {
    lb_compileError(c, "body mass and inertia cannot be negative");
  }
  double a = s->inertia[0], b = s->inertia[1], d = s->inertia[2];
  if (a + b < d || a + d < b || b + d < a) {
    if (!settings->balanceinertia) {
      lb_compileError(c, "inertia must satisfy A + B >= C; use 'balanceinertia' to fix");
    }
    s->inertia[0] = s->inertia[1] = s->inertia[2] = (a + b + d) / 3;
  }
}
