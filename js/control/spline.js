// Controls over time as splines: few numbers that samplers change.

/** @typedef {'zero' | 'linear' | 'cubic'} SplineKind zero: held between knots */

export const splineKinds = ['zero', 'linear', 'cubic'];

/**
 * The value of a spline.
 * @param {SplineKind} kind
 * @param {Float64Array} knots (count x width)
 * @param {number} width
 * @param {number} at in knots: 0 is the first, 1 the second
 * @param {Float64Array} target (width)
 */
export function splineValue(kind, knots, width, at, target) {
  const last = knots.length / width - 1;
  const place = Math.min(last, Math.max(0, at));
  // what comes out of a division may lie just below a knot
  const i = Math.min(last, Math.floor(place + 1e-9));
  const t = place - i;
  if (kind === 'zero' || i === last || t <= 0) {
    for (let k = 0; k < width; k++) target[k] = knots[i * width + k];
    return target;
  }
  for (let k = 0; k < width; k++) {
    const b = knots[i * width + k];
    const c = knots[(i + 1) * width + k];
    if (kind === 'linear') {
      target[k] = b + t * (c - b);
      continue;
    }
    // Hermite with slopes of finite differences (Catmull and Rom)
    const a = i > 0 ? knots[(i - 1) * width + k] : b;
    const d = i + 2 <= last ? knots[(i + 2) * width + k] : c;
    const from = i > 0 ? (c - a) / 2 : c - b;
    const to = i + 2 <= last ? (d - b) / 2 : c - b;
    const u = t * t;
    const w = u * t;
    target[k] =
      (2 * w - 3 * u + 1) * b + (w - 2 * u + t) * from + (3 * u - 2 * w) * c + (w - u) * to;
  }
  return target;
}
