// Elementary functions that give the same bits in every browser and every Node: engines of JavaScript may round theirs differently.
//
// Polynomials on a short range, after the range is reduced: errors are below two units in the last place there. Only +, -, * , / and
// Math.sqrt are used, which IEEE 754 fixes.

const LN2_HIGH = 0.6931471803691238; // 32 bits of ln 2: products with whole numbers up to 2^20 are exact
const LN2_LOW = 1.9082149292705877e-10;
const HALF_PI_HIGH = 1.5707963267341256; // 33 bits of pi / 2
const HALF_PI_LOW = 6.077100506506192e-11;
const HALF_PI_TAIL = 2.0222662487959506e-21;

// 1 / 0!, 1 / 1!, 1 / 2!, ...: one by one, since compilers know constants but not what arrays hold
const [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18] =
  Array.from({ length: 19 }, (_, n) => {
    let product = 1;
    for (let k = 2; k <= n; k++) product *= k;
    return 1 / product;
  });

/** 1 / k, by k. */
const inverses = Float64Array.from({ length: 26 }, (_, k) => 1 / k);

const words = new DataView(new ArrayBuffer(8));

/** 2 to the power of a whole number from -1022 to 1023. @param {number} n */
function powerOfTwo(n) {
  words.setUint32(0, (n + 1023) << 20);
  words.setUint32(4, 0);
  return words.getFloat64(0);
}

/** e to the power of x. @param {number} x */
export function exp(x) {
  if (!(x < 709.78)) return x >= 709.78 ? Infinity : NaN;
  if (x < -708) return 0;
  const n = Math.round(x / Math.LN2);
  const r = x - n * LN2_HIGH - n * LN2_LOW;
  let sum = ((((f13 * r + f12) * r + f11) * r + f10) * r + f9) * r + f8;
  sum = ((((sum * r + f7) * r + f6) * r + f5) * r + f4) * r + f3;
  sum = ((sum * r + f2) * r + f1) * r + f0;
  return n > 1023 ? sum * 2 * powerOfTwo(n - 1) : sum * powerOfTwo(n);
}

/** Natural logarithm of a positive number. @param {number} x */
export function log(x) {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let scale = 0;
  if (x < 2.3e-308) {
    x *= 18014398509481984; // 2^54
    scale = -54;
  }
  words.setFloat64(0, x);
  const high = words.getUint32(0);
  scale += (high >>> 20) - 1023;
  words.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let m = words.getFloat64(0);
  if (m > Math.SQRT2) {
    m /= 2;
    scale++;
  }
  // 2 artanh(s)
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let sum = 0;
  for (let k = 23; k >= 3; k -= 2) sum = (sum + inverses[k]) * square;
  return scale * LN2_HIGH + (2 * s + (2 * s * sum + scale * LN2_LOW));
}

/** Sine of a number between -pi / 4 and pi / 4. @param {number} r */
function shortSine(r) {
  const square = r * r;
  let sum = f11 - (f13 - (f15 - f17 * square) * square) * square;
  sum = f3 - (f5 - (f7 - (f9 - sum * square) * square) * square) * square;
  return r - r * square * sum;
}

/** Cosine of a number between -pi / 4 and pi / 4. @param {number} r */
function shortCosine(r) {
  const square = r * r;
  let sum = f12 - (f14 - (f16 - f18 * square) * square) * square;
  sum = f4 - (f6 - (f8 - (f10 - sum * square) * square) * square) * square;
  sum = f2 - sum * square;
  return 1 - square * sum;
}

/** Sine, or cosine with a quarter turn more. @param {number} x radians, up to about 1e6 @param {number} quarters */
function circular(x, quarters) {
  const n = Math.round(x / (Math.PI / 2));
  const r = x - n * HALF_PI_HIGH - n * HALF_PI_LOW - n * HALF_PI_TAIL;
  switch ((n + quarters) & 3) {
    case 0:
      return shortSine(r);
    case 1:
      return shortCosine(r);
    case 2:
      return -shortSine(r);
    default:
      return -shortCosine(r);
  }
}

/** Sine. @param {number} x radians */
export const sin = (x) => circular(x, 0);

/** Cosine. @param {number} x radians */
export const cos = (x) => circular(x, 1);

/** Hyperbolic tangent. @param {number} x */
export function tanh(x) {
  if (x !== x) return NaN;
  const size = Math.abs(x);
  if (size > 20) return x < 0 ? -1 : 1;
  if (size < 1e-3) return x - (x * x * x) / 3;
  const e = exp(2 * size);
  const value = (e - 1) / (e + 1);
  return x < 0 ? -value : value;
}

/** Angle whose tangent is x. @param {number} x */
export function atan(x) {
  // tan(a / 2) = tan a / (1 + sqrt(1 + tan^2 a)), three times
  if (Math.abs(x) > 1e150) return x > 0 ? Math.PI / 2 : -Math.PI / 2;
  let t = x;
  for (let k = 0; k < 3; k++) t /= 1 + Math.sqrt(1 + t * t);
  const square = t * t;
  let sum = 0;
  for (let k = 25; k >= 3; k -= 2) sum = (inverses[k] - sum) * square;
  return 8 * (t - t * sum);
}

/** Angle of the point (x, y), from -pi to pi. @param {number} y @param {number} x */
export function atan2(y, x) {
  if (x !== x || y !== y) return NaN;
  if (x === 0 && y === 0) return 0;
  if (Math.abs(y) > Math.abs(x)) return (y > 0 ? Math.PI / 2 : -Math.PI / 2) - atan(x / y);
  const angle = atan(y / x);
  if (x > 0) return angle;
  return y < 0 ? angle - Math.PI : angle + Math.PI;
}

/** Angle from 0 to pi whose cosine is x; what is outside -1..1 counts as the nearer end. @param {number} x */
export function acos(x) {
  const c = Math.min(1, Math.max(-1, x));
  return atan2(Math.sqrt((1 - c) * (1 + c)), c);
}
