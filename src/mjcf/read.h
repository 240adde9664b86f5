// Reading MJCF: DOM -> spec. What the read_*.c files share.
//
// Plain attributes are stored by lb_readAttributes, driven by the schema; what needs more than
// storing is done by the reader of its element. A reader owns nothing: the spec is freed by its
// caller when an error is raised, the DOM and scratch live in the region.

#pragma once

#include "base/fault.h"
#include "mjcf/load.h"
#include "mjcf/schema.h"

typedef struct lbReader_ lbReader;

struct lbReader_ {
  lbSpec* spec;
  lbRegion* region;     // DOM and scratch
  const mjVFS* vfs;     // may be NULL
  const char* folder;   // of the main file, "" for a string
  lbDecodeFile decode;  // of model files that are no MJCF, may be NULL
  int depth;            // of nested models
  int templateDepth;    // of <replicate>: copies may share names until the outermost is made

  // Reads the model that <model file> in the asset section names; raises an error on failure.
  lbSpec* (*readModel)(const lbReader* reader, const lbXml* node, const char* file);
};

// Raises "XML Error: <words>\nElement 'geom', line 3, column 5, file 'a.xml'", after the problems
// that were noted before.
LB_NORETURN void lb_xmlError(const lbXml* node, const char* format, ...) LB_PRINTF(2, 3);

// The same with what else is known: the attribute, whose column takes the place of the element's,
// what is expected, a missing file. The place is filled in.
LB_NORETURN void lb_xmlFault(const lbXml* node, const lbFault* fault, const char* format, ...)
    LB_PRINTF(3, 4);

// Notes such a problem, to go on and find others.
void lb_xmlProblem(const lbXml* node, const lbFault* fault, const char* format, ...)
    LB_PRINTF(3, 4);

// Raises what was noted, if anything; lb_forgetProblems drops it.
void lb_raiseProblems(void);
void lb_forgetProblems(void);

// --- structure -------------------------------------------------------------------------------

// Replaces <include> elements by the content of their files.
void lb_expandIncludes(lbReader* reader, lbXml* root);

// Checks elements, attributes and rules below the root, and sets node->kind.
void lb_validate(lbXml* root);

// --- attribute values ------------------------------------------------------------------------

// Numbers of an attribute into values; returns how many there are (0 when absent or empty). Fewer
// than min or more than max is an error.
int lb_readDoubles(const lbXml* node, const char* name, double* values, int min, int max);
int lb_readInts(const lbXml* node, const char* name, int* values, int min, int max);
int lb_readFloats(const lbXml* node, const char* name, float* values, int min, int max);

// Any number of numbers; return their count and set *values to region memory.
int lb_readDoubleArray(lbReader* reader, const lbXml* node, const char* name, double** values);
int lb_readIntArray(lbReader* reader, const lbXml* node, const char* name, int** values);
int lb_readFloatArray(lbReader* reader, const lbXml* node, const char* name, float** values);

// One value; false when absent.
bool lb_readDouble(const lbXml* node, const char* name, double* value);
bool lb_readInt(const lbXml* node, const char* name, int* value);
bool lb_readBool(const lbXml* node, const char* name, bool* value);
bool lb_readKeyword(const lbXml* node, const char* name, const lbKeywords* keywords, int* value);

// Keywords of a flags attribute, added up; `bits` tells whether the table holds bit numbers.
// `ordered`: they must come in table order. No word leaves the value as it is.
bool lb_readFlags(const lbXml* node, const char* name, const lbKeywords* keywords, bool bitNumbers,
                  bool ordered, int* value);

// Raises that an attribute is missing.
LB_NORETURN void lb_missingAttribute(const lbXml* node, const char* name);

// Value of a required attribute.
const char* lb_requiredText(const lbXml* node, const char* name);

// --- elements --------------------------------------------------------------------------------

// Stores every attribute that has a place into the public struct, and checks required ones.
void lb_readAttributes(lbReader* reader, const lbXml* node, void* object);

// Notes where an element of the spec was read.
void lb_readPlace(const lbXml* node, lbElement* element);

// Writes down the line of a node as an element's info.
void lb_readInfo(const lbXml* node, mjString* info);

// Notes the place, and takes the name from the XML.
void lb_readHead(lbReader* reader, const lbXml* node, lbElement* element);

// The class named by the element's class attribute, else the given one.
const lbDefault* lb_readClass(lbReader* reader, const lbXml* node, const lbDefault* inherited);

// quat and its alternatives.
void lb_readOrientation(const lbXml* node, double quat[4], mjsOrientation* alt);

// <plugin> of a body, geom, mesh, actuator or sensor: reference or nameless instance.
void lb_readPlugin(lbReader* reader, const lbXml* node, lbElement* owner);

// <config> elements of a plugin instance.
void lb_readPluginConfig(lbReader* reader, const lbXml* node, lbPlugin* plugin);

// A new plugin instance with the configuration below a <plugin> element.
lbPlugin* lb_addPluginInstance(lbReader* reader, const lbXml* node);

// One <actuator> child into an actuator: a real one or a class dummy.
void lb_readActuator(lbReader* reader, const lbXml* node, lbActuator* actuator);

// Attributes of elements that default classes and real elements share.
void lb_readJoint(lbReader* reader, const lbXml* node, lbJoint* joint);
void lb_readGeom(lbReader* reader, const lbXml* node, lbGeom* geom);
void lb_readSite(lbReader* reader, const lbXml* node, lbSite* site);
void lb_readCamera(lbReader* reader, const lbXml* node, lbCamera* camera);
void lb_readLight(lbReader* reader, const lbXml* node, lbLight* light);
void lb_readMesh(lbReader* reader, const lbXml* node, lbMesh* mesh);
void lb_readMaterial(lbReader* reader, const lbXml* node, lbMaterial* material);
void lb_readPair(lbReader* reader, const lbXml* node, lbPair* pair);
void lb_readTendonAttributes(lbReader* reader, const lbXml* node, lbTendon* tendon);

void lb_readFlex(lbReader* reader, const lbXml* node);

// Sections.
void lb_readCompiler(lbReader* reader, const lbXml* node);
void lb_readOption(lbReader* reader, const lbXml* node);
void lb_readSize(lbReader* reader, const lbXml* node);
void lb_readStatistic(lbReader* reader, const lbXml* node);
void lb_readVisual(lbReader* reader, const lbXml* node);
void lb_readDefaults(lbReader* reader, const lbXml* node);
void lb_readExtension(lbReader* reader, const lbXml* node);
void lb_readCustom(lbReader* reader, const lbXml* node);
void lb_readAssets(lbReader* reader, const lbXml* node);
void lb_readWorld(lbReader* reader, const lbXml* node);
void lb_readContact(lbReader* reader, const lbXml* node);
void lb_readDeformable(lbReader* reader, const lbXml* node);
void lb_readEquality(lbReader* reader, const lbXml* node);
void lb_readTendon(lbReader* reader, const lbXml* node);
void lb_readActuators(lbReader* reader, const lbXml* node);
void lb_readSensors(lbReader* reader, const lbXml* node);
void lb_readKeyframe(lbReader* reader, const lbXml* node);

// A whole MJCF document into reader->spec.
void lb_readMjcf(lbReader* reader, lbXml* root);

// A URDF document into reader->spec.
void lb_readUrdf(lbReader* reader, lbXml* root);
