// <default>: the tree of default classes.

#include "mjcf/read.h"
#include "spec/internal.h"

#include <string.h>

static void readDummy(lbReader* reader, const lbXml* node, lbDefault* def) {
  switch (node->kind) {
    case LB_ELEM_MESH:
      lb_readMesh(reader, node, def->mesh);
      break;
    case LB_ELEM_MATERIAL:
      lb_readMaterial(reader, node, def->material);
      break;
    case LB_ELEM_JOINT:
      lb_readJoint(reader, node, def->joint);
      break;
    case LB_ELEM_GEOM:
      lb_readGeom(reader, node, def->geom);
      break;
    case LB_ELEM_SITE:
      lb_readSite(reader, node, def->site);
      break;
    case LB_ELEM_CAMERA:
      lb_readCamera(reader, node, def->camera);
      break;
    case LB_ELEM_LIGHT:
      lb_readLight(reader, node, def->light);
      break;
    case LB_ELEM_PAIR:
      lb_readPair(reader, node, def->pair);
      break;
    case LB_ELEM_DEFAULT_EQUALITY:
      lb_readAttributes(reader, node, &def->equality->s);
      break;
    case LB_ELEM_DEFAULT_TENDON:
      lb_readTendonAttributes(reader, node, def->tendon);
      break;
    default:
      // every actuator shortcut writes into the one actuator dummy, in document order
      lb_readActuator(reader, node, def->actuator);
  }
}

// Dummies come before nested classes, which start as copies of them.
static void readClass(lbReader* reader, const lbXml* node, lbDefault* def) {
  for (const lbXml* child = node->child; child; child = child->next) {
    if (child->kind != LB_ELEM_DEFAULT) {
      readDummy(reader, child, def);
    }
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    if (child->kind != LB_ELEM_DEFAULT) {
      continue;
    }
    const char* name = lb_xmlValue(child, "class");
    if (!name || !*name) {
      lb_xmlFault(child, &(lbFault){.attribute = "class"}, "empty class name");
    }
    if (lb_findDefault(reader->spec, name)) {
      lb_xmlFault(child, &(lbFault){.attribute = "class"}, "repeated default class name '%s'",
                  name);
    }
    readClass(reader, child, lb_newDefault(reader->spec, name, def));
  }
}

void lb_readDefaults(lbReader* reader, const lbXml* node) {
  const char* name = lb_xmlValue(node, "class");
  if (name && *name && strcmp(name, "main") != 0) {
    lb_xmlFault(node, &(lbFault){.attribute = "class"},
                "top-level default class 'main' cannot be renamed");
  }
  readClass(reader, node, reader->spec->mainClass);
}
