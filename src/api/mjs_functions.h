// mjs_: editing a model specification.

#pragma once

#include "plugin.h"
#include "spec.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes a registered plugin usable in the model, as <extension> does. 0, or -1 with
// mjs_getError when no plugin has that name; activating twice is harmless.
LB_API int mjs_activatePlugin(mjSpec* s, const char* name);
// Sets whether mjs_attach copies (deepcopy nonzero) what it attaches to this spec, or shares it;
// returns 0. A new spec shares.
LB_API int mjs_setDeepCopy(mjSpec* s, int deepcopy);
// Text of the last error, "" when there is none (mjs_getWarning has the warnings). The spec owns it
// until the next failing call.
LB_API const char* mjs_getError(mjSpec* s);
// Seconds that stages of the last compilation took, mjNCTIMER numbers that the spec owns. In
// WebAssembly all are zero.
LB_API const double* mjs_getTimer(mjSpec* s);
// 1 when there are warnings and no error.
LB_API int mjs_isWarning(mjSpec* s);
// Number of warnings collected while attaching and compiling.
LB_API int mjs_numWarnings(const mjSpec* spec);
// Warning at an index, NULL when the index is out of range. The spec owns the text.
LB_API const char* mjs_getWarning(const mjSpec* spec, int index);
// Attaches a body or frame, of another spec or the same one, to a frame, body or site; returns
// the new element. A body parent takes only frames; a site gets a frame in its place. Of a whole
// spec, the content of its world is attached, as a frame. With the subtree comes everything that
// refers only to it, and all assets, default classes and keyframes of another spec; names become
// prefix + name + suffix (NULL: nothing added). By default elements of another spec are shared:
// they are renamed in both specs, and changes through either are seen in both; the child spec
// cannot be compiled, saved or copied any more, nor anything deleted from it, and what is attached
// cannot be attached again. After mjs_setDeepCopy of the parent's spec, and within one spec, they
// are copied and the child is not changed. Either spec may be deleted first. Differing global
// settings follow compiler.conflict of the parent. On failure returns NULL with mjs_getError of the
// parent's spec and adds nothing.
LB_API mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                              const char* suffix);
// Adds a body. def becomes its childclass; NULL: the parent's. Never NULL.
LB_API mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);
// Adds a site to a body. def: default class that gives the initial values, NULL: the body's
// childclass or the main class. Never NULL.
LB_API mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
// Adds a joint to a body. def: default class that gives the initial values, NULL: the body's
// childclass or the main class. Never NULL.
LB_API mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
// Adds a free joint, which takes nothing from default classes, to a body. Never NULL.
LB_API mjsJoint* mjs_addFreeJoint(mjsBody* body);
// Adds a geom to a body. def: default class that gives the initial values, NULL: the body's
// childclass or the main class. Never NULL.
LB_API mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
// Adds a camera to a body. def: default class that gives the initial values, NULL: the body's
// childclass or the main class. Never NULL.
LB_API mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
// Adds a light to a body. def: default class that gives the initial values, NULL: the body's
// childclass or the main class. Never NULL.
LB_API mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);
// Adds a frame to a body, inside a frame of the same body (NULL: directly in the body). Never
// NULL.
LB_API mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);
// Deletes an element or a default class; a body or frame takes everything in it along. 0, or -1
// with mjs_getError for the world, the main class and elements of other specs. Elements that
// refer to what is gone by name are left and refused by compilation. Elements of a deleted
// class keep their values and move to its parent class.
LB_API int mjs_delete(mjSpec* spec, mjsElement* element);
// Adds an actuator with the values of a default class (NULL: the main class). Never NULL.
LB_API mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
// Adds a sensor. Never NULL.
LB_API mjsSensor* mjs_addSensor(mjSpec* s);
// Adds a flex without elements. Never NULL.
LB_API mjsFlex* mjs_addFlex(mjSpec* s);
// Generates a flexible object in a body, as <flexcomp> does: the flex and, per dof, bodies, joints
// and equality constraints. type and dof: the keywords of <flexcomp>; what is none of these stands
// for grid and full. dim 1 to 3. count[3]: points along each axis of a grid; cellcount[3]: cells of
// an interpolated flex (NULL: 1); spacing[3], radius, pos[3] and origin[3] in meters, quat[4]: pose
// in the body; scale[3] multiplies the points; mass: total, kg (not positive: 1); inertiabox:
// half-size, in meters, of a box whose inertia the bodies get (not positive: .005); equality: kind
// of constraint on edges, 0: none; rigid: all points on the parent body; flatskin and elastic2d:
// fields of mjsFlex; file: mesh to read for types mesh, gmsh and direct file input, from vfs or
// disk. Optional arrays may be NULL. NULL on failure with mjs_getError.
LB_API mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim,
                             const char* dof, const int count[3], const int cellcount[3],
                             const double spacing[3], const double scale[3], double radius,
                             double mass, double inertiabox, int equality, int rigid, int flatskin,
                             int elastic2d, const double pos[3], const double quat[4],
                             const double origin[3], const char* file, const mjVFS* vfs);
// Adds a contact pair with the values of a default class (NULL: the main class). Never NULL.
LB_API mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
// Adds a pair of bodies excluded from collision. Never NULL.
LB_API mjsExclude* mjs_addExclude(mjSpec* s);
// Adds an equality constraint with the values of a default class (NULL: the main class). Never
// NULL.
LB_API mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
// Adds a tendon without path with the values of a default class (NULL: the main class). Never
// NULL.
LB_API mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);
// Appends a site, by name, to the path of a spatial tendon.
LB_API mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
// Appends a sphere or cylinder geom, by name, to the path of a spatial tendon. sidesite: name
// of a site on the side where the tendon passes, NULL or "": none.
LB_API mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
// Appends a joint, by name, and its coefficient to a fixed tendon.
LB_API mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
// Appends a pulley to the path of a spatial tendon: what follows is a branch whose length
// counts divided by divisor.
LB_API mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);
// Adds an array of numbers. Never NULL.
LB_API mjsNumeric* mjs_addNumeric(mjSpec* s);
// Adds a text. Never NULL.
LB_API mjsText* mjs_addText(mjSpec* s);
// Adds a tuple of elements. Never NULL.
LB_API mjsTuple* mjs_addTuple(mjSpec* s);
// Adds a keyframe. Never NULL.
LB_API mjsKey* mjs_addKey(mjSpec* s);
// Adds a plugin instance. Never NULL.
LB_API mjsPlugin* mjs_addPlugin(mjSpec* s);
// Adds a default class that starts with the values of parent (NULL: the main class). NULL when
// classname is taken or NULL.
LB_API mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);
// Makes an actuator a motor: force = gear * ctrl. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToMotor(mjsActuator* actuator);
// Makes an actuator a position servo: force = kp * (ctrl - position) - kv * velocity. kv, or
// dampratio (1: critical; resolved when compiling), and the filter's timeconst in seconds may
// be NULL: kept as they are. inheritrange > 0 sets ctrlrange from the target's range times that
// factor. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                     double dampratio[1], double timeconst[1], double inheritrange);
// Makes an actuator an integrated-velocity servo: ctrl is the rate of the set point of a
// position servo; arguments as in mjs_setToPosition, except that inheritrange sets actrange and
// timeconst has no effect. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                        double dampratio[1], double timeconst[1],
                                        double inheritrange);
// Makes an actuator a velocity servo: force = kv * (ctrl - velocity). "" or the reason of
// refusal, a static text.
LB_API const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
// Makes an actuator a servo of a three-dimensional orientation with stiffness kp and kv or
// dampratio as in mjs_setToPosition. ctrlspec: how the control encodes the target orientation.
// "" or the reason of refusal, a static text.
LB_API const char* mjs_setToOrientation(mjsActuator* actuator, double kp, double kv[1],
                                        double dampratio[1], int ctrlspec);
// Makes an actuator a position servo with integral term. kp, kv, dampratio, inheritrange as in
// mjs_setToPosition; ki: integral gain; imax: limit of the integral; slewmax: limit of the set
// point's rate, per second; ctrlspec: meaning of the control. NULL arguments keep what is
// there. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToPID(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                                double ki[1], double imax[1], double slewmax[1],
                                double inheritrange, int ctrlspec);
// Makes an actuator a damper: force = -kv * ctrl * velocity, with ctrl limited to a nonnegative
// ctrlrange. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToDamper(mjsActuator* actuator, double kv);
// Makes an actuator a pneumatic or hydraulic cylinder: filtered ctrl (timeconst in seconds)
// times area (m^2), plus bias. diameter (m) >= 0 replaces area. "" or the reason of refusal, a
// static text.
LB_API const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias,
                                     double area, double diameter);
// Makes an actuator a muscle. timeconst[2]: activation and deactivation, in seconds; tausmooth:
// width of the smooth transition between them; range[2]: operating range of length; force: peak
// force (-1: scale / acceleration); lmin, lmax, vmax, fpmax, fvmax: shape of the
// force-length-velocity curves. Negative values keep what is there, or give the muscle defaults
// when the actuator was plain; so does NULL for an array. "" or the reason of refusal, a static
// text.
LB_API const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                   double range[2], double force, double scale, double lmin,
                                   double lmax, double vmax, double fpmax, double fvmax);
// Makes an actuator an adhesion of its body: force = gain * ctrl, with ctrl limited to a
// nonnegative ctrlrange. "" or the reason of refusal, a static text.
LB_API const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);
// Makes an actuator a DC motor. motorconst[2]: torque constant (Nm/A) and back-EMF constant
// (Vs/rad); resistance: ohm; nominal[3]: voltage, stall torque, no-load speed, an alternative
// to both; saturation[3]: torque, current, current rate; inductance[2]: inductance (H) or
// electrical time constant (s); cogging[3]: amplitude, periods, phase; controller[6]:
// proportional, integral and derivative gain, slew limit, integral limit, voltage limit;
// thermal[6]: resistance, capacitance, time constant, temperature coefficient, reference and
// ambient temperature; lugre[5]: bristle stiffness and damping, Coulomb, static, Stribeck
// velocity. Zeros, or NULL for an array, leave a feature out. ctrlspec: meaning of the control.
// "" or the reason of refusal, a static text.
LB_API const char* mjs_setToDCMotor(mjsActuator* actuator, double motorconst[2], double resistance,
                                    double nominal[3], double saturation[3], double inductance[2],
                                    double cogging[3], double controller[6], double thermal[6],
                                    double lugre[5], int ctrlspec);
// Adds a mesh with the values of a default class (NULL: the main class). Never NULL.
LB_API mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
// Adds a height field. Never NULL.
LB_API mjsHField* mjs_addHField(mjSpec* s);
// Adds a skin. Never NULL.
LB_API mjsSkin* mjs_addSkin(mjSpec* s);
// Adds a texture. Never NULL.
LB_API mjsTexture* mjs_addTexture(mjSpec* s);
// Adds a material with the values of a default class (NULL: the main class). Never NULL.
LB_API mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);
// Fills a mesh with a procedural shape. params: numbers of the shape, as in the params
// attribute of <mesh>. 0, or -1 with mjs_getError when they do not suit the shape.
LB_API int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);
// The spec that owns an element.
LB_API mjSpec* mjs_getSpec(const mjsElement* element);
// The spec an element was attached from, whose compiler settings and folder apply to it; the
// owner when it was not attached.
LB_API mjSpec* mjs_getOriginSpec(const mjsElement* element);
// The compiler settings that apply to an element: those of mjs_getOriginSpec.
LB_API mjsCompiler* mjs_getCompiler(const mjsElement* element);
// The attached spec with that model name, also one attached to an attached one; NULL: none.
LB_API mjSpec* mjs_findSpec(const mjSpec* spec, const char* name);
// The body with that name, NULL when there is none.
LB_API mjsBody* mjs_findBody(const mjSpec* s, const char* name);
// The element of a kind with that name, NULL when there is none. mjOBJ_DEFAULT and mjOBJ_FRAME
// find default classes and frames.
LB_API mjsElement* mjs_findElement(const mjSpec* s, mjtObj type, const char* name);
// The body with that name below a body, NULL when there is none.
LB_API mjsBody* mjs_findChild(const mjsBody* body, const char* name);
// The body an element is in; NULL for the world and for elements outside the body tree.
LB_API mjsBody* mjs_getParent(const mjsElement* element);
// The innermost frame an element is in, NULL when it is directly in its body.
LB_API mjsFrame* mjs_getFrame(const mjsElement* element);
// The frame with that name, NULL when there is none.
LB_API mjsFrame* mjs_findFrame(const mjSpec* s, const char* name);
// The default class an element was made from; NULL for kinds without classes.
LB_API mjsDefault* mjs_getDefault(const mjsElement* element);
// The default class with that name, NULL when there is none.
LB_API mjsDefault* mjs_findDefault(const mjSpec* s, const char* classname);
// The main default class.
LB_API mjsDefault* mjs_getSpecDefault(const mjSpec* s);
// The id of an element in the compiled model; -1 for elements of the body tree while the spec
// is not compiled.
LB_API int mjs_getId(const mjsElement* element);
// The first element of a kind in a body, with recurse also in the bodies below; NULL when there
// is none, as of kinds that bodies do not hold.
LB_API mjsElement* mjs_firstChild(const mjsBody* body, mjtObj type, int recurse);
// The element after child, of the same kind, in the order of mjs_firstChild; NULL at the end, and
// for what is in no body.
LB_API mjsElement* mjs_nextChild(const mjsBody* body, const mjsElement* child, int recurse);
// The first element of a kind, bodies and their contents depth first, others as added; NULL
// when there is none.
LB_API mjsElement* mjs_firstElement(const mjSpec* s, mjtObj type);
// The element after another, of the same kind, in the order of mjs_firstElement; NULL at the
// end.
LB_API mjsElement* mjs_nextElement(const mjSpec* s, const mjsElement* element);
// The site, geom or joint at a point of a tendon path; NULL for pulleys and names that no
// element has.
LB_API mjsElement* mjs_getWrapTarget(const mjsWrap* wrap);
// The side site of a geom in a tendon path, NULL when there is none.
LB_API mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap);
// The divisor of a pulley, 1 for everything else.
LB_API double mjs_getWrapDivisor(const mjsWrap* wrap);
// The coefficient of a joint in a fixed tendon, 1 for everything else.
LB_API double mjs_getWrapCoef(const mjsWrap* wrap);
// Names an element. -1 with mjs_getError when another element of the kind has that name too: then
// one of the two must be renamed before the spec compiles.
LB_API int mjs_setName(mjsElement* element, const char* name);
// Replaces bytes by size bytes of an array.
LB_API void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
// Replaces a string; text may be NULL (empty).
LB_API void mjs_setString(mjString* dest, const char* text);
// Replaces a list of strings by the words of a text, which white space separates.
LB_API void mjs_setStringVec(mjStringVec* dest, const char* text);
// Replaces the string at an index; false and a warning when there is none.
LB_API mjtBool mjs_setInStringVec(mjStringVec* dest, int i, const char* text);
// Appends a string to a list.
LB_API void mjs_appendString(mjStringVec* dest, const char* text);
// Replaces integers by size values of an array; NULL empties.
LB_API void mjs_setInt(mjIntVec* dest, const int* array, int size);
// Appends a list of size integers.
LB_API void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
// Replaces floats by size values of an array; NULL empties.
LB_API void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
// Appends a list of size floats.
LB_API void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
// Replaces doubles by size values of an array; NULL empties.
LB_API void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);
// Replaces the configuration of a plugin instance. attributes: array of const char*, keys and
// values in turn, with a NULL at the end. Raises an error when plugin has no instance.
LB_API void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);
// The name of an element, empty when it has none; change it with mjs_setName.
LB_API mjString* mjs_getName(mjsElement* element);
// The text of a string, "" when empty. The string owns it.
LB_API const char* mjs_getString(const mjString* source);
// The values of a vector and, when size is not NULL, their number. The vector owns them; NULL
// when empty.
LB_API const double* mjs_getDouble(const mjDoubleVec* source, int* size);
// Number of points in the path of a tendon.
LB_API int mjs_getWrapNum(const mjsTendon* tendonspec);
// A point in the path of a tendon; raises an error when the index is out of range.
LB_API mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);
// The configuration of a plugin instance as array of const char*: keys and values in turn, with
// a NULL at the end. The instance owns it until the next call; NULL without instance.
LB_API const void* mjs_getPluginAttributes(const mjsPlugin* plugin);
// Sets the default class an element is said to be from; its values stay.
LB_API void mjs_setDefault(mjsElement* element, const mjsDefault* def);
// Puts an element of a body into a frame of the same body, NULL: directly into the body. Its
// pose numbers stay and are then relative to the frame. 0, or -1 with mjs_getError.
LB_API int mjs_setFrame(mjsElement* dest, mjsFrame* frame);
// Turns an orientation alternative into a unit quaternion; quat is left as it is when
// orientation has none. degree: angles are in degrees, else radians. sequence[3]: axes of
// euler, lower case: turning with the body, upper case: fixed. NULL or what is wrong, a static
// text.
LB_API const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                          const mjsOrientation* orientation);
// Turns a body into a frame of its parent that holds everything in it, deletes the body and
// sets *body to NULL. After compiling, an inertial of the body or of its parent makes the parent's
// inertial that of both; before, it stays the parent's. Raises an error for the world.
LB_API mjsFrame* mjs_bodyToFrame(mjsBody** body);
// Stores a pointer under a key in an element. The caller keeps what it points to; copies of the
// element do not have it.
LB_API void mjs_setUserValue(mjsElement* element, const char* key, const void* data);
// The pointer stored under a key, NULL when there is none.
LB_API const void* mjs_getUserValue(mjsElement* element, const char* key);
// Forgets the pointer stored under a key, if there is one.
LB_API void mjs_deleteUserValue(mjsElement* element, const char* key);
// Number of values a sensor produces, as far as the spec alone tells: 0 for plugin sensors, and
// for a tactile sensor whose mesh is a file.
LB_API int mjs_sensorDim(const mjsSensor* sensor);
// Sets all settings of a spec to their defaults; elements stay.
LB_API void mjs_defaultSpec(mjSpec* spec);
// Sets an orientation alternative to none.
LB_API void mjs_defaultOrientation(mjsOrientation* orient);
// Sets every field of a body to its internal default; vectors become empty.
LB_API void mjs_defaultBody(mjsBody* body);
// Sets every field of a frame to its internal default; vectors become empty.
LB_API void mjs_defaultFrame(mjsFrame* frame);
// Sets every field of a joint to its internal default; vectors become empty.
LB_API void mjs_defaultJoint(mjsJoint* joint);
// Sets every field of a geom to its internal default; vectors become empty.
LB_API void mjs_defaultGeom(mjsGeom* geom);
// Sets every field of a site to its internal default; vectors become empty.
LB_API void mjs_defaultSite(mjsSite* site);
// Sets every field of a camera to its internal default; vectors become empty.
LB_API void mjs_defaultCamera(mjsCamera* camera);
// Sets every field of a light to its internal default; vectors become empty.
LB_API void mjs_defaultLight(mjsLight* light);
// Sets every field of a flex to its internal default; vectors become empty.
LB_API void mjs_defaultFlex(mjsFlex* flex);
// Sets every field of a mesh to its internal default; vectors become empty.
LB_API void mjs_defaultMesh(mjsMesh* mesh);
// Sets every field of a height field to its internal default; vectors become empty.
LB_API void mjs_defaultHField(mjsHField* hfield);
// Sets every field of a skin to its internal default; vectors become empty.
LB_API void mjs_defaultSkin(mjsSkin* skin);
// Sets every field of a texture to its internal default; vectors become empty.
LB_API void mjs_defaultTexture(mjsTexture* texture);
// Sets every field of a material to its internal default; vectors become empty.
LB_API void mjs_defaultMaterial(mjsMaterial* material);
// Sets every field of a contact pair to its internal default; vectors become empty.
LB_API void mjs_defaultPair(mjsPair* pair);
// Sets every field of an equality constraint to its internal default; vectors become empty.
LB_API void mjs_defaultEquality(mjsEquality* equality);
// Sets every field of a tendon to its internal default; vectors become empty.
LB_API void mjs_defaultTendon(mjsTendon* tendon);
// Sets every field of an actuator to its internal default; vectors become empty.
LB_API void mjs_defaultActuator(mjsActuator* actuator);
// Sets every field of a sensor to its internal default; vectors become empty.
LB_API void mjs_defaultSensor(mjsSensor* sensor);
// Sets every field of a numeric to its internal default; vectors become empty.
LB_API void mjs_defaultNumeric(mjsNumeric* numeric);
// Sets every field of a text to its internal default; vectors become empty.
LB_API void mjs_defaultText(mjsText* text);
// Sets every field of a tuple to its internal default; vectors become empty.
LB_API void mjs_defaultTuple(mjsTuple* tuple);
// Sets every field of a keyframe to its internal default; vectors become empty.
LB_API void mjs_defaultKey(mjsKey* key);
// Sets every field of a plugin instance to its internal default; vectors become empty.
LB_API void mjs_defaultPlugin(mjsPlugin* plugin);
// The body behind an element; NULL when element is NULL or of another kind.
LB_API mjsBody* mjs_asBody(mjsElement* element);
// The geom behind an element; NULL when element is NULL or of another kind.
LB_API mjsGeom* mjs_asGeom(mjsElement* element);
// The joint behind an element; NULL when element is NULL or of another kind.
LB_API mjsJoint* mjs_asJoint(mjsElement* element);
// The site behind an element; NULL when element is NULL or of another kind.
LB_API mjsSite* mjs_asSite(mjsElement* element);
// The camera behind an element; NULL when element is NULL or of another kind.
LB_API mjsCamera* mjs_asCamera(mjsElement* element);
// The light behind an element; NULL when element is NULL or of another kind.
LB_API mjsLight* mjs_asLight(mjsElement* element);
// The frame behind an element; NULL when element is NULL or of another kind.
LB_API mjsFrame* mjs_asFrame(mjsElement* element);
// The actuator behind an element; NULL when element is NULL or of another kind.
LB_API mjsActuator* mjs_asActuator(mjsElement* element);
// The sensor behind an element; NULL when element is NULL or of another kind.
LB_API mjsSensor* mjs_asSensor(mjsElement* element);
// The flex behind an element; NULL when element is NULL or of another kind.
LB_API mjsFlex* mjs_asFlex(mjsElement* element);
// The contact pair behind an element; NULL when element is NULL or of another kind.
LB_API mjsPair* mjs_asPair(mjsElement* element);
// The equality constraint behind an element; NULL when element is NULL or of another kind.
LB_API mjsEquality* mjs_asEquality(mjsElement* element);
// The excluded pair behind an element; NULL when element is NULL or of another kind.
LB_API mjsExclude* mjs_asExclude(mjsElement* element);
// The tendon behind an element; NULL when element is NULL or of another kind.
LB_API mjsTendon* mjs_asTendon(mjsElement* element);
// The numeric behind an element; NULL when element is NULL or of another kind.
LB_API mjsNumeric* mjs_asNumeric(mjsElement* element);
// The text behind an element; NULL when element is NULL or of another kind.
LB_API mjsText* mjs_asText(mjsElement* element);
// The tuple behind an element; NULL when element is NULL or of another kind.
LB_API mjsTuple* mjs_asTuple(mjsElement* element);
// The keyframe behind an element; NULL when element is NULL or of another kind.
LB_API mjsKey* mjs_asKey(mjsElement* element);
// The mesh behind an element; NULL when element is NULL or of another kind.
LB_API mjsMesh* mjs_asMesh(mjsElement* element);
// The height field behind an element; NULL when element is NULL or of another kind.
LB_API mjsHField* mjs_asHField(mjsElement* element);
// The skin behind an element; NULL when element is NULL or of another kind.
LB_API mjsSkin* mjs_asSkin(mjsElement* element);
// The texture behind an element; NULL when element is NULL or of another kind.
LB_API mjsTexture* mjs_asTexture(mjsElement* element);
// The material behind an element; NULL when element is NULL or of another kind.
LB_API mjsMaterial* mjs_asMaterial(mjsElement* element);
// The plugin instance behind an element; NULL when element is NULL or of another kind.
LB_API mjsPlugin* mjs_asPlugin(mjsElement* element);

#ifdef __cplusplus
}
#endif
