// Text and number formats: names of object types, warning texts, printed matrices, conversions
// between float and mjtNum.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/limber.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text_writer.h"

// -------------------------------------------------------------------------------------- strings

static const struct {
  int type;
  const char* name;
} objectTypes[] = {
    {mjOBJ_BODY, "body"},         {mjOBJ_XBODY, "xbody"},       {mjOBJ_JOINT, "joint"},
    {mjOBJ_DOF, "dof"},           {mjOBJ_GEOM, "geom"},         {mjOBJ_SITE, "site"},
    {mjOBJ_CAMERA, "camera"},     {mjOBJ_LIGHT, "light"},       {mjOBJ_FLEX, "flex"},
    {mjOBJ_MESH, "mesh"},         {mjOBJ_SKIN, "skin"},         {mjOBJ_HFIELD, "hfield"},
    {mjOBJ_TEXTURE, "texture"},   {mjOBJ_MATERIAL, "material"}, {mjOBJ_PAIR, "pair"},
    {mjOBJ_EXCLUDE, "exclude"},   {mjOBJ_EQUALITY, "equality"}, {mjOBJ_TENDON, "tendon"},
    {mjOBJ_ACTUATOR, "actuator"}, {mjOBJ_SENSOR, "sensor"},     {mjOBJ_NUMERIC, "numeric"},
    {mjOBJ_TEXT, "text"},         {mjOBJ_TUPLE, "tuple"},       {mjOBJ_KEY, "key"},
    {mjOBJ_PLUGIN, "plugin"},     {mjOBJ_FRAME, "frame"},
};
static const int objectTypeCount = sizeof objectTypes / sizeof objectTypes[0];

const char* mju_type2Str(int type) {
  for (int i = 0; i < objectTypeCount; i++) {
    if (objectTypes[i].type == type) {
      return objectTypes[i].name;
    }
  }
  return NULL;
}

// COMPAT: MATH-TYPE-FRAME: the peer does not find "frame" by name, although it prints it.
int mju_str2Type(const char* str) {
  for (int i = 0; str && i < objectTypeCount; i++) {
    if (strcmp(objectTypes[i].name, str) == 0) {
      return objectTypes[i].type < mjNOBJECT ? objectTypes[i].type : mjOBJ_UNKNOWN;
    }
  }
  return mjOBJ_UNKNOWN;
}

const char* mju_writeNumBytes(size_t nbytes) {
  static LB_THREAD_LOCAL char text[32];
  static const char unit[] = " KMGTPE";
  int power = 0;
  uint64_t count = nbytes;
  while (count != 0 && count % 1024 == 0 && power < 6) {
    count /= 1024;
    power++;
  }
  if (power > 0) {
    snprintf(text, sizeof text, "%llu%c", (unsigned long long)count, unit[power]);
  } else {
    snprintf(text, sizeof text, "%llu", (unsigned long long)count);
  }
  return text;
}

const char* mju_warningText(int warning, size_t info) {
  static LB_THREAD_LOCAL char text[160];
  static const char* const bad[] = {"QPOS at DOF", "QVEL at DOF", "QACC at DOF",
                                    "CTRL at ACTUATOR"};
  unsigned long long number = info;
  switch (warning) {
    case mjWARN_INERTIA:
      snprintf(text, sizeof text,
               "Inertia matrix is too close to singular at DOF %llu. Check model.", number);
      break;
    case mjWARN_CONTACTFULL:
      snprintf(text, sizeof text,
               "Too many contacts. The arena memory is full, increase arena memory allocation."
               "(ncon = %llu)",
               number);
      break;
    case mjWARN_CNSTRFULL:
      snprintf(text, sizeof text,
               "Constraints dropped: the arena memory of %llu bytes is full, increase arena memory "
               "allocation.",
               number);
      break;
    case mjWARN_BADQPOS:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC:
    case mjWARN_BADCTRL:
      snprintf(text, sizeof text, "Nan, Inf or huge value in %s %llu. The simulation is unstable.",
               bad[warning - mjWARN_BADQPOS], number);
      break;
    default:
      snprintf(text, sizeof text, "Unknown warning type %d.", warning);
  }
  return text;
}

char* mju_strncpy(char* dst, const char* src, int n) {
  if (dst && src && n > 0) {
    size_t length = strnlen(src, (size_t)n - 1);
    memmove(dst, src, length);
    memset(dst + length, 0, (size_t)n - length);
  }
  return dst;
}

// ------------------------------------------------------------------------------ printed matrices

void mju_printMat(const mjtNum* mat, int nr, int nc) {
  lbText text = {0};
  for (int i = 0; i < nr; i++) {
    for (int j = 0; j < nc; j++) {
      lb_textAdd(&text, "%.8f ", mat[(size_t)i * nc + j]);
    }
    lb_textAdd(&text, "\n");
  }
  lb_printText(text.items ? text.items : "");
  lb_free(text.items);
}

void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                        const int* colind) {
  lbText text = {0};
  for (int i = 0; i < nr; i++) {
    for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) {
      lb_textAdd(&text, "(%d %d): %9.6f  ", i, colind[k], mat[k]);
    }
    lb_textAdd(&text, "\n");
  }
  lb_printText(text.items ? text.items : "");
  lb_free(text.items);
}

// ---------------------------------------------------------------------------------- conversions

void mju_f2n(mjtNum* res, const float* vec, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = vec[i];
  }
}

void mju_n2f(float* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = (float)vec[i];
  }
}

void mju_d2n(mjtNum* res, const double* vec, int n) {
  if (n > 0) {
    memmove(res, vec, (size_t)n * sizeof(mjtNum));
  }
}

void mju_n2d(double* res, const mjtNum* vec, int n) {
  if (n > 0) {
    memmove(res, vec, (size_t)n * sizeof(double));
  }
}
