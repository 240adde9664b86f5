// mjs_: editing a model specification.

#pragma once

#include "api/plugin.h"
#include "api/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

LB_API int mjs_activatePlugin(mjSpec* s, const char* name);
LB_API int mjs_setDeepCopy(mjSpec* s, int deepcopy);
LB_API const char* mjs_getError(mjSpec* s);
LB_API const double* mjs_getTimer(mjSpec* s);
LB_API int mjs_isWarning(mjSpec* s);
LB_API int mjs_numWarnings(const mjSpec* spec);
LB_API const char* mjs_getWarning(const mjSpec* spec, int index);
LB_API mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                              const char* suffix);
LB_API mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);
LB_API mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
LB_API mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
LB_API mjsJoint* mjs_addFreeJoint(mjsBody* body);
LB_API mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
LB_API mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
LB_API mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);
LB_API mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);
LB_API int mjs_delete(mjSpec* spec, mjsElement* element);
LB_API mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
LB_API mjsSensor* mjs_addSensor(mjSpec* s);
LB_API mjsFlex* mjs_addFlex(mjSpec* s);
LB_API mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim,
                             const char* dof, const int count[3], const int cellcount[3],
                             const double spacing[3], const double scale[3], double radius,
                             double mass, double inertiabox, int equality, int rigid, int flatskin,
                             int elastic2d, const double pos[3], const double quat[4],
                             const double origin[3], const char* file, const mjVFS* vfs);
LB_API mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
LB_API mjsExclude* mjs_addExclude(mjSpec* s);
LB_API mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
LB_API mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);
LB_API mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
LB_API mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
LB_API mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
LB_API mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);
LB_API mjsNumeric* mjs_addNumeric(mjSpec* s);
LB_API mjsText* mjs_addText(mjSpec* s);
LB_API mjsTuple* mjs_addTuple(mjSpec* s);
LB_API mjsKey* mjs_addKey(mjSpec* s);
LB_API mjsPlugin* mjs_addPlugin(mjSpec* s);
LB_API mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);
LB_API const char* mjs_setToMotor(mjsActuator* actuator);
LB_API const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                     double dampratio[1], double timeconst[1], double inheritrange);
LB_API const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                        double dampratio[1], double timeconst[1],
                                        double inheritrange);
LB_API const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
LB_API const char* mjs_setToOrientation(mjsActuator* actuator, double kp, double kv[1],
                                        double dampratio[1], int ctrlspec);
LB_API const char* mjs_setToPID(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                                double ki[1], double imax[1], double slewmax[1],
                                double inheritrange, int ctrlspec);
LB_API const char* mjs_setToDamper(mjsActuator* actuator, double kv);
LB_API const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias,
                                     double area, double diameter);
LB_API const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                   double range[2], double force, double scale, double lmin,
                                   double lmax, double vmax, double fpmax, double fvmax);
LB_API const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);
LB_API const char* mjs_setToDCMotor(mjsActuator* actuator, double motorconst[2], double resistance,
                                    double nominal[3], double saturation[3], double inductance[2],
                                    double cogging[3], double controller[6], double thermal[6],
                                    double lugre[5], int ctrlspec);
LB_API mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
LB_API mjsHField* mjs_addHField(mjSpec* s);
LB_API mjsSkin* mjs_addSkin(mjSpec* s);
LB_API mjsTexture* mjs_addTexture(mjSpec* s);
LB_API mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);
LB_API int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);
LB_API mjSpec* mjs_getSpec(const mjsElement* element);
LB_API mjSpec* mjs_getOriginSpec(const mjsElement* element);
LB_API mjsCompiler* mjs_getCompiler(const mjsElement* element);
LB_API mjSpec* mjs_findSpec(const mjSpec* spec, const char* name);
LB_API mjsBody* mjs_findBody(const mjSpec* s, const char* name);
LB_API mjsElement* mjs_findElement(const mjSpec* s, mjtObj type, const char* name);
LB_API mjsBody* mjs_findChild(const mjsBody* body, const char* name);
LB_API mjsBody* mjs_getParent(const mjsElement* element);
LB_API mjsFrame* mjs_getFrame(const mjsElement* element);
LB_API mjsFrame* mjs_findFrame(const mjSpec* s, const char* name);
LB_API mjsDefault* mjs_getDefault(const mjsElement* element);
LB_API mjsDefault* mjs_findDefault(const mjSpec* s, const char* classname);
LB_API mjsDefault* mjs_getSpecDefault(const mjSpec* s);
LB_API int mjs_getId(const mjsElement* element);
LB_API mjsElement* mjs_firstChild(const mjsBody* body, mjtObj type, int recurse);
LB_API mjsElement* mjs_nextChild(const mjsBody* body, const mjsElement* child, int recurse);
LB_API mjsElement* mjs_firstElement(const mjSpec* s, mjtObj type);
LB_API mjsElement* mjs_nextElement(const mjSpec* s, const mjsElement* element);
LB_API mjsElement* mjs_getWrapTarget(const mjsWrap* wrap);
LB_API mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap);
LB_API double mjs_getWrapDivisor(const mjsWrap* wrap);
LB_API double mjs_getWrapCoef(const mjsWrap* wrap);
LB_API int mjs_setName(mjsElement* element, const char* name);
LB_API void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
LB_API void mjs_setString(mjString* dest, const char* text);
LB_API void mjs_setStringVec(mjStringVec* dest, const char* text);
LB_API mjtBool mjs_setInStringVec(mjStringVec* dest, int i, const char* text);
LB_API void mjs_appendString(mjStringVec* dest, const char* text);
LB_API void mjs_setInt(mjIntVec* dest, const int* array, int size);
LB_API void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
LB_API void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
LB_API void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
LB_API void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);
LB_API void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);
LB_API mjString* mjs_getName(mjsElement* element);
LB_API const char* mjs_getString(const mjString* source);
LB_API const double* mjs_getDouble(const mjDoubleVec* source, int* size);
LB_API int mjs_getWrapNum(const mjsTendon* tendonspec);
LB_API mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);
LB_API const void* mjs_getPluginAttributes(const mjsPlugin* plugin);
LB_API void mjs_setDefault(mjsElement* element, const mjsDefault* def);
LB_API int mjs_setFrame(mjsElement* dest, mjsFrame* frame);
LB_API const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                          const mjsOrientation* orientation);
LB_API mjsFrame* mjs_bodyToFrame(mjsBody** body);
LB_API void mjs_setUserValue(mjsElement* element, const char* key, const void* data);
LB_API const void* mjs_getUserValue(mjsElement* element, const char* key);
LB_API void mjs_deleteUserValue(mjsElement* element, const char* key);
LB_API int mjs_sensorDim(const mjsSensor* sensor);
LB_API void mjs_defaultSpec(mjSpec* spec);
LB_API void mjs_defaultOrientation(mjsOrientation* orient);
LB_API void mjs_defaultBody(mjsBody* body);
LB_API void mjs_defaultFrame(mjsFrame* frame);
LB_API void mjs_defaultJoint(mjsJoint* joint);
LB_API void mjs_defaultGeom(mjsGeom* geom);
LB_API void mjs_defaultSite(mjsSite* site);
LB_API void mjs_defaultCamera(mjsCamera* camera);
LB_API void mjs_defaultLight(mjsLight* light);
LB_API void mjs_defaultFlex(mjsFlex* flex);
LB_API void mjs_defaultMesh(mjsMesh* mesh);
LB_API void mjs_defaultHField(mjsHField* hfield);
LB_API void mjs_defaultSkin(mjsSkin* skin);
LB_API void mjs_defaultTexture(mjsTexture* texture);
LB_API void mjs_defaultMaterial(mjsMaterial* material);
LB_API void mjs_defaultPair(mjsPair* pair);
LB_API void mjs_defaultEquality(mjsEquality* equality);
LB_API void mjs_defaultTendon(mjsTendon* tendon);
LB_API void mjs_defaultActuator(mjsActuator* actuator);
LB_API void mjs_defaultSensor(mjsSensor* sensor);
LB_API void mjs_defaultNumeric(mjsNumeric* numeric);
LB_API void mjs_defaultText(mjsText* text);
LB_API void mjs_defaultTuple(mjsTuple* tuple);
LB_API void mjs_defaultKey(mjsKey* key);
LB_API void mjs_defaultPlugin(mjsPlugin* plugin);
LB_API mjsBody* mjs_asBody(mjsElement* element);
LB_API mjsGeom* mjs_asGeom(mjsElement* element);
LB_API mjsJoint* mjs_asJoint(mjsElement* element);
LB_API mjsSite* mjs_asSite(mjsElement* element);
LB_API mjsCamera* mjs_asCamera(mjsElement* element);
LB_API mjsLight* mjs_asLight(mjsElement* element);
LB_API mjsFrame* mjs_asFrame(mjsElement* element);
LB_API mjsActuator* mjs_asActuator(mjsElement* element);
LB_API mjsSensor* mjs_asSensor(mjsElement* element);
LB_API mjsFlex* mjs_asFlex(mjsElement* element);
LB_API mjsPair* mjs_asPair(mjsElement* element);
LB_API mjsEquality* mjs_asEquality(mjsElement* element);
LB_API mjsExclude* mjs_asExclude(mjsElement* element);
LB_API mjsTendon* mjs_asTendon(mjsElement* element);
LB_API mjsNumeric* mjs_asNumeric(mjsElement* element);
LB_API mjsText* mjs_asText(mjsElement* element);
LB_API mjsTuple* mjs_asTuple(mjsElement* element);
LB_API mjsKey* mjs_asKey(mjsElement* element);
LB_API mjsMesh* mjs_asMesh(mjsElement* element);
LB_API mjsHField* mjs_asHField(mjsElement* element);
LB_API mjsSkin* mjs_asSkin(mjsElement* element);
LB_API mjsTexture* mjs_asTexture(mjsElement* element);
LB_API mjsMaterial* mjs_asMaterial(mjsElement* element);
LB_API mjsPlugin* mjs_asPlugin(mjsElement* element);

#ifdef __cplusplus
}
#endif
