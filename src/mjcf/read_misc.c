// <contact>, <equality>, <tendon>, <custom>, <keyframe>, <flex>.

#include "mjcf/flexcomp.h"
#include "spec/internal.h"

#include "api/mju_functions.h"

#include <string.h>

void lb_readPair(lbReader* reader, const lbXml* node, lbPair* pair) {
  lb_readAttributes(reader, node, &pair->s);
}

void lb_readContact(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    if (child->kind == LB_ELEM_PAIR) {
      const lbDefault* def = lb_readClass(reader, child, reader->spec->mainClass);
      lbPair* pair = (lbPair*)lb_addElement(reader->spec, mjOBJ_PAIR, NULL, def);
      lb_readHead(reader, child, &pair->head);
      lb_requiredText(child, "geom1");
      lb_requiredText(child, "geom2");
      lb_readPair(reader, child, pair);
    } else {
      lbExclude* exclude = (lbExclude*)lb_addElement(reader->spec, mjOBJ_EXCLUDE, NULL, NULL);
      lb_readHead(reader, child, &exclude->head);
      lb_readAttributes(reader, child, &exclude->s);
    }
  }
}

// data of a connect: anchor; of a weld: anchor, relative position, relative quaternion, torque
// scale; of couplings: polynomial; of a flex strain: cell.
static void readEqualityData(const lbXml* node, mjsEquality* e) {
  switch (node->kind) {
    case LB_ELEM_CONNECT:
      lb_readDoubles(node, "anchor", e->data, 3, 3);
      break;
    case LB_ELEM_WELD:
      if (e->objtype == mjOBJ_BODY) {
        memset(e->data, 0, 3 * sizeof(double));
      }
      lb_readDoubles(node, "anchor", e->data, 3, 3);
      lb_readDoubles(node, "relpose", e->data + 3, 7, 7);
      lb_readDouble(node, "torquescale", &e->data[10]);
      break;
    case LB_ELEM_EQUALITY_JOINT:
    case LB_ELEM_EQUALITY_TENDON:
      lb_readDoubles(node, "polycoef", e->data, 1, 5);
      break;
    case LB_ELEM_FLEXSTRAIN:
      lb_readDoubles(node, "cell", e->data, 3, 3);
      break;
    default:
      break;
  }
}

static void readEqualityObjects(const lbXml* node, mjsEquality* e) {
  static const struct {
    const char* first;
    const char* second;
    mjtObj type;
  } pairs[] = {{"body1", "body2", mjOBJ_BODY},
               {"site1", "site2", mjOBJ_SITE},
               {"joint1", "joint2", mjOBJ_JOINT},
               {"tendon1", "tendon2", mjOBJ_TENDON},
               {"flex", "", mjOBJ_FLEX}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    const char* first = lb_xmlValue(node, pairs[i].first);
    if (first) {
      // the other kinds follow from the type of the constraint
      if (pairs[i].type == mjOBJ_BODY || pairs[i].type == mjOBJ_SITE) {
        e->objtype = pairs[i].type;
      }
      lb_setText(e->name1, first);
      lb_setText(e->name2, lb_xmlValue(node, pairs[i].second));
    }
  }
}

void lb_readEquality(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    const lbDefault* def = lb_readClass(reader, child, reader->spec->mainClass);
    lbEquality* equality = (lbEquality*)lb_addElement(reader->spec, mjOBJ_EQUALITY, NULL, def);
    lb_readHead(reader, child, &equality->head);
    int type = mjEQ_CONNECT;
    for (int i = 0; i < LB_KEYWORDS(equality)->count; i++) {
      if (strcmp(LB_KEYWORDS(equality)->items[i].name, child->name) == 0) {
        type = LB_KEYWORDS(equality)->items[i].value;
      }
    }
    equality->s.type = (mjtEq)type;
    lb_readAttributes(reader, child, &equality->s);
    readEqualityObjects(child, &equality->s);
    readEqualityData(child, &equality->s);
  }
}

void lb_readTendonAttributes(lbReader* reader, const lbXml* node, lbTendon* tendon) {
  lb_readAttributes(reader, node, &tendon->s);
  // one rest length stands for both ends of the dead band
  double length[2];
  if (lb_readDoubles(node, "springlength", length, 1, 2) == 1) {
    tendon->s.springlength[1] = length[0];
  }
}

static double requiredNumber(const lbXml* node, const char* name) {
  double number;
  if (!lb_readDouble(node, name, &number)) {
    lb_missingAttribute(node, name);
  }
  return number;
}

static void readWrap(const lbXml* node, lbTendon* tendon) {
  mjsWrap* wrap = NULL;
  switch (node->kind) {
    case LB_ELEM_SPATIAL_SITE:
      wrap = mjs_wrapSite(&tendon->s, lb_requiredText(node, "site"));
      break;
    case LB_ELEM_SPATIAL_GEOM:
      wrap = mjs_wrapGeom(&tendon->s, lb_requiredText(node, "geom"), lb_xmlValue(node, "sidesite"));
      break;
    case LB_ELEM_PULLEY:
      wrap = mjs_wrapPulley(&tendon->s, requiredNumber(node, "divisor"));
      break;
    default:
      lb_requiredText(node, "joint");
      wrap = mjs_wrapJoint(&tendon->s, lb_xmlValue(node, "joint"), requiredNumber(node, "coef"));
  }
  lb_readPlace(node, lb_head(wrap->element));
  lb_readInfo(node, wrap->info);
}

void lb_readTendon(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    const lbDefault* def = lb_readClass(reader, child, reader->spec->mainClass);
    lbTendon* tendon = (lbTendon*)lb_addElement(reader->spec, mjOBJ_TENDON, NULL, def);
    lb_readHead(reader, child, &tendon->head);
    lb_readTendonAttributes(reader, child, tendon);
    for (const lbXml* wrap = child->child; wrap; wrap = wrap->next) {
      readWrap(wrap, tendon);
    }
  }
}

static void readNumeric(lbReader* reader, const lbXml* node) {
  enum {
    MAX_NUMERIC = 500,
  };
  lbNumeric* numeric = (lbNumeric*)lb_addElement(reader->spec, mjOBJ_NUMERIC, NULL, NULL);
  lb_readHead(reader, node, &numeric->head);
  lb_requiredText(node, "name");
  double* values;
  int count = lb_readDoubleArray(reader, node, "data", &values);
  int size = count;
  lb_readInt(node, "size", &size);
  if (size < 0 || size > MAX_NUMERIC || (size == 0 && !count)) {
    lb_xmlFault(node, &(lbFault){.attribute = "size"}, "custom field size must be between 1 and %d",
                (int)MAX_NUMERIC);
  }
  if (count > size) {
    lb_xmlFault(node, &(lbFault){.attribute = "data"}, "attribute 'data' has too much data");
  }
  double padded[MAX_NUMERIC] = {0};
  if (count) {
    memcpy(padded, values, (size_t)count * sizeof(double));
  }
  mjs_setDouble(numeric->s.data, padded, size);
  numeric->s.size = size;
}

static void readTuple(lbReader* reader, const lbXml* node) {
  lbTuple* tuple = (lbTuple*)lb_addElement(reader->spec, mjOBJ_TUPLE, NULL, NULL);
  lb_readHead(reader, node, &tuple->head);
  lb_requiredText(node, "name");
  for (const lbXml* child = node->child; child; child = child->next) {
    int type = mju_str2Type(lb_requiredText(child, "objtype"));
    if (type == mjOBJ_UNKNOWN) {
      lb_xmlFault(child, &(lbFault){.attribute = "objtype"}, "unknown object type");
    }
    double parameter = 0;
    lb_readDouble(child, "prm", &parameter);
    LB_PUSH(tuple->s.objtype, type);
    lb_pushText(tuple->s.objname, lb_requiredText(child, "objname"));
    LB_PUSH(tuple->s.objprm, parameter);
  }
}

void lb_readCustom(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    if (child->kind == LB_ELEM_NUMERIC) {
      readNumeric(reader, child);
    } else if (child->kind == LB_ELEM_TUPLE) {
      readTuple(reader, child);
    } else {
      lbText* text = (lbText*)lb_addElement(reader->spec, mjOBJ_TEXT, NULL, NULL);
      lb_readHead(reader, child, &text->head);
      lb_requiredText(child, "name");
      if (!*lb_requiredText(child, "data")) {
        lb_xmlFault(child, &(lbFault){.attribute = "data"}, "text field cannot be empty");
      }
      lb_readAttributes(reader, child, &text->s);
    }
  }
}

void lb_readKeyframe(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    lbKey* key = (lbKey*)lb_addElement(reader->spec, mjOBJ_KEY, NULL, NULL);
    lb_readHead(reader, child, &key->head);
    lb_readAttributes(reader, child, &key->s);
  }
}

void lb_readFlex(lbReader* reader, const lbXml* node) {
  lbFlex* flex = (lbFlex*)lb_addElement(reader->spec, mjOBJ_FLEX, NULL, NULL);
  lb_readHead(reader, node, &flex->head);
  lb_readAttributes(reader, node, &flex->s);
  mjs_setStringVec(flex->s.vertbody, lb_requiredText(node, "body"));
  const char* nodes = lb_xmlValue(node, "node");
  if (nodes) {
    mjs_setStringVec(flex->s.nodebody, nodes);
  }
  double* numbers;
  int count = lb_readDoubleArray(reader, node, "vertex", &numbers);
  mjs_setDouble(flex->s.vert, numbers, count);
  count = lb_readDoubleArray(reader, node, "nodecoord", &numbers);
  mjs_setDouble(flex->s.node, numbers, count);
  int* ids;
  count = lb_readIntArray(reader, node, "element", &ids);
  mjs_setInt(flex->s.elem, ids, count);
  int dof;
  if (lb_readKeyword(node, "dof", LB_KEYWORDS(fdof), &dof)) {
    flex->s.order = dof == LB_FLEXDOF_TRILINEAR ? 1 : dof == LB_FLEXDOF_QUADRATIC ? 2 : 0;
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    lb_readAttributes(reader, child, &flex->s);
  }
}
