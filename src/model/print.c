// Text of a model: sizes, options and every array that is not empty, straight from the field
// tables.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/text_writer.h"
#include "model/print_array.h"

#include <string.h>

#define DEFAULT_FORMAT "% -9.2g"

static void printSizes(lbText* text, const mjModel* m) {
  lb_textAdd(text, "\nSIZES\n");
  for (int i = 0; i < LB_SIZE_COUNT; i++) {
    mjtSize size = lb_modelSizes(m)[i];
    if (size) {
      lb_textAdd(text, "  %-18s  %lld\n", lb_sizeNames[i], (long long)size);
    }
  }
}

static void printNumbers(lbText* text, const char* name, const mjtNum* values, int count,
                         const char* format) {
  lb_textAdd(text, "  %-18s ", name);
  for (int i = 0; i < count; i++) {
    lb_textAdd(text, format, values[i]);
    lb_textAdd(text, " ");
  }
  lb_textAdd(text, "\n");
}

static void printOption(lbText* text, const mjOption* o, const char* format) {
  lb_textAdd(text, "\nOPTION\n");
#define NUMBERS(field)                                                                          \
  printNumbers(text, #field, (const mjtNum*)&o->field, (int)(sizeof o->field / sizeof(mjtNum)), \
               format);
  NUMBERS(timestep)
  NUMBERS(impratio)
  NUMBERS(tolerance)
  NUMBERS(ls_tolerance)
  NUMBERS(noslip_tolerance)
  NUMBERS(ccd_tolerance)
  NUMBERS(sleep_tolerance)
  NUMBERS(gravity)
  NUMBERS(wind)
  NUMBERS(magnetic)
  NUMBERS(density)
  NUMBERS(viscosity)
  NUMBERS(o_margin)
  NUMBERS(o_solref)
  NUMBERS(o_solimp)
  NUMBERS(o_friction)
#undef NUMBERS
#define INTEGER(field) lb_textAdd(text, "  %-18s  %d\n", #field, o->field);
  INTEGER(integrator)
  INTEGER(cone)
  INTEGER(jacobian)
  INTEGER(solver)
  INTEGER(iterations)
  INTEGER(ls_iterations)
  INTEGER(noslip_iterations)
  INTEGER(ccd_iterations)
  INTEGER(disableflags)
  INTEGER(enableflags)
  INTEGER(disableactuator)
  INTEGER(sdf_initpoints)
  INTEGER(sdf_iterations)
#undef INTEGER
}

static void printStatistic(lbText* text, const mjStatistic* s, const char* format) {
  lb_textAdd(text, "\nSTATISTIC\n");
  printNumbers(text, "meaninertia", &s->meaninertia, 1, format);
  printNumbers(text, "meanmass", &s->meanmass, 1, format);
  printNumbers(text, "meansize", &s->meansize, 1, format);
  printNumbers(text, "extent", &s->extent, 1, format);
  printNumbers(text, "center", s->center, 3, format);
}

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  LB_REQUIRE(m && float_format);
  const char* format = lb_numberFormat(float_format, DEFAULT_FORMAT);
  lbText text = {0};
  lb_textAdd(&text, "limber, interface version %s\n", mj_versionString());
  lb_textAdd(&text, "model name     %s\n\nMEMORY\n", m->names);
  size_t bytes = lb_bufferBytes(lb_modelFields, lb_modelFieldCount, m);
  lb_textAdd(&text, "  total  %s\n", mju_writeNumBytes(sizeof(mjModel) + bytes));
  printSizes(&text, m);
  printOption(&text, &m->opt, format);
  printStatistic(&text, &m->stat, format);
  for (int i = 0; i < lb_modelFieldCount; i++) {
    lb_printField(&text, &lb_modelFields[i], m, NULL, format);
  }
  lb_textSave(&text, filename);
}

void mj_printModel(const mjModel* m, const char* filename) {
  LB_REQUIRE(m && filename);
  mj_printFormattedModel(m, filename, DEFAULT_FORMAT);
}
