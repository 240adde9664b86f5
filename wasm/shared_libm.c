// Third-party code takes pow from the engine's libm, so that the module holds its tables once.

#include "math/libm.h"

double pow(double base, double exponent) {
  return lb_pow(base, exponent);
}
