// What stands behind mjSpec and the mjsX structs.
//
// Every element is one heap block: a common head (lbElement), its public struct `s`, what only we
// need, and behind that the containers the public struct points to. A public struct's `element`
// pointer is the address of its block, so casting converts: (lbGeom*)geom->element.
//
// A spec owns its elements: `lists` holds them per kind, in the order they were created, and
// head.id is the position there (compilation renumbers the lists depth first). Elements of the
// kinematic tree are also in their body's lists, in document order. Frames are not flattened: an
// element's pose is relative to head.frame when that is not NULL (frames nest through their own
// head.frame), otherwise to head.body. Default classes form a tree whose dummies are elements
// outside all lists.
//
// What is attached belongs to the parent spec and keeps, in head.origin, the spec whose compiler
// settings and folders apply to it. A deep copy leaves the child spec as it was. Attached by
// reference (share.c), the elements themselves join the parent's lists and bodies: from then on
// head.spec, head.id, and the body and frame of the outermost ones are those of the parent, while
// the child (lbSpec.attachedTo) only shows them. Its lists and the tree below its world still hold
// them, and head.home still owns their memory. Specs that share elements are a family, whose memory
// is freed with the last of them.

#pragma once

#include "api/mjs_functions.h"
#include "base/archive.h"
#include "base/fault.h"
#include "base/hash.h"
#include "math/pose.h"
#include "spec/name_set.h"
#include "spec/vec.h"

typedef struct lbSpec_ lbSpec;
typedef struct lbElement_ lbElement;
typedef struct lbBody_ lbBody;
typedef struct lbFrame_ lbFrame;
typedef struct lbDefault_ lbDefault;
typedef struct lbKeyLayout_ lbKeyLayout;
typedef struct lbFamily_ lbFamily;

typedef struct lbUserValue_ {
  char* key;
  const void* data;
} lbUserValue;

struct lbElement_ {
  mjsElement handle;  // public handle; first, so that the addresses agree
  lbSpec* spec;       // that it is part of
  lbSpec* home;       // that owns its memory; == spec unless attached by reference
  lbSpec* origin;     // spec whose compiler settings apply; == spec unless attached
  mjString name;
  int place;         // in its body's list when last looked for
  int id;            // position in spec->lists; -1 for dummies of default classes
  int compiledId;    // id in the model compiled last, -1: none, or fused into another body
  int formerId;      // and in the one before
  lbDefault* def;    // class the element was created from
  lbFrame* frame;    // innermost enclosing frame, NULL: none
  lbBody* body;      // enclosing body (of a body: its parent), NULL outside the tree
  const char* file;  // XML file it was read from, owned by the spec; NULL: built by calls
  int line;          // line in that file, 0: unknown
  int column;        // column in that line
  const char* tag;   // name of its XML element, static; NULL: built by calls
  bool doomed;       // being deleted
  lbElement* twin;   // its copy, while copying or attaching
  LB_ARRAY(lbUserValue) userValues;
  lbElement* previous;  // neighbours among all elements the spec owns, linked or not
  lbElement* next;
};

typedef struct lbJoint_ {
  lbElement head;
  mjsJoint s;
} lbJoint;

typedef struct lbGeom_ {
  lbElement head;
  mjsGeom s;
  lbPose compiledPose;  // in its body, of the last compilation before bodies were fused or aligned
} lbGeom;

typedef struct lbSite_ {
  lbElement head;
  mjsSite s;
  lbPose compiledPose;  // as that of a geom
} lbSite;

typedef struct lbCamera_ {
  lbElement head;
  mjsCamera s;
} lbCamera;

typedef struct lbLight_ {
  lbElement head;
  mjsLight s;
} lbLight;

struct lbFrame_ {
  lbElement head;
  mjsFrame s;
  lbFrame *inside, *next;  // while copied: the first frame in it, the next one beside it
};

struct lbBody_ {
  lbElement head;
  mjsBody s;
  int depth;  // bodies around it; of those attached by reference, in their own model
  LB_ARRAY(lbBody*) bodies;
  LB_ARRAY(lbJoint*) joints;
  LB_ARRAY(lbGeom*) geoms;
  LB_ARRAY(lbSite*) sites;
  LB_ARRAY(lbCamera*) cameras;
  LB_ARRAY(lbLight*) lights;
  LB_ARRAY(lbFrame*) frames;
  bool isTemplate;  // content of a <replicate> while it is being read; gone afterwards

  // of the last compilation
  bool isWeighed;       // there was one, and own is known
  lbInertial own;       // without what was fused into it, and before masses were scaled
  lbInertial compiled;  // in the model
  lbPose compiledPose;  // as that of a geom
  lbPose shift;         // its frame in that of the model's body that it became, or became part of
  bool isShifted;       // that is another one: it was fused or aligned
};

typedef struct lbFlex_ {
  lbElement head;
  mjsFlex s;
} lbFlex;

typedef struct lbMesh_ {
  lbElement head;
  mjsMesh s;
  double compiledCenter[3];  // of its bounding box, in its inertial frame
} lbMesh;

typedef struct lbHField_ {
  lbElement head;
  mjsHField s;
  uint32_t compiledHash;  // of the heights of the last compilation
} lbHField;

typedef struct lbSkin_ {
  lbElement head;
  mjsSkin s;
} lbSkin;

typedef struct lbTexture_ {
  lbElement head;
  mjsTexture s;
} lbTexture;

typedef struct lbMaterial_ {
  lbElement head;
  mjsMaterial s;
} lbMaterial;

typedef struct lbPair_ {
  lbElement head;
  mjsPair s;
} lbPair;

typedef struct lbExclude_ {
  lbElement head;
  mjsExclude s;
} lbExclude;

typedef struct lbEquality_ {
  lbElement head;
  mjsEquality s;
} lbEquality;

typedef struct lbTendon_ lbTendon;

// One step of a tendon path. s.type is mjWRAP_JOINT, PULLEY, SITE or SPHERE (any geom: sphere or
// cylinder is decided when compiling). Owned by its tendon; head.id is the position in the path.
typedef struct lbWrap_ {
  lbElement head;  // its name is that of the joint, site or geom
  mjsWrap s;
  lbTendon* tendon;
  mjString sidesite;  // empty: none
  double parameter;   // coefficient of a joint, divisor of a pulley
} lbWrap;

struct lbTendon_ {
  lbElement head;
  mjsTendon s;
  LB_ARRAY(lbWrap*) wraps;
  double foundSpring[2];  // tendon_lengthspring of the last compilation
};

typedef struct lbActuator_ {
  lbElement head;
  mjsActuator s;
  double foundRange[2];  // length range of the last compilation, for saving
} lbActuator;

typedef struct lbSensor_ {
  lbElement head;
  mjsSensor s;
} lbSensor;

typedef struct lbNumeric_ {
  lbElement head;
  mjsNumeric s;
} lbNumeric;

typedef struct lbText_ {
  lbElement head;
  mjsText s;
} lbText;

typedef struct lbTuple_ {
  lbElement head;
  mjsTuple s;
} lbTuple;

typedef struct lbKey_ {
  lbElement head;
  mjsKey s;
} lbKey;

// A plugin instance: named ones come from <extension>, nameless ones belong to the one element
// whose plugin.element points here.
typedef struct lbPlugin_ {
  lbElement head;
  mjsPlugin s;
  mjStringVec keys;                 // configuration: attribute names
  mjStringVec values;               // and values, same length
  LB_ARRAY(const char*) published;  // what mjs_getPluginAttributes last returned
  bool isOrphan;                    // while deleting: nothing that stays refers to it
} lbPlugin;

// A default class and its dummies. The root class has parent NULL.
struct lbDefault_ {
  lbElement head;
  mjsDefault s;
  lbDefault* parent;
  LB_ARRAY(lbDefault*) children;
  lbJoint* joint;
  lbGeom* geom;
  lbSite* site;
  lbCamera* camera;
  lbLight* light;
  lbFlex* flex;
  lbMesh* mesh;
  lbMaterial* material;
  lbPair* pair;
  lbEquality* equality;
  lbTendon* tendon;
  lbActuator* actuator;
};

// A spec this one holds: an <asset><model>, or a copy of one that was attached (origin of its
// elements).
typedef struct lbChildSpec_ {
  lbSpec* spec;
  bool isModelAsset;  // can be found by <attach model="...">
  bool isShared;      // attached by reference: not owned
} lbChildSpec;

// Specs that share elements. Their memory stays until all have been deleted.
struct lbFamily_ {
  LB_ARRAY(lbSpec*) members;
};

#define LB_SPEC_LISTS (mjNOBJECT + 1)
#define LB_LIST_FRAME mjNOBJECT  // index of the frames in lists

typedef LB_ARRAY(lbElement*) lbElementList;

typedef struct lbNameMap_ {
  lbMap map;  // of lbElement; without slots: none yet
  int count;
  bool stale;  // rebuild before use
} lbNameMap;

struct lbSpec_ {
  mjSpec s;                            // public struct; first, so that the addresses agree
  lbElement head;                      // s.element
  lbElementList lists[LB_SPEC_LISTS];  // by mjtObj; frames at LB_LIST_FRAME
  lbNameMap names[LB_SPEC_LISTS];
  lbElement* owned;                             // all elements, also those in no list yet
  lbBody* world;                                // lists[mjOBJ_BODY].items[0]
  lbDefault* mainClass;                         // root of the class tree
  LB_ARRAY(lbDefault*) classes;                 // all of them, parents first
  lbNameMap classNames;                         // of their heads
  LB_ARRAY(lbChildSpec) children;               // owned, unless shared
  lbNameSet attachments;                        // what was copied here, and under which names
  uint64_t serial;                              // tells it from all other specs
  lbFamily* family;                             // NULL: shares nothing
  lbSpec* attachedTo;                           // by reference, wholly or in part; NULL: not
  int viewed;                                   // position that mjs_nextElement returned last
  mjStringVec activePlugins;                    // names from <extension> or mjs_activatePlugin
  LB_ARRAY(struct lbPendingKey_*) pendingKeys;  // until lb_specOrderTree (pending_keys.c)
  lbKeyLayout* keyLayout;                       // of its keys when last looked at
  LB_ARRAY(char*) files;                        // file names that heads point to
  lbArchive* archive;                           // that its files are in, shared, NULL: none
  char* error;                                  // last error, "" when none
  LB_ARRAY(char*) warnings;
  bool isCompiled;
  bool wasCompiled;            // since it was made
  bool isOrdered;              // ids of the tree are depth first
  mjStatistic compiledStat;    // of the last compilation
  uint64_t compiledSignature;  // of the last model; that in head.handle changes with the structure
  uint64_t formerSignature;    // of the one before
  bool deepCopy;               // of what is attached to it
  bool isDeleted;              // by its user; others of the family are not
  lbSpec* twin;                // its copy, while copying
  double timers[mjNCTIMER];    // seconds
};

// Kind of list for an element type: the index in lbSpec.lists, or -1.
static inline int lb_listIndex(mjtObj type) {
  if (type == mjOBJ_FRAME) {
    return LB_LIST_FRAME;
  }
  return type > mjOBJ_UNKNOWN && (int)type < mjNOBJECT ? (int)type : -1;
}

// Typed access: number of elements of a kind, and the element at a position.
static inline int lb_specCount(const lbSpec* spec, mjtObj type) {
  return spec->lists[lb_listIndex(type)].count;
}
#define LB_SPEC_ITEM(spec, Type, objtype, index) \
  ((Type*)(spec)->lists[lb_listIndex(objtype)].items[index])

static inline lbSpec* lb_spec(const mjSpec* spec) {
  return (lbSpec*)spec;
}

// Notes that elements came or went: what was compiled is not the spec's any more.
static inline void lb_structureChanged(lbSpec* spec) {
  spec->isCompiled = false;
  spec->head.handle.signature++;
}

static inline lbElement* lb_head(const mjsElement* element) {
  return (lbElement*)element;
}

// The element of a kind with that name, or NULL; constant time. An empty name finds nothing.
lbElement* lb_specFind(lbSpec* spec, mjtObj type, const char* name);

// A map of names: emptied with room for `count` of them, an element put into it (the first keeps
// its name), and found again.
void lb_startNames(lbNameMap* names, int count);
void lb_insertName(lbNameMap* names, lbElement* element);
lbElement* lb_findName(const lbNameMap* names, const char* name);

// Rebuilds the tables of names that are out of date; elements being deleted stay out of new ones.
void lb_refreshNames(lbSpec* spec);

// "geom", "default class", ... as used in messages.
const char* lb_elementKind(mjtObj type);

// Where an element is; nothing for no element.
lbFault lb_elementFault(const lbElement* element);

// Raises "Error: <message>" and that place. element may be NULL.
LB_NORETURN void lb_specError(const lbElement* element, const char* format, ...) LB_PRINTF(2, 3);

// Adds a warning with the same place to the spec (mjs_getWarning); never raises.
void lb_specWarning(const lbElement* element, const char* format, ...) LB_PRINTF(2, 3);

// Forgets all warnings.
void lb_specClearWarnings(lbSpec* spec);

// Remembers text in the spec as its error (mjs_getError), and as the last error unless it is that
// already.
void lb_specSetError(lbSpec* spec, const char* text);

// Whether a file keeps a frame: one with a name, or with a class for what is in it.
static inline bool lb_isKept(const lbFrame* frame) {
  return frame->head.name.count || (frame->head.def && frame->head.def->parent);
}

// Whether a range limits something, where ranges do so by themselves.
static inline bool lb_isLimited(mjtLimited limited, const double range[2]) {
  return limited == mjLIMITED_AUTO ? range[0] < range[1] : limited == mjLIMITED_TRUE;
}

// True when the control is a position: the only kind that can inherit a range.
bool lb_tracksPosition(const mjsActuator* a);

// A new element of a kind with the peer's default values, linked in the spec's list. Tree elements
// also go into the body's list; body may be NULL for the others. def NULL: internal defaults.
lbElement* lb_addElement(lbSpec* spec, mjtObj type, lbBody* body, const lbDefault* def);

// A file name kept as long as the spec.
const char* lb_specFile(lbSpec* spec, const char* file);

// Renumbers head.id and rebuilds the lists of tree elements depth first (bodies, joints, geoms,
// sites, cameras, lights, frames), and appends the keys of attached models to the spec's own;
// compilation starts with it.
void lb_specOrderTree(lbSpec* spec);

// The folder assets of an element are looked up in: that of the file its spec came from.
const char* lb_elementFolder(const lbElement* element);
