// Names by which elements refer to each other, visited in one place: attaching and replicating
// rename them, saving and deleting ask for them.

#include "spec/internal.h"

static void visitList(mjStringVec* names, mjtObj type, lbVisitReference visit, void* context) {
  for (int i = 0; i < names->count; i++) {
    visit(context, &names->items[i], type);
  }
}

static mjtObj equalityType(const mjsEquality* e) {
  switch (e->type) {
    case mjEQ_JOINT:
      return mjOBJ_JOINT;
    case mjEQ_TENDON:
      return mjOBJ_TENDON;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT:
    case mjEQ_FLEXSTRAIN:
      return mjOBJ_FLEX;
    case mjEQ_DISTANCE:
      return mjOBJ_GEOM;
    default:
      return e->objtype == mjOBJ_SITE ? mjOBJ_SITE : mjOBJ_BODY;
  }
}

static mjtObj targetType(mjtTrn transmission) {
  switch (transmission) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return mjOBJ_JOINT;
    case mjTRN_TENDON:
      return mjOBJ_TENDON;
    case mjTRN_BODY:
      return mjOBJ_BODY;
    default:
      return mjOBJ_SITE;
  }
}

static void visitWraps(lbTendon* tendon, lbVisitReference visit, void* context) {
  for (int i = 0; i < tendon->wraps.count; i++) {
    lbWrap* wrap = tendon->wraps.items[i];
    if (wrap->s.type == mjWRAP_PULLEY) {
      continue;
    }
    mjtObj type = wrap->s.type == mjWRAP_JOINT  ? mjOBJ_JOINT
                  : wrap->s.type == mjWRAP_SITE ? mjOBJ_SITE
                                                : mjOBJ_GEOM;
    visit(context, &wrap->head.name, type);
    visit(context, &wrap->sidesite, mjOBJ_SITE);
  }
}

static void visitTreeElement(lbElement* element, lbVisitReference visit, void* context) {
  switch (element->handle.elemtype) {
    case mjOBJ_GEOM: {
      mjsGeom* s = &((lbGeom*)element)->s;
      visit(context, s->material, mjOBJ_MATERIAL);
      visit(context, s->hfieldname, mjOBJ_HFIELD);
      visit(context, s->meshname, mjOBJ_MESH);
      break;
    }
    case mjOBJ_SITE:
      visit(context, ((lbSite*)element)->s.material, mjOBJ_MATERIAL);
      visit(context, ((lbSite*)element)->s.meshname, mjOBJ_MESH);
      break;
    case mjOBJ_CAMERA:
      visit(context, ((lbCamera*)element)->s.targetbody, mjOBJ_BODY);
      break;
    case mjOBJ_LIGHT:
      visit(context, ((lbLight*)element)->s.targetbody, mjOBJ_BODY);
      visit(context, ((lbLight*)element)->s.texture, mjOBJ_TEXTURE);
      break;
    default:
      break;
  }
}

static void visitOther(lbElement* element, lbVisitReference visit, void* context) {
  switch (element->handle.elemtype) {
    case mjOBJ_MESH:
      visit(context, ((lbMesh*)element)->s.material, mjOBJ_MATERIAL);
      break;
    case mjOBJ_MATERIAL:
      visitList(((lbMaterial*)element)->s.textures, mjOBJ_TEXTURE, visit, context);
      break;
    case mjOBJ_SKIN:
      visit(context, ((lbSkin*)element)->s.material, mjOBJ_MATERIAL);
      visitList(((lbSkin*)element)->s.bodyname, mjOBJ_BODY, visit, context);
      break;
    case mjOBJ_FLEX:
      visit(context, ((lbFlex*)element)->s.material, mjOBJ_MATERIAL);
      visitList(((lbFlex*)element)->s.nodebody, mjOBJ_BODY, visit, context);
      visitList(((lbFlex*)element)->s.vertbody, mjOBJ_BODY, visit, context);
      break;
    case mjOBJ_PAIR:
      visit(context, ((lbPair*)element)->s.geomname1, mjOBJ_GEOM);
      visit(context, ((lbPair*)element)->s.geomname2, mjOBJ_GEOM);
      break;
    case mjOBJ_EXCLUDE:
      visit(context, ((lbExclude*)element)->s.bodyname1, mjOBJ_BODY);
      visit(context, ((lbExclude*)element)->s.bodyname2, mjOBJ_BODY);
      break;
    case mjOBJ_EQUALITY: {
      mjsEquality* s = &((lbEquality*)element)->s;
      visit(context, s->name1, equalityType(s));
      visit(context, s->name2, equalityType(s));
      break;
    }
    case mjOBJ_TENDON:
      visit(context, ((lbTendon*)element)->s.material, mjOBJ_MATERIAL);
      visitWraps((lbTendon*)element, visit, context);
      break;
    case mjOBJ_ACTUATOR: {
      mjsActuator* s = &((lbActuator*)element)->s;
      visit(context, s->target, targetType(s->trntype));
      visit(context, s->refsite, mjOBJ_SITE);
      visit(context, s->slidersite, mjOBJ_SITE);
      break;
    }
    case mjOBJ_SENSOR: {
      mjsSensor* s = &((lbSensor*)element)->s;
      visit(context, s->objname, s->objtype);
      visit(context, s->refname, s->reftype);
      break;
    }
    case mjOBJ_TUPLE: {
      mjsTuple* s = &((lbTuple*)element)->s;
      for (int i = 0; i < s->objname->count && i < s->objtype->count; i++) {
        visit(context, &s->objname->items[i], (mjtObj)s->objtype->items[i]);
      }
      break;
    }
    default:
      break;
  }
}

void lb_visitReferences(lbElement* element, lbVisitReference visit, void* context) {
  visitTreeElement(element, visit, context);
  visitOther(element, visit, context);
  mjsPlugin* plugin = lb_pluginOf(element);
  if (plugin) {
    visit(context, plugin->name, mjOBJ_PLUGIN);
  }
}
