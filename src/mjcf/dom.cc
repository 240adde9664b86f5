// The shim over tinyxml2; see dom.h.
//
// The document is a C++ object with a heap of its own, so it must be deleted on every path: copying
// runs inside lb_protect, and an error raised there is raised again after the deletion.

#include "mjcf/dom.h"

#include "base/error.h"

#include <cstring>
#include <new>

#include "tinyxml2.h"

namespace {

struct Build {
  lbRegion* region;
  const tinyxml2::XMLElement* root;
  const char* file;
  lbXml* result;
};

lbXml* copyElement(Build* build, const tinyxml2::XMLElement* element, lbXml* parent) {
  lbXml* node = static_cast<lbXml*>(lb_regionAlloc(build->region, sizeof(lbXml)));
  node->name = lb_regionStrdup(build->region, element->Name());
  node->file = build->file;
  node->line = element->GetLineNum();
  node->kind = -1;
  node->parent = parent;

  lbXmlAttribute** attribute = &node->attributes;
  for (const tinyxml2::XMLAttribute* a = element->FirstAttribute(); a; a = a->Next()) {
    *attribute = static_cast<lbXmlAttribute*>(lb_regionAlloc(build->region, sizeof **attribute));
    (*attribute)->name = lb_regionStrdup(build->region, a->Name());
    (*attribute)->value = lb_regionStrdup(build->region, a->Value());
    attribute = &(*attribute)->next;
  }

  lbXml** child = &node->child;
  for (const tinyxml2::XMLElement* e = element->FirstChildElement(); e;
       e = e->NextSiblingElement()) {
    *child = copyElement(build, e, node);
    child = &(*child)->next;
  }
  return node;
}

void copyDocument(void* context) {
  Build* build = static_cast<Build*>(context);
  build->result = copyElement(build, build->root, nullptr);
}

}  // namespace

extern "C" lbXml* lb_parseXml(lbRegion* region, const char* text, size_t length, const char* file) {
  tinyxml2::XMLDocument* document = new (std::nothrow) tinyxml2::XMLDocument();
  if (!document) {
    lb_error("out of memory");
  }
  document->Parse(text, length);
  if (document->Error()) {
    char message[LB_MESSAGE_SIZE / 2];
    snprintf(message, sizeof message, "XML parse error %d:\n%s", document->ErrorID(),
             document->ErrorStr());
    delete document;
    lb_error("%s%s%s", message, file ? "\nFile " : "", file ? file : "");
  }
  Build build = {region, document->RootElement(), file, nullptr};
  if (!build.root) {
    delete document;
    lb_error("XML root element not found%s%s", file ? " in file " : "", file ? file : "");
  }
  bool done = lb_protect(copyDocument, &build);
  delete document;
  if (!done) {
    lb_error("%s", lb_lastError());
  }
  return build.result;
}

extern "C" const char* lb_xmlValue(const lbXml* node, const char* name) {
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    if (std::strcmp(a->name, name) == 0) {
      return a->value;
    }
  }
  return nullptr;
}

extern "C" lbXml* lb_xmlChild(const lbXml* node, const char* name) {
  for (lbXml* child = node->child; child; child = child->next) {
    if (std::strcmp(child->name, name) == 0) {
      return child;
    }
  }
  return nullptr;
}
