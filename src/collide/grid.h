// The samples of a height field, in the frame of its geom.

#pragma once

#include "api/limber.h"
#include "math/inline.h"

typedef struct lbGrid_ {
  int rows;
  int columns;
  const float* data;
  const mjtNum* size;  // half x, half y, top, base
  mjtNum dx;           // between columns
  mjtNum dy;           // between rows
} lbGrid;

static inline lbGrid lb_geomGrid(const mjModel* m, int geom) {
  int h = m->geom_dataid[geom];
  lbGrid g = {.rows = m->hfield_nrow[h],
              .columns = m->hfield_ncol[h],
              .data = m->hfield_data + m->hfield_adr[h],
              .size = m->hfield_size + 4 * h};
  g.dx = 2 * g.size[0] / (g.columns - 1);
  g.dy = 2 * g.size[1] / (g.rows - 1);
  return g;
}

static inline void lb_gridPoint(const lbGrid* g, int row, int column, mjtNum res[3]) {
  lb_set3(res, g->dx * column - g->size[0], g->dy * row - g->size[1],
          g->data[row * g->columns + column] * g->size[2]);
}
