// The shim over tinyxml2; see dom.h.
//
// The document is a C++ object with a heap of its own, so it must be deleted on every path: copying
// runs inside lb_protect, and an error raised there is raised again after the deletion.

#include "mjcf/dom.h"

#include "base/fault.h"

#include <cstdio>
#include <cstring>
#include <new>

#include "tinyxml2.h"

namespace {

struct Build {
  lbRegion* region;
  const tinyxml2::XMLElement* root;
  const char* file;
  const char* text;
  size_t length;
  size_t rootOffset;  // of the root's name in the text
  size_t seen;        // how far the text was looked through
  size_t lineStart;   // of the line there
  lbXml* result;
};

// Column of a name, counted from 1: the library parses a copy of the text in place, so that names
// are as far apart as in the text. Names come in order: the text is looked through once.
int columnOf(Build* build, const char* name) {
  size_t offset = build->rootOffset + static_cast<size_t>(name - build->root->Name());
  offset = offset < build->length ? offset : build->length;
  for (; build->seen < offset; build->seen++) {
    if (build->text[build->seen] == '\n') {
      build->lineStart = build->seen + 1;
    }
  }
  return static_cast<int>(offset - build->lineStart) + 1;
}

// The next place of a letter from one on, or the end of the text.
size_t findLetter(const char* text, size_t length, size_t at, char letter) {
  const void* found = std::memchr(text + at, letter, length - at);
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text) : length;
}

// The place behind what ends a part of the text, or the end of the text.
size_t skipPast(const char* text, size_t length, size_t at, const char* ending) {
  size_t size = std::strlen(ending);
  at = findLetter(text, length, at, ending[0]);
  while (at + size <= length && std::memcmp(text + at, ending, size) != 0) {
    at = findLetter(text, length, at + 1, ending[0]);
  }
  return at + size <= length ? at + size : length;
}

// The place behind the comment, declaration or literal text that begins at a '<'; the same place
// where an element begins or ends.
size_t skipMarkup(const char* text, size_t length, size_t at) {
  static const char* const parts[][2] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  for (const auto& part : parts) {
    size_t size = std::strlen(part[0]);
    if (size <= length - at && std::memcmp(text + at, part[0], size) == 0) {
      return skipPast(text, length, at + size, part[1]);
    }
  }
  return at;
}

// Where the name of the root is in a text: comments and declarations before it may hold the name,
// too.
size_t findRoot(const char* text, size_t length) {
  size_t at = findLetter(text, length, 0, '<'), behind;
  while (at < length && (behind = skipMarkup(text, length, at)) != at) {
    at = findLetter(text, length, behind, '<');
  }
  return at < length ? at + 1 : 0;
}

lbXml* copyElement(Build* build, const tinyxml2::XMLElement* element, lbXml* parent) {
  lbXml* node = static_cast<lbXml*>(lb_regionAlloc(build->region, sizeof(lbXml)));
  node->name = lb_regionStrdup(build->region, element->Name());
  node->file = build->file;
  node->line = element->GetLineNum();
  node->column = columnOf(build, element->Name()) - 1;
  node->kind = -1;
  node->isBare = element->NoChildren();
  node->parent = parent;

  lbXmlAttribute** attribute = &node->attributes;
  for (const tinyxml2::XMLAttribute* a = element->FirstAttribute(); a; a = a->Next()) {
    *attribute = static_cast<lbXmlAttribute*>(lb_regionAlloc(build->region, sizeof **attribute));
    (*attribute)->name = lb_regionStrdup(build->region, a->Name());
    (*attribute)->value = lb_regionStrdup(build->region, a->Value());
    (*attribute)->line = a->GetLineNum();
    (*attribute)->column = columnOf(build, a->Name());
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

// Name of the element that the library's message ends with, if it does.
void readElement(const char* message, char* name, size_t size) {
  static const char before[] = "XMLElement name=";
  const char* start = std::strstr(message, before);
  start = start ? start + sizeof before - 1 : "";
  snprintf(name, size, "%.*s", static_cast<int>(std::strcspn(start, " \n")), start);
}

// Raises what is wrong with the syntax, and deletes the document.
LB_NORETURN void raiseSyntax(tinyxml2::XMLDocument* document, const char* text, size_t length,
                             const char* file) {
  char message[LB_MESSAGE_SIZE / 2];
  char element[64];
  snprintf(message, sizeof message, "XML parse error %d:\n%s", document->ErrorID(),
           document->ErrorStr());
  readElement(message, element, sizeof element);
  lbFault fault = {};
  fault.element = element;
  fault.file = file;
  fault.line = document->ErrorLineNum();
  delete document;

  // the library knows no columns: the line's first letter
  fault.column = 1;
  size_t i = 0;
  for (int line = 1; i < length && line < fault.line; i++) {
    line += text[i] == '\n';
  }
  for (; i < length && (text[i] == ' ' || text[i] == '\t'); i++) {
    fault.column++;
  }
  lb_raiseFault(&fault, "%s, column %d%s%s", message, fault.column, file ? "\nFile " : "",
                file ? file : "");
}

// More than any element of a model has. The library compares each attribute with all before it.
const int MAX_ATTRIBUTES = 256;

// Attributes of the tag at a place, which is moved behind it.
int countAttributes(const char* text, size_t length, size_t* at) {
  int count = 0;
  char quote = 0;
  for (; *at < length && (quote || text[*at] != '>'); ++*at) {
    char letter = text[*at];
    if (letter == quote) {
      quote = 0;
    } else if (!quote && (letter == '"' || letter == '\'')) {
      quote = letter;
    }
    count += !quote && letter == '=';
  }
  return count;
}

// Refuses texts that the library would be slow with.
void refuseCrowds(const char* text, size_t length, const char* file) {
  for (size_t at = findLetter(text, length, 0, '<'); at < length;
       at = findLetter(text, length, at, '<')) {
    size_t start = at;
    at = skipMarkup(text, length, at);
    if (at == start && countAttributes(text, length, &at) > MAX_ATTRIBUTES) {
      lbFault fault = {};
      fault.file = file;
      fault.line = 1;
      for (size_t i = 0; i < start; i++) {
        fault.line += text[i] == '\n';
      }
      lb_raiseFault(&fault,
                    "XML parse error: an element in line %d has more than %d attributes%s%s",
                    fault.line, MAX_ATTRIBUTES, file ? "\nFile " : "", file ? file : "");
    }
  }
}

// The library's own allocations end the program when memory is exhausted, so more than it can need
// is asked for first: a copy of the text, two nodes for each '<' and an attribute for each '='.
void requireMemory(const char* text, size_t length) {
  const size_t node = 160, attribute = 128, document = 1 << 16;
  size_t bytes = document + length;
  for (size_t i = 0; i < length; i++) {
    bytes += text[i] == '<' ? 2 * node : text[i] == '=' ? attribute : 0;
  }
  lb_free(lb_alloc(bytes));
}

// XML has one element at its top.
LB_NORETURN void raiseSecondRoot(tinyxml2::XMLDocument* document,
                                 const tinyxml2::XMLElement* second, const char* file) {
  char first[64], name[64];
  std::snprintf(first, sizeof first, "%s", document->RootElement()->Name());
  std::snprintf(name, sizeof name, "%s", second->Name());
  lbFault fault = {};
  fault.element = name;
  fault.file = file;
  fault.line = second->GetLineNum();
  delete document;
  lb_raiseFault(&fault,
                "XML Error: second top-level element '%s' after '%s', expected one\nElement '%s', "
                "line %d%s%s",
                name, first, name, fault.line, file ? "\nFile " : "", file ? file : "");
}

}  // namespace

extern "C" lbXml* lb_parseXml(lbRegion* region, const char* text, size_t length, const char* file) {
  refuseCrowds(text, length, file);
  requireMemory(text, length);
  tinyxml2::XMLDocument* document = new (std::nothrow) tinyxml2::XMLDocument();
  if (!document) {
    lb_error("out of memory");
  }
  document->Parse(text, length);
  if (document->Error()) {
    raiseSyntax(document, text, length, file);
  }
  Build build = {region, document->RootElement(), file, text, length, 0, 0, 0, nullptr};
  if (!build.root) {
    delete document;
    lbFault fault = {};
    fault.file = file;
    lb_raiseFault(&fault, "XML root element not found%s%s", file ? " in file " : "",
                  file ? file : "");
  }
  if (const tinyxml2::XMLElement* second = build.root->NextSiblingElement()) {
    raiseSecondRoot(document, second, file);
  }
  build.rootOffset = findRoot(text, length);
  bool done = lb_protect(copyDocument, &build);
  delete document;
  if (!done) {
    lb_raiseAgain();
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
