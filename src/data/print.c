// Text of mjData: sizes, counts, energy, contacts and every array that is not empty, straight from
// the field tables.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/text_writer.h"
#include "model/print_array.h"

#define DEFAULT_FORMAT "% -9.2g"

static void printCounts(lbText* text, const mjData* d) {
  lb_textAdd(text, "\nSIZES\n");
#define COUNT(field) lb_textAdd(text, "  %-20s  %lld\n", #field, (long long)d->field);
  COUNT(narena)
  COUNT(nbuffer)
  COUNT(nplugin)
  COUNT(maxuse_stack)
  COUNT(maxuse_arena)
  COUNT(maxuse_con)
  COUNT(maxuse_efc)
  COUNT(ncon)
  COUNT(ne)
  COUNT(nf)
  COUNT(nl)
  COUNT(nefc)
  COUNT(nJ)
  COUNT(nA)
  COUNT(nisland)
  COUNT(nidof)
  COUNT(ntree_awake)
  COUNT(nbody_awake)
  COUNT(nv_awake)
#undef COUNT
}

static void printWarnings(lbText* text, const mjData* d) {
  for (int i = 0; i < mjNWARNING; i++) {
    if (d->warning[i].number) {
      lb_textAdd(text, "\nWARNING\n  %s (%d times)\n",
                 mju_warningText(i, (size_t)d->warning[i].lastinfo), d->warning[i].number);
    }
  }
}

static void printRow(lbText* text, const char* name, const mjtNum* values, int count,
                     const char* format) {
  lb_printArray(text, name, values, LB_ITEM_NUM, 1, count, format);
}

static void printContacts(lbText* text, const mjData* d, const char* format) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    lb_textAdd(text, "\nCONTACT %d\n  dim %d, geoms %d %d, flexes %d %d, exclude %d, efc %d\n", i,
               c->dim, c->geom[0], c->geom[1], c->flex[0], c->flex[1], c->exclude, c->efc_address);
    printRow(text, "dist", &c->dist, 1, format);
    printRow(text, "pos", c->pos, 3, format);
    printRow(text, "frame", c->frame, 9, format);
    printRow(text, "includemargin", &c->includemargin, 1, format);
    printRow(text, "friction", c->friction, 5, format);
    printRow(text, "solref", c->solref, mjNREF, format);
    printRow(text, "solimp", c->solimp, mjNIMP, format);
  }
}

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                           const char* float_format) {
  LB_REQUIRE(m && d && filename && float_format);
  const char* format = lb_isNumberFormat(float_format) ? float_format : DEFAULT_FORMAT;
  lbText text = {0};
  size_t bytes = sizeof(mjData) + (size_t)d->nbuffer + (size_t)d->narena;
  lb_textAdd(&text, "MEMORY\n  total  %s\n", mju_writeNumBytes(bytes));
  printCounts(&text, d);
  printWarnings(&text, d);
  printRow(&text, "energy", d->energy, 2, format);
  printRow(&text, "time", &d->time, 1, format);
  printContacts(&text, d, format);
  for (int i = 0; i < lb_dataFieldCount; i++) {
    lb_printField(&text, &lb_dataFields[i], m, d, format);
  }
  for (int i = 0; i < lb_arenaFieldCount; i++) {
    lb_printField(&text, &lb_arenaFields[i], m, d, format);
  }
  lb_textSave(&text, filename);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  LB_REQUIRE(m && d && filename);
  mj_printFormattedData(m, d, filename, DEFAULT_FORMAT);
}
