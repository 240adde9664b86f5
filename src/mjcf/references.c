// Files that a model names; see references.h.

#include "mjcf/references.h"

#include "base/path.h"
#include "mjcf/schema.h"
#include "spec/name_set.h"

#include <string.h>
#include <strings.h>

// What the compiler elements of a model say of files.
typedef struct Settings_ {
  const char* meshdir;
  const char* texturedir;
  bool isStripped;
} Settings;

typedef struct Model_ {
  const char* path;
  const char* folder;  // with its last slash
  lbXml* root;         // of the main file; includes have the elements of their files as children
  int pending;         // number of parts (main file, includes) that are still to come
  lbNameSet parts;     // paths of those that came
  bool isUrdf;
  Settings settings;
  struct Model_* next;
} Model;

typedef struct Item_ {
  lbWanted wanted;  // (first: lb_giveFile is given its address)
  Model* model;     // of which the text is a part, NULL: no text
  lbXml* include;   // element that the text takes the place of, NULL: the main file
  struct Item_* next;
} Item;

struct lbSearch_ {
  lbRegion region;
  Model* main;
  Model* models;  // newest first
  lbNameSet modelPaths;
  Item* first;  // of those that nobody asked for yet
  Item* last;
};

// --- names and places

static const char* keep(lbSearch* s, char* text) {
  return lb_regionTake(&s->region, text);
}

static const char* join(lbSearch* s, const char* folder, const char* name) {
  return keep(s, lb_joinPath(folder, name));
}

static const char* folderOf(lbSearch* s, const char* path) {
  return lb_regionPrintf(&s->region, "%.*s", (int)lb_directoryLength(path), path);
}

// "meshes/a.obj" and "arm" of "package://arm/meshes/a.obj"; NULL for other names.
static const char* packagePart(lbSearch* s, const char* name, const char** package) {
  static const char scheme[] = "package://";
  if (strncmp(name, scheme, sizeof scheme - 1) != 0) {
    return NULL;
  }
  name += sizeof scheme - 1;
  const char* slash = strchr(name, '/');
  if (!slash || slash == name || !slash[1]) {
    return NULL;
  }
  *package = lb_regionPrintf(&s->region, "%.*s", (int)(slash - name), name);
  return slash + 1;
}

// The innermost folder of a name around a model, with its slash; NULL when there is none.
static const char* folderNamed(lbSearch* s, const char* folder, const char* name) {
  size_t length = strlen(name);
  for (size_t end = strlen(folder); end > length; end--) {
    size_t start = end - length - 1;
    bool begins = start == 0 || folder[start - 1] == '/';
    if (begins && folder[end - 1] == '/' && strncmp(folder + start, name, length) == 0) {
      return lb_regionPrintf(&s->region, "%.*s", (int)end, folder);
    }
  }
  return NULL;
}

// --- what is wanted

static Item* want(lbSearch* s, const lbXml* node, const char* path) {
  Item* item = lb_regionAlloc(&s->region, sizeof *item);
  item->wanted.path = path;
  if (node) {
    item->wanted.element = node->name;
    item->wanted.file = node->file;
    item->wanted.line = node->line;
    item->wanted.column = node->column;
  }
  *(s->last ? &s->last->next : &s->first) = item;
  s->last = item;
  return item;
}

// Adds where an item may be; NULL and what is known already are left out.
static void addPlace(Item* item, const char* place) {
  lbWanted* wanted = &item->wanted;
  for (int i = 0; i < wanted->placeCount && place; i++) {
    place = strcmp(wanted->places[i], place) == 0 ? NULL : place;
  }
  if (place) {
    wanted->places[wanted->placeCount++] = place;
  }
}

static Item* wantText(lbSearch* s, const lbXml* node, Model* model, const char* path) {
  Item* item = want(s, node, path);
  addPlace(item, path);
  item->wanted.isText = 1;
  item->model = model;
  model->pending++;
  return item;
}

// The main file of a model, once.
static void wantModel(lbSearch* s, const lbXml* node, const char* path) {
  if (lb_nameSetHas(&s->modelPaths, mjOBJ_MODEL, path)) {
    return;
  }
  lb_nameSetAdd(&s->modelPaths, mjOBJ_MODEL, path);
  Model* model = lb_regionAlloc(&s->region, sizeof *model);
  *model = (Model){.folder = folderOf(s, path),
                   .settings = {.meshdir = "", .texturedir = ""},
                   .next = s->models};
  s->models = model;
  wantText(s, node, model, path);
}

static void wantAsset(lbSearch* s, const Model* model, const lbXml* node, const char* folder,
                      const char* name) {
  const char* package = NULL;
  const char* inPackage = packagePart(s, name, &package);
  bool isStripped = model->settings.isStripped || inPackage;
  const char* path = keep(s, lb_assetPath(model->folder, folder, isStripped, name));
  Item* item = want(s, node, path);
  const char* around = inPackage ? folderNamed(s, model->folder, package) : NULL;
  if (around) {
    addPlace(item, join(s, around, inPackage));
  }
  addPlace(item, path);
  if (inPackage && !around) {
    addPlace(item, join(s, join(s, model->folder, package), inPackage));
    addPlace(item, join(s, join(s, model->folder, ".."), inPackage));
  } else if (model->isUrdf) {
    // a description may have been taken out of its folders
    addPlace(item, keep(s, lb_assetPath(model->folder, folder, true, name)));
  }
}

// --- reading documents

// The element after a node in a document, includes with the content of their files.
static lbXml* following(lbXml* node) {
  if (node->child) {
    return node->child;
  }
  while (node && !node->next) {
    node = node->parent;
  }
  return node ? node->next : NULL;
}

// Element names that have attributes of type LB_ATTR_FILE, once each.
static struct {
  lbElementId ids[16];
  int count;
} fileElements;

static bool namesFiles(const lbSchema* element) {
  for (int i = 0; i < element->attributes.count; i++) {
    if (element->attributes.items[i].type == LB_ATTR_FILE) {
      return true;
    }
  }
  return false;
}

static void findFileElements(void) {
  int most = (int)(sizeof fileElements.ids / sizeof *fileElements.ids);
  for (int id = 0; id < LB_ELEM_COUNT && fileElements.count < most; id++) {
    if (namesFiles(lb_schema((lbElementId)id))) {
      fileElements.ids[fileElements.count++] = (lbElementId)id;
    }
  }
}

// The element of the schema that names files and has this name, NULL: there is none. Where it
// stands does not matter, as parts of models may begin anywhere.
static const lbSchema* fileElement(const char* name) {
  if (!fileElements.count) {
    findFileElements();
  }
  for (int i = 0; i < fileElements.count; i++) {
    const lbSchema* element = lb_schema(fileElements.ids[i]);
    if (strcmp(element->name, name) == 0) {
      return element;
    }
  }
  return NULL;
}

static void readSettings(Settings* settings, const lbXml* node) {
  const char* both = lb_xmlValue(node, "assetdir");
  const char* mesh = lb_xmlValue(node, "meshdir");
  const char* texture = lb_xmlValue(node, "texturedir");
  const char* strip = lb_xmlValue(node, "strippath");
  settings->meshdir = mesh ? mesh : both ? both : settings->meshdir;
  settings->texturedir = texture ? texture : both ? both : settings->texturedir;
  settings->isStripped = strip ? strcmp(strip, "true") == 0 : settings->isStripped;
}

// A file that an attribute names. folder: of the settings, NULL: it is a model.
static void addReference(lbSearch* s, const Model* model, const lbXml* node, const char* folder,
                         const char* name) {
  if (folder) {
    const Settings* settings = &model->settings;
    bool isTexture = strcmp(folder, "texturedir") == 0;
    wantAsset(s, model, node, isTexture ? settings->texturedir : settings->meshdir, name);
  } else if (lb_hasEnding(name, ".xml") || lb_hasEnding(name, ".urdf")) {
    wantModel(s, node, join(s, model->folder, name));
  } else {
    const char* path = join(s, model->folder, name);
    addPlace(want(s, node, path), path);
  }
}

static void findReferences(lbSearch* s, const Model* model, const lbXml* node) {
  const lbSchema* element = fileElement(node->name);
  // the pictures of URDF are not read
  bool isUrdfMesh = model->isUrdf && strcmp(node->name, "mesh") == 0;
  for (const lbXmlAttribute* a = node->attributes; a && element; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    if (attribute && attribute->type == LB_ATTR_FILE && a->value[0]) {
      addReference(s, model, node, attribute->target, a->value);
    } else if (isUrdfMesh && strcmp(a->name, "filename") == 0 && a->value[0]) {
      addReference(s, model, node, "meshdir", a->value);
    }
  }
}

// All parts are there: what the settings say holds for every reference.
static void finishModel(lbSearch* s, Model* model) {
  model->isUrdf = model->root && strcasecmp(model->root->name, "robot") == 0;
  for (lbXml* node = model->root; node; node = following(node)) {
    if (strcmp(node->name, "compiler") == 0) {
      readSettings(&model->settings, node);
    }
  }
  for (lbXml* node = model->root; node; node = following(node)) {
    findReferences(s, model, node);
  }
}

// Puts the elements of a part in the place of the include, and asks for what it includes itself.
static void addPart(lbSearch* s, const Item* item, const char* path, lbXml* root) {
  for (lbXml* node = root; node; node = following(node)) {
    const char* file = strcmp(node->name, "include") == 0 ? lb_xmlValue(node, "file") : NULL;
    if (file && file[0] && !node->child) {
      Item* included = wantText(s, node, item->model, join(s, item->model->folder, file));
      addPlace(included, join(s, folderOf(s, path), file));
      included->include = node;
    }
  }
  if (item->include) {
    item->include->child = root->child;
    for (lbXml* child = root->child; child; child = child->next) {
      child->parent = item->include;
    }
  } else {
    item->model->root = root;
  }
}

typedef struct Parse_ {
  lbRegion* region;
  const char* text;
  size_t length;
  const char* path;
  lbXml* root;
} Parse;

static void parse(void* context) {
  Parse* p = context;
  p->root = lb_parseXml(p->region, p->text, p->length, p->path);
}

// --- the search

typedef struct Start_ {
  lbSearch* search;
  const char* mainFile;
} Start;

static void start(void* context) {
  Start* begun = context;
  lbSearch* search = begun->search;
  wantModel(search, NULL, lb_regionStrdup(&search->region, begun->mainFile));
  search->main = search->models;
}

lbSearch* lb_startSearch(const char* mainFile) {
  Start begun = {.search = lb_allocZero(sizeof(lbSearch)), .mainFile = mainFile};
  if (!lb_protect(start, &begun)) {
    lb_endSearch(begun.search);
    lb_raiseAgain();
  }
  return begun.search;
}

void lb_endSearch(lbSearch* search) {
  for (Model* model = search->models; model; model = model->next) {
    lb_nameSetFree(&model->parts);
  }
  lb_nameSetFree(&search->modelPaths);
  lb_regionFree(&search->region);
  lb_free(search);
}

const char* lb_rootElement(const lbSearch* search) {
  return search->main->root ? search->main->root->name : "";
}

const lbWanted* lb_nextWanted(lbSearch* search) {
  Item* item = search->first;
  if (!item) {
    return NULL;
  }
  search->first = item->next;
  search->last = item->next ? search->last : NULL;
  return &item->wanted;
}

bool lb_giveFile(lbSearch* search, const lbWanted* wanted, int place, const char* text,
                 int length) {
  const Item* item = (const Item*)wanted;
  Model* model = item->model;
  bool isGood = true;
  const char* path = place < 0 ? wanted->path : wanted->places[place];
  if (place >= 0 && !lb_nameSetHas(&model->parts, mjOBJ_MODEL, path)) {
    lb_nameSetAdd(&model->parts, mjOBJ_MODEL, path);
    Parse p = {&search->region, text, (size_t)length, path, NULL};
    isGood = lb_protect(parse, &p);
    if (isGood) {
      addPart(search, item, path, p.root);
    }
  }
  model->pending--;
  if (model->pending == 0) {
    finishModel(search, model);
  }
  return isGood;
}
