// Default settings of cameras, options, perturbations, figures and scenes.

#include <string.h>

#include "api/mjv_functions.h"
#include "base/error.h"
#include "data/data.h"
#include "model/fields.h"
#include "model/model.h"
#include "visual/visual.h"

void mjv_defaultCamera(mjvCamera* cam) {
  LB_REQUIRE(cam);
  memset(cam, 0, sizeof(mjvCamera));
  cam->type = mjCAMERA_FREE;
  cam->fixedcamid = -1;
  cam->trackbodyid = -1;
  cam->distance = 2;
  cam->azimuth = 90;
  cam->elevation = -45;
}

void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) {
  LB_REQUIRE(m && cam);
  mjv_defaultCamera(cam);
  for (int i = 0; i < 3; i++) {
    cam->lookat[i] = m->stat.center[i];
  }
  cam->distance = 1.5 * m->stat.extent;
  cam->azimuth = m->vis.global.azimuth;
  cam->elevation = m->vis.global.elevation;
  cam->orthographic = m->vis.global.orthographic;
}

void mjv_defaultPerturb(mjvPerturb* pert) {
  LB_REQUIRE(pert);
  memset(pert, 0, sizeof(mjvPerturb));
  pert->flexselect = -1;
  pert->skinselect = -1;
  pert->refquat[0] = 1;
  pert->scale = 1;
}

void mjv_defaultOption(mjvOption* opt) {
  LB_REQUIRE(opt);
  static const unsigned char flagsOn[] = {
      mjVIS_TEXTURE, mjVIS_TENDON, mjVIS_RANGEFINDER, mjVIS_PERTOBJ,
      mjVIS_STATIC,  mjVIS_SKIN,   mjVIS_FLEXEDGE,    mjVIS_FLEXSKIN,
  };
  memset(opt, 0, sizeof(mjvOption));
  opt->label = mjLABEL_NONE;
  opt->frame = mjFRAME_NONE;
  opt->bvh_depth = 1;
  for (size_t i = 0; i < sizeof(flagsOn); i++) {
    opt->flags[flagsOn[i]] = 1;
  }

  // the first half of the groups is for show, the second half for helpers
  for (int i = 0; i < mjNGROUP / 2; i++) {
    opt->geomgroup[i] = opt->sitegroup[i] = opt->jointgroup[i] = opt->tendongroup[i] = 1;
    opt->actuatorgroup[i] = opt->flexgroup[i] = opt->skingroup[i] = 1;
  }
}

// Element `index` of the Halton sequence of a prime base: well spread numbers in (0, 1).
static mjtNum spread(int index, int base) {
  mjtNum result = 0;
  mjtNum weight = 1;
  for (int rest = index; rest > 0; rest /= base) {
    weight /= base;
    result += weight * (rest % base);
  }
  return result;
}

void mjv_defaultFigure(mjvFigure* fig) {
  LB_REQUIRE(fig);
  static const float firstColors[][3] = {
      {1, 0.3f, 0.3f}, {0.1f, 1, 0.1f}, {0.3f, 0.3f, 1}, {0.1f, 1, 1},
      {1, 0.2f, 1},    {1, 1, 0.1f},    {1, 0.6f, 0.2f}, {0.6f, 0.7f, 0.4f},
  };
  enum { FIRST_COUNT = sizeof(firstColors) / sizeof(firstColors[0]) };

  memset(fig, 0, sizeof(mjvFigure));
  fig->flg_legend = 1;
  fig->flg_extend = 1;
  fig->flg_ticklabel[0] = fig->flg_ticklabel[1] = 1;
  fig->linewidth = 3;
  fig->gridwidth = 1;
  fig->gridsize[0] = fig->gridsize[1] = 2;
  for (int i = 0; i < 3; i++) {
    fig->gridrgb[i] = 0.4f;
    fig->textrgb[i] = 1;
  }
  fig->figurergba[3] = 1;
  fig->panergba[3] = 1;
  fig->legendrgba[3] = 0.3f;
  fig->range[0][1] = fig->range[1][1] = 1;
  fig->highlightid = -1;
  strcpy(fig->xformat, "%.0f");
  strcpy(fig->yformat, "%.2g");
  strcpy(fig->minwidth, "XXX");

  for (int i = 0; i < mjMAXLINE; i++) {
    if (i < FIRST_COUNT) {
      memcpy(fig->linergb[i], firstColors[i], sizeof(firstColors[i]));
    } else {
      fig->linergb[i][0] = (float)(0.1f + 0.8f * spread(i, 2));
      fig->linergb[i][1] = (float)(0.1f + 0.8f * spread(i, 3));
      fig->linergb[i][2] = (float)(0.1f + 0.8f * spread(i, 5));
    }
  }
}

// Whether an abstract scene can do without an array of mjData, and it may be large: matrices.
static bool isMatrix(const char* name) {
  static const char* const matrices[] = {
      "flexedge_J", "ten_J", "actuator_moment", "M", "qLD", "qH", "qDeriv", "qLU", "efc_J"};
  for (size_t i = 0; i < sizeof matrices / sizeof matrices[0]; i++) {
    if (!strcmp(name, matrices[i])) {
      return true;
    }
  }
  return false;
}

mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  LB_REQUIRE(m && src);
  return lb_copyDataWithout(dest, m, src, isMatrix);
}

// Whether an abstract scene can do without an array, and it may be large.
static bool isLarge(const char* name) {
  static const char* const large[] = {"mesh_vert",  "mesh_normal",     "mesh_texcoord",
                                      "mesh_face",  "mesh_facenormal", "mesh_facetexcoord",
                                      "mesh_graph", "hfield_data",     "tex_data"};
  for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
    if (!strcmp(name, large[i])) {
      return true;
    }
  }
  return false;
}

void mjv_copyModel(mjModel* dest, const mjModel* src) {
  LB_REQUIRE(dest && src);
  if (!lb_sameSizes(dest, src)) {
    lb_complain("mjv_copyModel: dest and src models have different sizes");
    return;
  }
  for (int i = 0; i < lb_modelFieldCount; i++) {
    const lbArrayField* field = &lb_modelFields[i];
    size_t bytes = isLarge(field->name) ? 0 : lb_fieldBytes(field, src, NULL);
    if (bytes) {
      memcpy(*lb_fieldPointer(field, dest), *lb_fieldPointer(field, src), bytes);
    }
  }
  dest->opt = src->opt;
  dest->vis = src->vis;
  dest->stat = src->stat;
}
