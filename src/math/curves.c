// Scalar functions: clamping and rounding, muscle curves, friction pyramids, spring-dampers,
// sequences and random numbers, sorting.

#include "math/curves.h"

#include "api/limber.h"
#include "base/error.h"
#include "math/inline.h"

// -------------------------------------------------------------------------------------- scalars

mjtNum mju_min(mjtNum a, mjtNum b) {
  return lb_min(a, b);
}

mjtNum mju_max(mjtNum a, mjtNum b) {
  return lb_max(a, b);
}

mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max) {
  return lb_clip(x, min, max);
}

mjtNum mju_sign(mjtNum x) {
  return lb_sign(x);
}

int mju_round(mjtNum x) {
  if (isnan(x)) {
    return 0;
  }
  mjtNum nearest = round(x);
  return nearest >= INT32_MAX ? INT32_MAX : (nearest <= INT32_MIN ? INT32_MIN : (int)nearest);
}

int mju_isBad(mjtNum x) {
  return !(x >= -mjMAXVAL && x <= mjMAXVAL);
}

int mju_isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) {
      return 0;
    }
  }
  return 1;
}

// 6 x^5 - 15 x^4 + 10 x^3 between 0 and 1: first and second derivative vanish at both ends.
mjtNum mju_sigmoid(mjtNum x) {
  if (x <= 0) {
    return 0;
  }
  if (x >= 1) {
    return 1;
  }
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

// --------------------------------------------------------------------------------------- muscle

// Parameters of gain and bias: operating range, peak force, scale, and the shape of the curves.
typedef struct {
  mjtNum range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax;
} Muscle;

static Muscle readMuscle(const mjtNum prm[9], mjtNum acc0) {
  Muscle muscle = {{prm[0], prm[1]}, prm[2], prm[3], prm[4], prm[5], prm[6], prm[7], prm[8]};
  if (muscle.force < 0) {
    muscle.force = muscle.scale / lb_max(mjMINVAL, acc0);
  }
  return muscle;
}

// Fibre length that makes the operating range the length range of the actuator.
static mjtNum optimalLength(const Muscle* muscle, const mjtNum lengthrange[2]) {
  return (lengthrange[1] - lengthrange[0]) / lb_max(mjMINVAL, muscle->range[1] - muscle->range[0]);
}

static mjtNum normalizedLength(const Muscle* muscle, mjtNum len, const mjtNum lengthrange[2]) {
  mjtNum L0 = optimalLength(muscle, lengthrange);
  return muscle->range[0] + (len - lengthrange[0]) / lb_max(mjMINVAL, L0);
}

// Active force-length curve: quadratic spline bump, 1 at L = 1, 0 outside (lmin, lmax).
static mjtNum activeForce(mjtNum L, mjtNum lmin, mjtNum lmax) {
  if (!(L >= lmin && L <= lmax)) {
    return 0;
  }
  mjtNum a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax), x;
  if (L <= a) {
    x = (L - lmin) / lb_max(mjMINVAL, a - lmin);
    return 0.5 * x * x;
  }
  if (L <= 1) {
    x = (1 - L) / lb_max(mjMINVAL, 1 - a);
    return 1 - 0.5 * x * x;
  }
  if (L <= b) {
    x = (L - 1) / lb_max(mjMINVAL, b - 1);
    return 1 - 0.5 * x * x;
  }
  x = (lmax - L) / lb_max(mjMINVAL, lmax - b);
  return 0.5 * x * x;
}

// Its derivative.
static mjtNum activeSlope(mjtNum L, mjtNum lmin, mjtNum lmax) {
  if (!(L >= lmin && L <= lmax)) {
    return 0;
  }
  mjtNum a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax), width;
  if (L <= a) {
    width = lb_max(mjMINVAL, a - lmin);
    return (L - lmin) / (width * width);
  }
  if (L <= 1) {
    width = lb_max(mjMINVAL, 1 - a);
    return (1 - L) / (width * width);
  }
  if (L <= b) {
    width = lb_max(mjMINVAL, b - 1);
    return (1 - L) / (width * width);
  }
  width = lb_max(mjMINVAL, lmax - b);
  return (L - lmax) / (width * width);
}

// Force-velocity curve: 0 at V <= -1 (fastest shortening), 1 at rest, fvmax when lengthening.
static mjtNum velocityForce(mjtNum V, mjtNum fvmax) {
  mjtNum c = fvmax - 1;
  if (V <= -1) {
    return 0;
  }
  if (V <= 0) {
    return (V + 1) * (V + 1);
  }
  return V <= c ? fvmax - (c - V) * (c - V) / lb_max(mjMINVAL, c) : fvmax;
}

mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                      const mjtNum prm[9]) {
  Muscle muscle = readMuscle(prm, acc0);
  mjtNum L = normalizedLength(&muscle, len, lengthrange);
  mjtNum V = vel / lb_max(mjMINVAL, optimalLength(&muscle, lengthrange) * muscle.vmax);
  return -muscle.force * activeForce(L, muscle.lmin, muscle.lmax) * velocityForce(V, muscle.fvmax);
}

// Passive force: quadratic from L = 1 to b = (1 + lmax) / 2, then the tangent line.
mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0, const mjtNum prm[9]) {
  Muscle muscle = readMuscle(prm, acc0);
  mjtNum L = normalizedLength(&muscle, len, lengthrange);
  mjtNum b = 0.5 * (1 + muscle.lmax), width = lb_max(mjMINVAL, b - 1);
  if (L <= 1) {
    return 0;
  }
  mjtNum x = (lb_min(L, b) - 1) / width;
  mjtNum shape = L <= b ? 0.5 * x * x : 0.5 + (L - b) / width;
  return -muscle.force * muscle.fpmax * shape;
}

mjtNum lb_muscleGainSlope(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                          const mjtNum prm[9]) {
  Muscle muscle = readMuscle(prm, acc0);
  mjtNum L0 = lb_max(mjMINVAL, optimalLength(&muscle, lengthrange));
  mjtNum L = normalizedLength(&muscle, len, lengthrange);
  mjtNum V = vel / lb_max(mjMINVAL, optimalLength(&muscle, lengthrange) * muscle.vmax);
  return -muscle.force * activeSlope(L, muscle.lmin, muscle.lmax) * velocityForce(V, muscle.fvmax) /
         L0;
}

mjtNum lb_muscleBiasSlope(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                          const mjtNum prm[9]) {
  Muscle muscle = readMuscle(prm, acc0);
  mjtNum L0 = lb_max(mjMINVAL, optimalLength(&muscle, lengthrange));
  mjtNum L = normalizedLength(&muscle, len, lengthrange);
  mjtNum b = 0.5 * (1 + muscle.lmax), width = lb_max(mjMINVAL, b - 1);
  mjtNum x = lb_clip((L - 1) / width, 0, 1);
  return -muscle.force * muscle.fpmax * x / (width * L0);
}

// (ctrl - act) / tau, tau = tauAct (0.5 + 1.5 act) rising, tauDeact / (0.5 + 1.5 act) falling.
mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]) {
  mjtNum difference = lb_clip(ctrl, 0, 1) - act;
  mjtNum stretch = 0.5 + 1.5 * lb_clip(act, 0, 1);
  mjtNum tauAct = prm[0] * stretch, tauDeact = prm[1] / stretch, smoothing = prm[2], tau;

  if (smoothing < mjMINVAL) {
    tau = difference > 0 ? tauAct : tauDeact;
  } else {
    tau = tauDeact + (tauAct - tauDeact) * mju_sigmoid(difference / smoothing + 0.5);
  }
  return difference / lb_max(mjMINVAL, tau);
}

// ----------------------------------------------------------------------------- friction pyramids

// Normal force shared by the edges; edges of axis j carry +-force[j] / mu[j - 1] of difference.
void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim) {
  mjtNum share = force[0] / (dim - 1);
  for (int i = 0; i < dim - 1; i++) {
    mjtNum difference = lb_min(share, force[i + 1] / mu[i]);
    pyramid[2 * i] = 0.5 * (share + difference);
    pyramid[2 * i + 1] = 0.5 * (share - difference);
  }
}

void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  if (dim == 1) {
    force[0] = pyramid[0];
    return;
  }
  mjtNum normal = 0;
  for (int i = 0; i < dim - 1; i++) {
    normal += pyramid[2 * i] + pyramid[2 * i + 1];
    force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i];
  }
  force[0] = normal;
}

// -------------------------------------------------------------------------------- spring, damper

// x'' = -Kp x - Kv x'. With h = Kv / 2, D = h^2 - Kp and y = v0 + h x0:
// x(t) = exp(-h t) (x0 C(t) + y S(t)), C and S = cosh, sinh / root (D > 0), cos, sin / root
// (D < 0), 1 and t (D = 0).
mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt) {
  mjtNum h = 0.5 * Kv, D = h * h - Kp, y = vel0 + h * pos0;
  mjtNum root = sqrt(fabs(D)), angle = root * dt;
  if (angle == 0) {
    return lb_exp(-h * dt) * (pos0 + y * dt);
  }
  if (D < 0) {
    return lb_exp(-h * dt) * (pos0 * lb_cos(angle) + y * (lb_sin(angle) / root));
  }

  // as two exponentials, which keep large damping from multiplying 0 by infinity
  mjtNum slow = lb_exp((root - h) * dt), fast = lb_exp((-root - h) * dt);
  mjtNum sinhPart = -0.5 * slow * lb_expm1(-2 * angle) / root;
  return 0.5 * pos0 * (slow + fast) + y * sinhPart;
}

// ---------------------------------------------------------------------- sequences, random, sorting

mjtNum mju_Halton(int index, int base) {
  if (base < 2) {
    lb_complain("mju_Halton: base must be at least 2, got %d", base);
    return 0;
  }
  mjtNum fraction = 1, sum = 0;
  for (int rest = index; rest > 0; rest /= base) {
    fraction /= base;
    sum += fraction * (rest % base);
  }
  return sum;
}

// Uniform in (-1, 1): splitmix64 (Steele, Lea, Flood 2014), one sequence per process or module.
static mjtNum uniform(void) {
  static uint64_t state = 0;
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return (mjtNum)(z >> 11) * 0x1p-52 - 1;
}

// Polar method of Marsaglia.
mjtNum mju_standardNormal(mjtNum* num2) {
  mjtNum x, y, square;
  do {
    x = uniform();
    y = uniform();
    square = x * x + y * y;
  } while (square >= 1 || square == 0);

  mjtNum scale = sqrt(-2 * lb_log(square) / square);
  if (num2) {
    *num2 = y * scale;
  }
  return x * scale;
}

void mju_insertionSort(mjtNum* list, int n) {
  for (int i = 1; i < n; i++) {
    mjtNum x = list[i];
    int j = i - 1;
    for (; j >= 0 && list[j] > x; j--) {
      list[j + 1] = list[j];
    }
    list[j + 1] = x;
  }
}

void mju_insertionSortInt(int* list, int n) {
  for (int i = 1; i < n; i++) {
    int x = list[i], j = i - 1;
    for (; j >= 0 && list[j] > x; j--) {
      list[j + 1] = list[j];
    }
    list[j + 1] = x;
  }
}
