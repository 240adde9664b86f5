// What spec and model hold one for one, by the column `model` of api/spec_fields.h. The rest of an
// element is code: fill_tree.c and its neighbours on the way to the model, copy_back.c on the way
// back.

#pragma once

#include "api/model.h"
#include "api/spec.h"

// Into row i of the model's arrays, from an element. The arrays of user numbers are zero before.
void lb_fillBodyFields(mjModel* m, int i, const mjsBody* s);
void lb_fillJointFields(mjModel* m, int i, const mjsJoint* s);
void lb_fillGeomFields(mjModel* m, int i, const mjsGeom* s);
void lb_fillSiteFields(mjModel* m, int i, const mjsSite* s);
void lb_fillCameraFields(mjModel* m, int i, const mjsCamera* s);
void lb_fillLightFields(mjModel* m, int i, const mjsLight* s);
void lb_fillFlexFields(mjModel* m, int i, const mjsFlex* s);
void lb_fillSkinFields(mjModel* m, int i, const mjsSkin* s);
void lb_fillMaterialFields(mjModel* m, int i, const mjsMaterial* s);
void lb_fillPairFields(mjModel* m, int i, const mjsPair* s);
void lb_fillEqualityFields(mjModel* m, int i, const mjsEquality* s);
void lb_fillTendonFields(mjModel* m, int i, const mjsTendon* s);
void lb_fillActuatorFields(mjModel* m, int i, const mjsActuator* s);
void lb_fillSensorFields(mjModel* m, int i, const mjsSensor* s);

// Degree of freedom `dof` of a joint.
void lb_fillDofFields(mjModel* m, int dof, const mjsJoint* s);

// From row i of the model's arrays back into an element.
void lb_readBackBody(mjsBody* s, const mjModel* m, int i);
void lb_readBackJoint(mjsJoint* s, const mjModel* m, int i);
void lb_readBackGeom(mjsGeom* s, const mjModel* m, int i);
void lb_readBackSite(mjsSite* s, const mjModel* m, int i);
void lb_readBackCamera(mjsCamera* s, const mjModel* m, int i);
void lb_readBackLight(mjsLight* s, const mjModel* m, int i);
void lb_readBackMaterial(mjsMaterial* s, const mjModel* m, int i);
void lb_readBackPair(mjsPair* s, const mjModel* m, int i);
void lb_readBackEquality(mjsEquality* s, const mjModel* m, int i);
void lb_readBackTendon(mjsTendon* s, const mjModel* m, int i);
void lb_readBackActuator(mjsActuator* s, const mjModel* m, int i);
void lb_readBackSensor(mjsSensor* s, const mjModel* m, int i);
void lb_readBackDof(mjsJoint* s, const mjModel* m, int dof);
