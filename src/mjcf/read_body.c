// <worldbody> and everything inside bodies.

#include "base/compiler.h"
#include "mjcf/composite.h"
#include "mjcf/flexcomp.h"
#include "mjcf/replicate.h"
#include "spec/internal.h"

#include <string.h>

static const lbDefault* readChildClass(lbReader* reader, const lbXml* node,
                                       const lbDefault* inherited) {
  const char* name = lb_xmlValue(node, "childclass");
  if (!name) {
    // COMPAT: MJCF-FRAME: the class of a frame is one of its children, too
    return lb_readClass(reader, node, inherited);
  }
  const lbDefault* def = lb_findDefault(reader->spec, name);
  if (!def) {
    lb_xmlFault(node, &(lbFault){.attribute = "childclass"}, "unknown default childclass '%s'",
                name);
  }
  return def;
}

void lb_readJoint(lbReader* reader, const lbXml* node, lbJoint* joint) {
  lb_readAttributes(reader, node, &joint->s);
}

void lb_readGeom(lbReader* reader, const lbXml* node, lbGeom* geom) {
  lb_readAttributes(reader, node, &geom->s);
  lb_readOrientation(node, geom->s.quat, &geom->s.alt);
  for (const lbXml* child = node->child; child; child = child->next) {
    lb_readPlugin(reader, child, &geom->head);
  }
}

void lb_readSite(lbReader* reader, const lbXml* node, lbSite* site) {
  lb_readAttributes(reader, node, &site->s);
  lb_readOrientation(node, site->s.quat, &site->s.alt);
}

void lb_readCamera(lbReader* reader, const lbXml* node, lbCamera* camera) {
  lb_readAttributes(reader, node, &camera->s);
  lb_readOrientation(node, camera->s.quat, &camera->s.alt);
}

void lb_readLight(lbReader* reader, const lbXml* node, lbLight* light) {
  lb_readAttributes(reader, node, &light->s);
  bool directional;
  if (lb_readBool(node, "directional", &directional)) {
    light->s.type = directional ? mjLIGHT_DIRECTIONAL : mjLIGHT_SPOT;
  }
}

// The body that an element in a replicate ends up in.
static lbBody* realBody(lbBody* body) {
  while (body->isTemplate) {
    body = body->head.body;
  }
  return body;
}

static void readInertial(lbReader* reader, const lbXml* node, lbBody* body) {
  body = realBody(body);
  if (body == reader->spec->world) {
    lb_xmlError(node, "World body cannot have inertia");
  }
  body->s.explicitinertial = true;
  lb_readAttributes(reader, node, &body->s);
  lb_readDoubles(node, "pos", body->s.ipos, 3, 3);
  lb_readOrientation(node, body->s.iquat, &body->s.ialt);
}

static lbElement* add(lbReader* reader, const lbXml* node, mjtObj type, lbBody* body,
                      lbFrame* frame, const lbDefault* inherited) {
  const lbDefault* def = lb_readClass(reader, node, inherited);
  lbElement* element = lb_addElement(reader->spec, type, body, def);
  element->frame = frame;
  lb_readHead(reader, node, element);
  return element;
}

static void readJointOf(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                        const lbDefault* def) {
  if (realBody(body) == reader->spec->world) {
    lb_xmlError(node, "World body cannot have joints");
  }
  if (node->kind == LB_ELEM_JOINT) {
    lb_readJoint(reader, node, (lbJoint*)add(reader, node, mjOBJ_JOINT, body, frame, def));
    return;
  }
  // free joints take nothing from default classes
  lbJoint* joint = (lbJoint*)lb_addElement(reader->spec, mjOBJ_JOINT, body, NULL);
  joint->head.def = (lbDefault*)def;
  joint->head.frame = frame;
  joint->s.type = mjJNT_FREE;
  lb_readHead(reader, node, &joint->head);
  lb_readAttributes(reader, node, &joint->s);
}

static void readContent(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                        const lbDefault* def);

static void readBody(lbReader* reader, const lbXml* node, lbBody* parent, lbFrame* frame,
                     const lbDefault* inherited) {
  const lbDefault* def = readChildClass(reader, node, inherited);
  lbBody* body = (lbBody*)lb_addElement(reader->spec, mjOBJ_BODY, parent, def);
  body->head.frame = frame;
  lb_readHead(reader, node, &body->head);
  lb_setText(body->s.childclass, lb_text(&def->head.name));
  lb_readAttributes(reader, node, &body->s);
  lb_readOrientation(node, body->s.quat, &body->s.alt);
  readContent(reader, node, body, NULL, def);
}

static void readFrame(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* outer,
                      const lbDefault* inherited) {
  const lbDefault* def = readChildClass(reader, node, inherited);
  lbFrame* frame = (lbFrame*)lb_addElement(reader->spec, mjOBJ_FRAME, body, NULL);
  frame->head.frame = outer;
  frame->head.def = (lbDefault*)def;
  lb_setText(frame->s.childclass, lb_text(&def->head.name));
  lb_readHead(reader, node, &frame->head);
  lb_readAttributes(reader, node, &frame->s);
  lb_readOrientation(node, frame->s.quat, &frame->s.alt);
  readContent(reader, node, body, frame, def);
}

static void readReplicate(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* outer,
                          const lbDefault* inherited) {
  const lbDefault* def = readChildClass(reader, node, inherited);
  lbReplicate settings = {.sep = lb_xmlValue(node, "sep")};
  if (!lb_readInts(node, "count", &settings.count, 1, 1)) {
    lb_missingAttribute(node, "count");
  }
  lb_readDoubles(node, "offset", settings.offset, 3, 3);
  lb_readDoubles(node, "euler", settings.euler, 3, 3);

  // the content is read once into a body of its own, copied, and removed
  lbBody* content = (lbBody*)lb_addElement(reader->spec, mjOBJ_BODY, body, def);
  content->isTemplate = true;
  content->head.frame = outer;
  content->head.file = node->file;
  content->head.line = node->line;
  reader->templateDepth++;
  readContent(reader, node, content, NULL, def);
  reader->templateDepth--;
  lb_replicate(reader, node, content, &settings);
}

LB_APART static void readAttach(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* outer,
                                const lbDefault* def) {
  const char* prefix = lb_requiredText(node, "prefix");
  const char* model = lb_xmlValue(node, "model");
  const char* bodyName = lb_xmlValue(node, "body");
  const char* frameName = lb_xmlValue(node, "frame");
  lbSpec* source = reader->spec;
  if (model) {
    source = NULL;
    for (int i = 0; i < reader->spec->children.count; i++) {
      lbSpec* candidate = reader->spec->children.items[i].spec;
      if (reader->spec->children.items[i].isModelAsset &&
          strcmp(lb_text(candidate->s.modelname), model) == 0) {
        source = candidate;
      }
    }
  }
  if (!source) {
    lb_xmlFault(node, &(lbFault){.attribute = "model"}, "could not find model '%s'", model);
  }

  mjsElement* child = NULL;
  const char* name = frameName ? frameName : bodyName;
  const char* kind = frameName ? "frame" : "body";
  if (name) {
    child = mjs_findElement(&source->s, frameName ? mjOBJ_FRAME : mjOBJ_BODY, name);
    if (!child) {
      lb_xmlFault(node, &(lbFault){.attribute = kind}, "could not find %s '%s' in %s '%s'", kind,
                  name, model ? "model asset" : "the current model for self-attachment",
                  lb_text(source->s.modelname));
    }
    const char* newName = lb_regionPrintf(reader->region, "%s%s", prefix, name);
    if (mjs_findElement(&reader->spec->s, child->elemtype, newName)) {
      if (!model) {
        lb_xmlError(node, "cannot self-attach: element %s already exists", newName);
      }
      lb_xmlError(node, "cannot attach: element %s already exists with prefix %s", name, prefix);
    }
  } else if (!model) {
    lb_xmlError(node, "either 'body' or 'frame' attribute must be specified for self-attach");
  }

  // inside a <frame> that frame is used, elsewhere a new one
  lbFrame* frame = outer;
  if (!frame) {
    frame = (lbFrame*)lb_addElement(reader->spec, mjOBJ_FRAME, body, NULL);
    frame->head.file = node->file;
    frame->head.line = node->line;
    frame->head.def = (lbDefault*)def;
    lb_setText(frame->s.childclass, lb_text(&def->head.name));
  }
  mjsElement* attached =
      child ? lb_attach(&frame->head.handle, child, prefix) : lb_attachWorld(frame, source, prefix);
  if (!attached) {
    lb_xmlFault(node, &(lbFault){.quotesLast = true}, "%s", mjs_getError(&reader->spec->s));
  }
}

static void readChild(lbReader* reader, const lbXml* child, lbBody* body, lbFrame* frame,
                      const lbDefault* def) {
  switch (child->kind) {
    case LB_ELEM_BODY:
      readBody(reader, child, body, frame, def);
      break;
    case LB_ELEM_FRAME:
      readFrame(reader, child, body, frame, def);
      break;
    case LB_ELEM_REPLICATE:
      readReplicate(reader, child, body, frame, def);
      break;
    case LB_ELEM_INERTIAL:
      readInertial(reader, child, body);
      break;
    case LB_ELEM_JOINT:
    case LB_ELEM_FREEJOINT:
      readJointOf(reader, child, body, frame, def);
      break;
    case LB_ELEM_GEOM:
      lb_readGeom(reader, child, (lbGeom*)add(reader, child, mjOBJ_GEOM, body, frame, def));
      break;
    case LB_ELEM_SITE:
      lb_readSite(reader, child, (lbSite*)add(reader, child, mjOBJ_SITE, body, frame, def));
      break;
    case LB_ELEM_CAMERA:
      lb_readCamera(reader, child, (lbCamera*)add(reader, child, mjOBJ_CAMERA, body, frame, def));
      break;
    case LB_ELEM_LIGHT:
      lb_readLight(reader, child, (lbLight*)add(reader, child, mjOBJ_LIGHT, body, frame, def));
      break;
    case LB_ELEM_ATTACH:
      readAttach(reader, child, body, frame, def);
      break;
    case LB_ELEM_PLUGIN:
      lb_readPlugin(reader, child, &realBody(body)->head);
      break;
    case LB_ELEM_COMPOSITE:
      lb_readComposite(reader, child, body, frame, def);
      break;
    case LB_ELEM_FLEXCOMP:
      lb_readFlexcomp(reader, child, body);
      break;
    default:
      lb_xmlError(child, "unexpected element");
  }
}

static void readContent(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                        const lbDefault* def) {
  for (const lbXml* child = node->child; child; child = child->next) {
    readChild(reader, child, body, frame, def);
  }
}

void lb_readWorld(lbReader* reader, const lbXml* node) {
  readContent(reader, node, reader->spec->world, NULL, reader->spec->mainClass);
}
