// The state of one compilation, and what all passes need of it: raising errors about elements,
// running a step for every element of a kind, resolving names to model ids, work memory.
//
// A pass never changes the spec's values. What it resolves lives in work copies inside one region,
// or in the model once that is laid out. Any pass may raise an error: mj_compile then frees region,
// model and data, and keeps the message in the spec.

#pragma once

#include "api/limber.h"
#include "base/vfs.h"
#include "compile/work_tree.h"

typedef struct lbWorkMesh_ lbWorkMesh;            // compile/assets.h
typedef struct lbHFieldShape_ lbHFieldShape;      // asset/hfield.h
typedef struct lbSkinShape_ lbSkinShape;          // asset/skin.h
typedef struct lbTexturePixels_ lbTexturePixels;  // asset/texture.h
typedef struct lbWorkFlex_ lbWorkFlex;            // compile/flex/work_flex.h

// Rows of a sparse Jacobian, one after another (compile/sparse_rows.h).
typedef struct lbSparseRows_ {
  int count, entries;
  int* adr;     // (count + 1)
  int* column;  // (entries) dofs, ascending in each row
  int capacity, columnCapacity;
} lbSparseRows;

typedef struct lbCompiler_ {
  lbSpec* spec;
  const mjVFS* vfs;  // where files are looked for first, NULL: nowhere but on disk
  lbRegion region;   // memory of all work copies, freed at the end
  lbRegion passing;  // what one asset is made of, freed when it is made

  // for messages
  const lbElement* current;  // element being compiled, NULL: none in particular
  const char* file;          // asset file being read, NULL: none
  lbFile open;               // the same while it is copied
  mjSpec* decoded;           // what a decoder of the program made of the last file, NULL: nothing
  bool located;              // the error raised last already names its element
  lbProblems problems;       // told together

  // from the spec to the model
  int* ids[LB_SPEC_LISTS];  // per kind: spec position -> model id, -1: not in the model
  lbWorkBody* bodyWork;     // by spec position, as are the next two
  lbWorkGeom* geomWork;
  lbWorkSite* siteWork;
  lbWorkBody** bodies;  // (bodyCount) by model id, depth first
  int bodyCount;
  lbWorkGeom** geoms;         // by model id
  lbWorkMesh* meshes;         // by spec position, as are all below
  lbHFieldShape* hfields;     //
  lbSkinShape* skins;         //
  lbTexturePixels* textures;  //
  lbWorkFlex* flexes;         //

  lbSparseRows tendonRows;  // Jacobian of tendon lengths

  mjModel sizes;  // counts of the model to come: what lb_makeModel allocates by
  mjModel* m;     // NULL until its sizes are counted
  mjData* d;      // while constants are derived by simulation, else NULL
} lbCompiler;

// Zeroed array that lives as long as the compilation.
#define LB_WORK_ARRAY(c, Type, count) \
  ((Type*)lb_regionAlloc(&(c)->region, lb_checkedSize((count), sizeof(Type))))

// --- errors

// Raises an error about the element being compiled.
LB_NORETURN void lb_compileError(lbCompiler* c, const char* format, ...) LB_PRINTF(2, 3);

// The same with what else is known: the attribute, what is expected, a missing file. The place is
// filled in.
LB_NORETURN void lb_compileFault(lbCompiler* c, const lbFault* fault, const char* format, ...)
    LB_PRINTF(3, 4);

// Runs a step for each element of a kind. An error of one is noted, and the others follow:
// lb_compileRaise raises what was noted.
void lb_compileEach(lbCompiler* c, mjtObj kind, void (*step)(lbCompiler* c, int i));
void lb_compileRaise(lbCompiler* c);

// After an error that ended the compilation: the text to tell, which also lists the references to
// names that no element has. It is the last error then.
const char* lb_compileReport(lbCompiler* c);

// --- names and settings

// Every element of the spec gets its position as model id: passes that drop or move elements
// renumber.
void lb_numberElements(lbCompiler* c);

// Model id of the named element; -1 when there is none or it is not part of the model.
int lb_compileFind(lbCompiler* c, mjtObj type, const char* name);

// Like lb_compileFind, raising "<kind> '<name>' not found in <what> <id>" for an unknown name. An
// empty name gives -1.
int lb_compileRequire(lbCompiler* c, mjtObj type, const char* name, const char* what, int id);

// Compiler settings that apply to an element: those of the spec it came from.
static inline const mjsCompiler* lb_settings(const lbElement* element) {
  return &element->origin->s.compiler;
}
