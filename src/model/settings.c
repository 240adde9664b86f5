// Default simulation options, visual options and length-range settings, from api/option_fields.h.

#include "api/mj_functions.h"
#include "api/option_fields.h"
#include "base/error.h"

#include <string.h>

#define DEFAULT(type, name, count, initial, ...) .name = initial,
#define NO_PART(type, name, meaning)
#define VALUES(...) {__VA_ARGS__}

void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp) {
  static const mjtNum reference[mjNREF] = LB_SOLREF;
  static const mjtNum impedance[mjNIMP] = LB_SOLIMP;
  if (solref) {
    memcpy(solref, reference, sizeof reference);
  }
  if (solimp) {
    memcpy(solimp, impedance, sizeof impedance);
  }
}

void mj_defaultLROpt(mjLROpt* opt) {
  LB_REQUIRE(opt);
  *opt = (mjLROpt){LB_LENGTHRANGE_FIELDS(DEFAULT, NO_PART)};
}

void mj_defaultOption(mjOption* opt) {
  LB_REQUIRE(opt);
  *opt = (mjOption){LB_OPTION_FIELDS(DEFAULT, NO_PART)};
}

void mj_defaultVisual(mjVisual* vis) {
  LB_REQUIRE(vis);
  *vis = (mjVisual){
      .global = {LB_VISUAL_GLOBAL_FIELDS(DEFAULT, NO_PART)},
      .quality = {LB_VISUAL_QUALITY_FIELDS(DEFAULT, NO_PART)},
      .headlight = {LB_VISUAL_HEADLIGHT_FIELDS(DEFAULT, NO_PART)},
      .map = {LB_VISUAL_MAP_FIELDS(DEFAULT, NO_PART)},
      .scale = {LB_VISUAL_SCALE_FIELDS(DEFAULT, NO_PART)},
      .rgba = {LB_VISUAL_RGBA_FIELDS(DEFAULT, NO_PART)},
  };
}
