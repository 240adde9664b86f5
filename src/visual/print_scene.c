// Text of mjvScene: geoms, lights, cameras, flexes, skins, flags, transformation. For comparing
// what two scenes hold.
// COMPAT: PRINT-LAYOUT: programs compare such texts, and read them; words, order and spaces are the
// reference's.

#include "api/mj_functions.h"
#include "base/error.h"
#include "base/text_writer.h"
#include "visual/visual.h"

#define DEFAULT_FORMAT "% -9.2g"

static void printInt(lbText* text, const char* name, int value) {
  lb_textAdd(text, "    %-16s  %d\n", name, value);
}

static void printNumbers(lbText* text, const char* line, const float* values, int count,
                         const char* format) {
  lb_textAdd(text, "%-20s ", line);
  for (int i = 0; i < count; i++) {
    lb_textAdd(text, format, (double)values[i]);
    lb_textAdd(text, count > 1 ? " " : "");
  }
  lb_textAdd(text, "\n");
}

#define printFloats(text, name, values, count, format) \
  printNumbers(text, "    " name, values, count, format)

static void printGeom(lbText* text, const mjvGeom* geom, const char* format) {
  printInt(text, "type", geom->type);
  printInt(text, "category", geom->category);
  lb_textAdd(text, "    %-16s %s\n", "label", geom->label);
  printInt(text, "objtype", geom->objtype);
  printInt(text, "objid", geom->objid);
  printFloats(text, "pos", geom->pos, 3, format);
  printFloats(text, "mat", geom->mat, 9, format);
  printFloats(text, "size", geom->size, 3, format);
  printInt(text, "segid", geom->segid);
  printInt(text, "dataid", geom->dataid);
  printInt(text, "matid", geom->matid);
  printInt(text, "texcoord", geom->texcoord);
  printFloats(text, "rgba", geom->rgba, 4, format);
  printFloats(text, "emission", &geom->emission, 1, format);
  printFloats(text, "specular", &geom->specular, 1, format);
  printFloats(text, "shininess", &geom->shininess, 1, format);
  printFloats(text, "reflectance", &geom->reflectance, 1, format);
}

static void printLight(lbText* text, const mjvLight* light, const char* format) {
  printInt(text, "id", light->id);
  printFloats(text, "pos", light->pos, 3, format);
  printFloats(text, "dir", light->dir, 3, format);
  printInt(text, "type", light->type);
  printInt(text, "castshadow", light->castshadow);
  printInt(text, "headlight", light->headlight);
  printFloats(text, "intensity", &light->intensity, 1, format);
  printFloats(text, "range", &light->range, 1, format);
  printFloats(text, "ambient", light->ambient, 3, format);
  printFloats(text, "diffuse", light->diffuse, 3, format);
  printFloats(text, "specular", light->specular, 3, format);
  printInt(text, "texid", light->texid);
  printFloats(text, "exponent", &light->exponent, 1, format);
  printFloats(text, "attenuation", light->attenuation, 3, format);
  printFloats(text, "cutoff", &light->cutoff, 1, format);
  printFloats(text, "bulbradius", &light->bulbradius, 1, format);
}

static void printCamera(lbText* text, const mjvGLCamera* camera, const char* format) {
  printFloats(text, "pos", camera->pos, 3, format);
  printFloats(text, "forward", camera->forward, 3, format);
  printFloats(text, "up", camera->up, 3, format);
  printInt(text, "orthographic", camera->orthographic);
  printFloats(text, "frustum_center", &camera->frustum_center, 1, format);
  printFloats(text, "frustum_width", &camera->frustum_width, 1, format);
  printFloats(text, "frustum_bottom", &camera->frustum_bottom, 1, format);
  printFloats(text, "frustum_top", &camera->frustum_top, 1, format);
  printFloats(text, "frustum_near", &camera->frustum_near, 1, format);
  printFloats(text, "frustum_far", &camera->frustum_far, 1, format);
}

// Tables of a deformable, which are there but too long to print.
static void printTables(lbText* text, const char* const* names, int count) {
  for (int i = 0; i < count; i++) {
    lb_textAdd(text, "    %-16s ...\n", names[i]);
  }
}

static void printDeformables(lbText* text, const mjvScene* s) {
  static const char* const tables[] = {"edges", "verts", "faces", "normals", "texcoords"};
  static const char* const skinTables[] = {"verts", "normals"};
  lb_textAdd(text, "\nFLEX DATA %d\n", s->nflex);
  for (int i = 0; i < s->nflex; i++) {
    lb_textAdd(text, "  FLEX DATA %d\n", i);
    printInt(text, "face_used", s->flexfaceused[i]);
    printInt(text, "edge_adr", s->flexedgeadr[i]);
    printInt(text, "edge_num", s->flexedgenum[i]);
    printInt(text, "vert_adr", s->flexvertadr[i]);
    printInt(text, "vert_num", s->flexvertnum[i]);
    printInt(text, "face_adr", s->flexfaceadr[i]);
    printInt(text, "face_num", s->flexfacenum[i]);
    printTables(text, tables, 5);
    lb_textAdd(text, "\n");
  }
  lb_textAdd(text, "\nSKIN DATA %d\n", s->nskin);
  for (int i = 0; i < s->nskin; i++) {
    lb_textAdd(text, "  SKIN DATA %d\n", i);
    printInt(text, "face_num", s->skinfacenum[i]);
    printInt(text, "vert_adr", s->skinvertadr[i]);
    printInt(text, "vert_num", s->skinvertnum[i]);
    printTables(text, skinTables, 2);
    lb_textAdd(text, "\n");
  }
}

static void printFlags(lbText* text, const mjvScene* s, const char* format) {
  lb_textAdd(text, "\nFLAGS\n");
  for (int i = 0; i < mjNRNDFLAG; i++) {
    lb_textAdd(text, "  %-20s  %d\n", mjRNDSTRING[i][0], s->flags[i]);
  }
#define FLAG(name) lb_textAdd(text, "  %-18s  %d\n", #name, s->name);
  FLAG(flexvertopt)
  FLAG(flexedgeopt)
  FLAG(flexfaceopt)
  FLAG(flexskinopt)
  FLAG(stereo)
#undef FLAG

  lb_textAdd(text, "\n\nTRANSFORM %d\n", s->enabletransform);
  if (s->enabletransform) {
    printNumbers(text, "  translate", s->translate, 3, format);
    printNumbers(text, "  rotate", s->rotate, 4, format);
    printNumbers(text, "  scale", &s->scale, 1, format);
    lb_textAdd(text, "\n");
  }
  lb_textAdd(text, "\n");
}

void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  LB_REQUIRE(s && float_format);
  const char* format = lb_numberFormat(float_format, DEFAULT_FORMAT);
  lbText text = {0};
  lb_textAdd(&text, "GEOMS %d\n", s->ngeom);
  for (int i = 0; i < s->ngeom; i++) {
    lb_textAdd(&text, "  GEOM %d\n", i);
    printGeom(&text, s->geoms + i, format);
    lb_textAdd(&text, "\n");
  }
  lb_textAdd(&text, "\nLIGHTS %d\n", s->nlight);
  for (int i = 0; i < s->nlight; i++) {
    lb_textAdd(&text, "  LIGHT %d\n", i);
    printLight(&text, s->lights + i, format);
    lb_textAdd(&text, "\n");
  }
  lb_textAdd(&text, "\nCAMERAS 2\n");
  for (int i = 0; i < 2; i++) {
    lb_textAdd(&text, "  CAMERA %d\n", i);
    printCamera(&text, s->camera + i, format);
    lb_textAdd(&text, "\n");
  }
  printDeformables(&text, s);
  printFlags(&text, s, format);
  lb_textSave(&text, filename);
}

void mj_printScene(const mjvScene* s, const char* filename) {
  LB_REQUIRE(s && filename);
  mj_printFormattedScene(s, filename, DEFAULT_FORMAT);
}
