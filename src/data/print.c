// Text of mjData: sizes, counts, energy, contacts and every array that is not empty, straight from
// the field tables.
// COMPAT: PRINT-LAYOUT: what stands before the arrays has words, order and spaces of the reference.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/text_writer.h"
#include "model/print_array.h"

#include <string.h>

#define DEFAULT_FORMAT "% -9.2g"

static void printKilobytes(lbText* text, const char* name, size_t bytes) {
  lb_textAdd(text, "\n  %-14s%7.0f KB", name, (double)bytes / 1024);
}

static void printMemory(lbText* text, const mjData* d) {
  size_t buffer = (size_t)d->nbuffer, arena = (size_t)d->narena;
  lb_textAdd(text, "MEMORY");
  printKilobytes(text, "total", sizeof *d + buffer + arena);
  printKilobytes(text, "struct", sizeof *d);
  printKilobytes(text, "buffer", buffer);
  printKilobytes(text, "arena", arena);
  lb_textAdd(text, ", used %.1f%%\n", 100.0 * (double)d->maxuse_arena / (double)(arena + !arena));
}

#define COUNTS(X)   \
  X(narena)         \
  X(nbuffer)        \
  X(nplugin)        \
  X(maxuse_stack)   \
  X(maxuse_arena)   \
  X(maxuse_con)     \
  X(maxuse_efc)     \
  X(ncon)           \
  X(ne)             \
  X(nf)             \
  X(nl)             \
  X(nefc)           \
  X(nJ)             \
  X(efm_active)     \
  X(nefmK)          \
  X(nefmdof)        \
  X(nefmL)          \
  X(nY)             \
  X(nA)             \
  X(nisland)        \
  X(nidof)          \
  X(ntree_awake)    \
  X(nbody_awake)    \
  X(nparent_awake)  \
  X(nv_awake)       \
  X(flg_energypos)  \
  X(flg_energyvel)  \
  X(flg_subtreevel) \
  X(flg_rnepost)    \
  X(threadpool)

static void printCounts(lbText* text, const mjData* d) {
#define NAME(field) #field "\0"
#define PLACE(field) {offsetof(mjData, field), sizeof d->field},
  static const struct {
    uint32_t offset, bytes;
  } places[] = {COUNTS(PLACE)};
  const char* name = COUNTS(NAME);
#undef NAME
#undef PLACE
  lb_textAdd(text, "\nSIZES\n");
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    const char* place = (const char*)d + places[i].offset;
    long long value = places[i].bytes == 8   ? *(const int64_t*)place
                      : places[i].bytes == 4 ? *(const int*)place
                                             : *(const mjtBool*)place;
    lb_textAdd(text, "  %-20s  %lld\n", name, value);
    name += strlen(name) + 1;
  }
}

static void printLine(lbText* text, const char* head, const mjtNum* values, int count,
                      const char* format) {
  lb_textAdd(text, "%s = ", head);
  for (int i = 0; i < count; i++) {
    lb_textAdd(text, count > 1 ? " " : "");
    lb_textAdd(text, format, values[i]);
  }
  lb_textAdd(text, "\n");
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
  LB_REQUIRE(m && d && float_format);
  const char* format = lb_numberFormat(float_format, DEFAULT_FORMAT);
  lbText text = {0};
  printMemory(&text, d);
  printCounts(&text, d);
  printWarnings(&text, d);
  printLine(&text, "\nENERGY", d->energy, 2, format);
  printLine(&text, "\nTIME", &d->time, 1, format);
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
