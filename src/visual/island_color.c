// Island colours: hue, saturation and value from the Halton sequence of the island's first dof, so
// that neighbours differ, and an island keeps its colour while others come and go. Trees that sleep
// keep the colour of the first of those that fell asleep together, darker and paler.

#include "visual/island_color.h"

#include <math.h>

#include "data/awake.h"

static const float asleepSaturation = 0.7f, asleepValue = 0.6f;
static const float grey = 0.7f;

static float halton(int index, int base) {
  float result = 0;
  float weight = 1;
  for (; index > 0; index /= base) {
    weight /= (float)base;
    result += weight * (float)(index % base);
  }
  return result;
}

static float channel(float hue, float saturation, float value, float shift) {
  float position = fmodf(hue * 6 + shift, 6);
  float ramp = fminf(fminf(position, 4 - position), 1);
  return value - value * saturation * fmaxf(ramp, 0);
}

// Paints a geom for an island that starts with a dof; -1: for none.
static void paint(mjvGeom* geom, int firstDof, bool isAsleep) {
  geom->matid = -1;
  geom->rgba[3] = 1;
  if (firstDof < 0) {
    geom->rgba[0] = geom->rgba[1] = geom->rgba[2] = grey;
    return;
  }
  int index = firstDof + 1;
  float hue = halton(index, 7);
  float saturation = (0.5f + 0.5f * halton(index, 3)) * (isAsleep ? asleepSaturation : 1);
  float value = (0.6f + 0.4f * halton(index, 5)) * (isAsleep ? asleepValue : 1);
  geom->rgba[0] = channel(hue, saturation, value, 5);
  geom->rgba[1] = channel(hue, saturation, value, 3);
  geom->rgba[2] = channel(hue, saturation, value, 1);
}

int lb_bodyIsland(const mjModel* m, const mjData* d, int bodyId) {
  int tree = m->body_treeid[bodyId];
  return tree < 0 || d->nisland == 0 || !d->tree_island ? -1 : d->tree_island[tree];
}

// The first of the trees that sleep together.
static int firstOfSleepers(const mjData* d, int tree) {
  int first = tree;
  for (int other = d->tree_asleep[tree]; other >= 0 && other != tree;
       other = d->tree_asleep[other]) {
    first = other < first ? other : first;
  }
  return first;
}

void lb_setIslandColor(const mjModel* m, const mjData* d, int bodyId, mjvGeom* geom) {
  int tree = m->body_treeid[bodyId], island = lb_bodyIsland(m, d, bodyId);
  bool maySleep = m->opt.enableflags & mjENBL_SLEEP;
  if (tree < 0) {
    return;
  }
  if (maySleep && d->tree_asleep[tree] >= 0) {
    paint(geom, m->tree_dofadr[firstOfSleepers(d, tree)], true);
  } else if (island >= 0) {
    paint(geom, d->island_dofadr[island], false);
  } else {
    paint(geom, maySleep ? m->tree_dofadr[tree] : -1, false);
  }
}

void lb_setRowIslandColor(const mjData* d, int row, mjvGeom* geom) {
  bool isIn = row >= 0 && d->nisland > 0 && d->efc_island && d->efc_island[row] >= 0;
  paint(geom, isIn ? d->island_dofadr[d->efc_island[row]] : -1, false);
}

void lb_setTendonIslandColor(const mjData* d, int tendonId, mjvGeom* geom) {
  int row = d->nefc > 0 && d->tendon_efcadr ? d->tendon_efcadr[tendonId] : -1;
  lb_setRowIslandColor(d, row < d->nefc ? row : -1, geom);
}
