// Island colours: hue, saturation and value from the Halton sequence of the island's first dof, so
// that neighbours differ, and an island keeps its colour while others come and go.

#include "visual/island_color.h"

#include <math.h>

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

static void paint(mjvGeom* geom, const mjData* d, int tree) {
  bool isIn = tree >= 0 && d->nisland > 0 && d->tree_island && d->tree_island[tree] >= 0;
  geom->matid = geom->texid = -1;
  geom->rgba[3] = 1;
  if (!isIn) {
    geom->rgba[0] = geom->rgba[1] = geom->rgba[2] = 0.7f;
    return;
  }
  int index = d->island_dofadr[d->tree_island[tree]] + 1;
  float hue = halton(index, 7);
  float saturation = 0.5f + 0.5f * halton(index, 3);
  float value = 0.6f + 0.4f * halton(index, 5);
  geom->rgba[0] = channel(hue, saturation, value, 5);
  geom->rgba[1] = channel(hue, saturation, value, 3);
  geom->rgba[2] = channel(hue, saturation, value, 1);
}

int lb_bodyIsland(const mjModel* m, const mjData* d, int bodyId) {
  int tree = m->body_treeid[bodyId];
  return tree < 0 || d->nisland == 0 || !d->tree_island ? -1 : d->tree_island[tree];
}

void lb_setIslandColor(const mjModel* m, const mjData* d, int bodyId, mjvGeom* geom) {
  if (m->body_treeid[bodyId] >= 0) {
    paint(geom, d, m->body_treeid[bodyId]);
  }
}

void lb_setTendonIslandColor(const mjModel* m, const mjData* d, int tendonId, mjvGeom* geom) {
  if (m->tendon_treenum[tendonId] < 1) {
    return;
  }
  paint(geom, d, m->tendon_treeid[2 * tendonId]);
}
