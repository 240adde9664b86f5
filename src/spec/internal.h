// What the files of this folder share and nobody else needs.

#pragma once

#include "spec/element.h"
#include "spec/fields.h"

// An element block with default numbers, not linked anywhere.
lbElement* lb_newBlock(lbSpec* spec, const lbStruct* type);
lbElement* lb_newElement(lbSpec* spec, mjtObj type);

// Restores string vectors of fixed length (cube faces, texture roles).
void lb_fillSlots(lbElement* element);

// Public struct of an element.
void* lb_public(lbElement* element, const lbStruct* type);

void lb_freeElement(lbElement* element);
void lb_clearWraps(lbTendon* tendon);

// List of a body for a kind; NULL when bodies hold none of it.
lbElementList* lb_bodyList(lbBody* body, mjtObj type);

// An error where what an element of a kind would be put into is nested too deep already.
void lb_boundBodies(mjtObj type, const lbBody* parent);
void lb_boundFrames(const lbFrame* outer);

// Puts an element into its spec's list and, when body is not NULL, into the body's.
void lb_link(lbSpec* spec, lbElement* element, lbBody* body);

// Copies the public fields of an element of the same kind.
void lb_copyContent(lbElement* target, const lbElement* source);

// Dummy of a class, NULL when the kind has no defaults.
lbElement* lb_classDummy(const lbDefault* def, mjtObj type);

// Sets a name without checking that it is free.
void lb_rename(lbElement* element, const char* name);

// Keeps finding by name up to date after element->name was set.
void lb_nameChanged(lbElement* element, bool hadName);

// A default class; parent NULL makes the root. Raises nothing but out of memory.
lbDefault* lb_newDefault(lbSpec* spec, const char* name, lbDefault* parent);
void lb_freeDefault(lbDefault* def);
void lb_freeClass(lbDefault* def);  // without its dummies
lbDefault* lb_findDefault(lbSpec* spec, const char* name);

// A spec without elements but the world body and the main class.
lbSpec* lb_newSpec(void);
void lb_freeSpec(lbSpec* spec);

// Sets one attribute of a plugin instance.
void lb_setPluginConfig(lbPlugin* plugin, const char* key, const char* value);

// A plugin instance with a copied configuration.
void lb_copyPluginConfig(lbPlugin* target, const lbPlugin* source);

// The mjsPlugin inside an element (body, geom, mesh, actuator, sensor), NULL for other kinds.
mjsPlugin* lb_pluginOf(lbElement* element);

// The info string of an element's public struct.
mjString* lb_infoOf(lbElement* element);

// Visits every name by which an element refers to others, with the kind it names. Empty names are
// visited too.
typedef void (*lbVisitReference)(void* context, mjString* name, mjtObj type);
void lb_visitReferences(lbElement* element, lbVisitReference visit, void* context);

// Frees every element with head.doomed set and renumbers the rest.
void lb_deleteMarked(lbSpec* spec);

// Dooms a body and everything in it; from then on their names are free.
void lb_markSubtree(lbBody* body);

// The same with the pairs, excludes, tendons, equalities, actuators and sensors that refer to it.
void lb_markWithDependants(lbBody* body);

// lb_specOrderTree without the keys.
void lb_orderTree(lbSpec* spec);

// mjs_attach with a deep copy, refusing names of the tree that are taken.
mjsElement* lb_attach(mjsElement* parent, const mjsElement* child, const char* prefix);

// Attaches everything in the child's world to a frame, without a body for the world itself.
mjsElement* lb_attachWorld(lbFrame* frame, lbSpec* child, const char* prefix);

// Pending keys (pending_keys.c): turned into keys of the spec's layout, copied to
// a spec whose elements are the twins of the source's, cleared of deleted elements, looked for
// (those that are no remainders), freed.
void lb_resolvePendingKeys(lbSpec* spec);
void lb_copyPendingKeys(lbSpec* target, const lbSpec* source);
void lb_dropFromPendingKeys(lbSpec* spec);
bool lb_hasPendingKeys(const lbSpec* spec);
void lb_freePendingKeys(lbSpec* spec, bool keepRemainders);

// Turns all keys into pending ones, and marks them as deleted.
void lb_setKeysAside(lbSpec* spec);
