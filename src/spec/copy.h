// Copying elements: whole specs, attached models, replicas.

#pragma once

#include "base/memory.h"
#include "spec/internal.h"
#include "spec/key_layout.h"
#include "spec/name_set.h"

// How copies are named and where they go.
typedef struct lbCopy_ {
  lbSpec* target;
  lbSpec* source;  // may be the target
  const char* prefix;
  const char* suffix;
  lbNameSet* names;       // what is copied: references to these are renamed
  const lbElement* at;    // for messages
  bool allowRepeats;      // names may be taken for now
  bool allowTreeRepeats;  // those of elements of the tree may
  bool isReplica;         // of <replicate>: keys lose their controls and activations
  bool isRepeat;          // pending keys have followed a copy of the same elements already
  bool isAgain;           // something of the source came under the same names before
  mjString* joined;       // room for prefix + name + suffix, between different specs
  const int* originals;   // lengths of the lists before the first of several copies, NULL: this one
} lbCopy;

// A copy of an element, not linked and without a name; a nameless plugin instance is copied along.
lbElement* lb_cloneElement(lbSpec* target, const lbElement* source);

// prefix + name + suffix of a copy; empty when the source has no name. Raises an error when the
// name is taken.
void lb_nameCopy(const lbCopy* copy, lbElement* element, const char* name);

// Copies one element, links it and gives it its name and references.
lbElement* lb_copyElement(const lbCopy* copy, lbElement* source, lbBody* body, lbFrame* frame);

// What is to become of a reference, as bits.
enum {
  LB_RESOLVED = 1,  // there is something it refers to
  LB_RENAMED = 2,   // it gets prefix and suffix
  LB_OF_PART = 4,   // what it refers to belongs to what is attached, now or before
  LB_INSIDE = 8,    // what it refers to is copied
};

// Before references are resolved: makes the names of a source known that is attached by reference,
// whose elements come, go and get names without its knowing.
void lb_lookAtShared(lbSpec* source);

// An element whose references are visited.
typedef struct lbReferrer_ {
  const lbCopy* copy;
  const lbElement* element;
  mjtObj previous;  // kind of the reference before
} lbReferrer;

int lb_resolveReference(lbReferrer* referrer, const mjString* name, mjtObj type);

// What comes along as a whole between different specs.
enum { LB_ASSET_KINDS = 7 };
extern const mjtObj lb_assetKinds[LB_ASSET_KINDS];
bool lb_isAsset(mjtObj type);

// Whether an element is in the target from an attachment before.
bool lb_cameBefore(const lbCopy* copy, mjtObj type, const char* name);

// Adds the names of a subtree to copy->names: a body with all it contains, or a frame's content.
void lb_collectNames(lbCopy* copy, lbElement* root);

// Copies a subtree into a body of the target, inside a frame (may be NULL). Returns the copy.
lbElement* lb_copySubtree(lbCopy* copy, lbElement* root, lbBody* body, lbFrame* frame);

// Copies everything in a body, but not the body, into a frame of another body.
void lb_copyBodyContent(lbCopy* copy, lbBody* source, lbFrame* target);

// Copies the elements outside the tree that come along with what is in copy->names, and adds their
// names. With replacing, the sources are marked for deletion.
void lb_copyReferring(lbCopy* copy, bool replacing);

// Carries the keys of the source over after copying; `layout` is that of the source before.
void lb_extendKeys(lbCopy* copy, const lbKeyLayout* layout);

// The same from another spec, with `take` instead of copying. Elements that came along before are
// left out.
void lb_eachComing(lbCopy* copy, void (*take)(void* context, lbElement* element), void* context);

// Gives the child spec, and those its own elements come from, a twin that the target owns.
void lb_mapOrigins(lbSpec* target, lbSpec* child);

// Gives the classes of the source twins in the target.
void lb_mapClasses(lbCopy* copy, lbRegion* region);

// Name an asset goes by: its own, or that of its file without folder and extension.
void lb_nameOfAsset(const lbElement* element, char* name, size_t size);

// Forgets what was copied to what, so that twins are those of the next copy.
void lb_clearTwins(lbSpec* spec);
