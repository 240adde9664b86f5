// Panels: four rows with a factor each, the unit in which matrix kernels add rows to a target. One
// load and one store of the target serve four multiplications, which leaves arithmetic the
// bottleneck. For kernels: the .c files of this folder and the products of constraint problems.

#pragma once

#include "math/simd.h"

enum { PANEL = 4 };

typedef struct {
  const mjtNum* row[PANEL];
  mjtNum scale[PANEL];
} Panel;

// Dot products of four rows with one vector.
static inline void dotPanel(mjtNum res[PANEL], const mjtNum* row0, const mjtNum* row1,
                            const mjtNum* row2, const mjtNum* row3, const mjtNum* vec, int n) {
  lbV2 sum0 = {0, 0}, sum1 = {0, 0}, sum2 = {0, 0}, sum3 = {0, 0};
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    lbV2 v = lb_load2(vec + i);
    sum0 += lb_load2(row0 + i) * v;
    sum1 += lb_load2(row1 + i) * v;
    sum2 += lb_load2(row2 + i) * v;
    sum3 += lb_load2(row3 + i) * v;
  }
  res[0] = lb_sum2(sum0);
  res[1] = lb_sum2(sum1);
  res[2] = lb_sum2(sum2);
  res[3] = lb_sum2(sum3);
  if (i < n) {
    res[0] += row0[i] * vec[i];
    res[1] += row1[i] * vec[i];
    res[2] += row2[i] * vec[i];
    res[3] += row3[i] * vec[i];
  }
}

// target[0 .. n-1] += sign sum_r scale_r row_r
static inline void addPanel(mjtNum* restrict target, const Panel* p, mjtNum sign, int n) {
  const mjtNum *r0 = p->row[0], *r1 = p->row[1], *r2 = p->row[2], *r3 = p->row[3];
  lbV2 s0 = lb_splat2(sign * p->scale[0]), s1 = lb_splat2(sign * p->scale[1]);
  lbV2 s2 = lb_splat2(sign * p->scale[2]), s3 = lb_splat2(sign * p->scale[3]);
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    lbV2 low = lb_load2(r0 + k) * s0 + lb_load2(r1 + k) * s1;
    lbV2 high = lb_load2(r2 + k) * s2 + lb_load2(r3 + k) * s3;
    lb_store2(target + k, lb_load2(target + k) + (low + high));
  }
  if (k < n) {
    target[k] += (r0[k] * s0[0] + r1[k] * s1[0]) + (r2[k] * s2[0] + r3[k] * s3[0]);
  }
}

// Lower triangle of the target: row j < count += sign sum_r (factor_r row_r[j]) row_r[0 .. j].
static inline void addOuterPanel(mjtNum* target, int stride, Panel* p, const mjtNum factor[PANEL],
                                 mjtNum sign, int count) {
  for (int j = 0; j < count; j++) {
    for (int r = 0; r < PANEL; r++) {
      p->scale[r] = factor[r] * p->row[r][j];
    }

    // columns that no row of the panel touches are frequent
    if (p->scale[0] != 0 || p->scale[1] != 0 || p->scale[2] != 0 || p->scale[3] != 0) {
      addPanel(target + (size_t)j * stride, p, sign, j + 1);
    }
  }
}
