// Writing everything outside the kinematic tree.

#include "mjcf/write.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// Instances with a name, under their plugin; active plugins without instances too.
void lb_writeExtension(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  lbSpec* spec = writer->spec;
  lb_emitStart(emit, "extension");
  for (int i = 0; i < spec->activePlugins.count; i++) {
    const char* name = lb_text(&spec->activePlugins.items[i]);
    lb_emitStart(emit, "plugin");
    lb_emitText(emit, "plugin", name);
    for (int k = 0; k < lb_specCount(spec, mjOBJ_PLUGIN); k++) {
      const lbPlugin* plugin = LB_SPEC_ITEM(spec, lbPlugin, mjOBJ_PLUGIN, k);
      if (plugin->head.name.count && strcmp(lb_text(plugin->s.plugin_name), name) == 0) {
        lb_emitStart(emit, "instance");
        lb_emitText(emit, "name", lb_text(&plugin->head.name));
        lb_writePluginConfig(writer, plugin);
        lb_emitEnd(emit, "instance");
      }
    }
    lb_emitEnd(emit, "plugin");
  }
  lb_emitEndOptional(emit, "extension");
}

// --- assets ------------------------------------------------------------------------------------

// Corners that have other normals or texture coordinates than those of their vertices cannot be
// written.
static void refuseIndices(const lbMesh* mesh, const mjIntVec* indices, const char* name) {
  const mjIntVec* face = mesh->s.userface;
  size_t bytes = (size_t)face->count * sizeof(int);
  if (face->count && indices->count == face->count &&
      memcmp(indices->items, face->items, bytes) != 0) {
    lb_specError(&mesh->head, "no support for '%s': MJCF cannot hold such indices", name);
  }
}

static void writeMesh(lbWriter* writer, lbMesh* mesh) {
  lbEmit* emit = &writer->emit;
  const mjsMesh* initial = &lb_classOf(&mesh->head)->mesh->s;
  const lbMesh* blank = (const lbMesh*)lb_blank(writer, mjOBJ_MESH);
  mjsMesh copy = mesh->s;
  refuseIndices(mesh, copy.userfacenormal, "userfacenormal");
  refuseIndices(mesh, copy.userfacetexcoord, "userfacetexcoord");
  lb_emitStart(emit, "mesh");
  lb_writeHead(writer, &mesh->head, writer->spec->mainClass);
  lb_writeAssetFile(writer, &mesh->head, "file", lb_text(copy.file),
                    mesh->head.origin->s.compiler.meshdir);
  copy.file = blank->s.file;
  lb_emitAttributes(emit, LB_ELEM_MESH, &copy, initial, false);
  lb_writePlugin(writer, &mesh->head);
  lb_emitEnd(emit, "mesh");
}

static void writeHField(lbWriter* writer, lbHField* hfield) {
  lbEmit* emit = &writer->emit;
  mjsHField copy = hfield->s;
  const lbHField* initial = (const lbHField*)lb_blank(writer, mjOBJ_HFIELD);
  lb_emitStart(emit, "hfield");
  lb_writeHead(writer, &hfield->head, NULL);
  lb_writeAssetFile(writer, &hfield->head, "file", lb_text(copy.file),
                    hfield->head.origin->s.compiler.meshdir);
  copy.file = initial->s.file;
  lb_emitAttributes(emit, LB_ELEM_HFIELD, &copy, &initial->s, false);
  if (copy.userdata->count && copy.userdata->count == (mjtSize)copy.nrow * copy.ncol) {
    // rows are written top to bottom
    size_t bytes = lb_checkedSize(copy.userdata->count, sizeof(float));
    float* rows = lb_regionAllocRaw(&writer->region, bytes);
    for (int r = 0; r < copy.nrow; r++) {
      memcpy(rows + (size_t)r * copy.ncol,
             copy.userdata->items + (size_t)(copy.nrow - 1 - r) * copy.ncol,
             (size_t)copy.ncol * sizeof(float));
    }
    lb_emitFloats(emit, "elevation", rows, copy.userdata->count);
  }
  lb_emitEnd(emit, "hfield");
}

static void writeSkin(lbWriter* writer, lbSkin* skin) {
  lbEmit* emit = &writer->emit;
  mjsSkin copy = skin->s;
  const lbSkin* initial = (const lbSkin*)lb_blank(writer, mjOBJ_SKIN);
  lb_emitStart(emit, "skin");
  lb_writeHead(writer, &skin->head, NULL);
  lb_writeAssetFile(writer, &skin->head, "file", lb_text(copy.file),
                    skin->head.origin->s.compiler.meshdir);
  copy.file = initial->s.file;
  lb_emitAttributes(emit, LB_ELEM_SKIN, &copy, &initial->s, false);
  int bones = copy.bodyname->count;
  if (copy.bindpos->count != 3 * (mjtSize)bones || copy.bindquat->count != 4 * (mjtSize)bones ||
      copy.vertid->count != bones || copy.vertweight->count != bones) {
    lb_specError(&skin->head, "the lists of bones have different lengths");
  }
  for (int i = 0; i < bones; i++) {
    lb_emitStart(emit, "bone");
    lb_emitText(emit, "body", lb_text(&copy.bodyname->items[i]));
    lb_emitFloats(emit, "bindpos", copy.bindpos->items + 3 * i, 3);
    lb_emitFloats(emit, "bindquat", copy.bindquat->items + 4 * i, 4);
    lb_emitInts(emit, "vertid", copy.vertid->items[i].items, copy.vertid->items[i].count);
    lb_emitFloats(emit, "vertweight", copy.vertweight->items[i].items,
                  copy.vertweight->items[i].count);
    lb_emitEnd(emit, "bone");
  }
  lb_emitEnd(emit, "skin");
}

static void writeTexture(lbWriter* writer, lbTexture* texture) {
  static const char* const faces[] = {"fileright", "fileleft",  "fileup",
                                      "filedown",  "filefront", "fileback"};
  lbEmit* emit = &writer->emit;
  mjsTexture copy = texture->s;
  const mjString* folder = texture->head.origin->s.compiler.texturedir;
  const lbTexture* initial = (const lbTexture*)lb_blank(writer, mjOBJ_TEXTURE);
  if (copy.data->count) {
    lb_specError(&texture->head, "no support for buffer textures: MJCF cannot hold their pixels");
  }
  lb_emitStart(emit, "texture");
  lb_writeHead(writer, &texture->head, NULL);
  lb_writeAssetFile(writer, &texture->head, "file", lb_text(copy.file), folder);
  copy.file = initial->s.file;
  lb_emitAttributes(emit, LB_ELEM_TEXTURE, &copy, &initial->s, false);
  for (int i = 0; i < 6 && i < copy.cubefiles->count; i++) {
    lb_writeAssetFile(writer, &texture->head, faces[i], lb_text(&copy.cubefiles->items[i]), folder);
  }
  if (memcmp(copy.gridlayout, initial->s.gridlayout, sizeof copy.gridlayout) != 0) {
    char layout[sizeof copy.gridlayout + 1] = {0};
    int64_t count = (int64_t)copy.gridsize[0] * copy.gridsize[1];
    bool fits = count >= 0 && count < (int64_t)sizeof copy.gridlayout;
    memcpy(layout, copy.gridlayout, fits ? (size_t)count : sizeof copy.gridlayout);
    lb_emitText(emit, "gridlayout", layout);
  }
  lb_emitEnd(emit, "texture");
}

static void writeMaterial(lbWriter* writer, lbMaterial* material) {
  lbEmit* emit = &writer->emit;
  const mjsMaterial* initial = &lb_classOf(&material->head)->material->s;
  const mjStringVec* textures = material->s.textures;
  int layers = 0;
  for (int i = 0; i < textures->count; i++) {
    layers += textures->items[i].count > 0;
  }
  bool plain =
      layers == 1 && textures->count > mjTEXROLE_RGB && textures->items[mjTEXROLE_RGB].count > 0;
  lb_emitStart(emit, "material");
  lb_writeHead(writer, &material->head, writer->spec->mainClass);
  if (plain) {
    lb_emitText(emit, "texture", lb_text(&textures->items[mjTEXROLE_RGB]));
  }
  lb_emitAttributes(emit, LB_ELEM_MATERIAL, &material->s, initial, false);
  for (int i = 0; !plain && i < textures->count; i++) {
    if (textures->items[i].count) {
      lb_emitStart(emit, "layer");
      lb_emitText(emit, "texture", lb_text(&textures->items[i]));
      lb_emitKeyword(emit, "role", LB_KEYWORDS(texrole), i);
      lb_emitEnd(emit, "layer");
    }
  }
  lb_emitEnd(emit, "material");
}

#define FOR_EACH(Type, item, objtype)                                          \
  for (int index_ = 0; index_ < lb_specCount(writer->spec, objtype); index_++) \
    for (Type* item = LB_SPEC_ITEM(writer->spec, Type, objtype, index_); item; item = NULL)

void lb_writeAssets(lbWriter* writer) {
  lb_emitStart(&writer->emit, "asset");
  FOR_EACH(lbTexture, texture, mjOBJ_TEXTURE) {
    writeTexture(writer, texture);
  }
  FOR_EACH(lbMaterial, material, mjOBJ_MATERIAL) {
    writeMaterial(writer, material);
  }
  FOR_EACH(lbMesh, mesh, mjOBJ_MESH) {
    writeMesh(writer, mesh);
  }
  FOR_EACH(lbHField, hfield, mjOBJ_HFIELD) {
    writeHField(writer, hfield);
  }
  lb_emitEndOptional(&writer->emit, "asset");
}

// --- deformable ----------------------------------------------------------------------------------

static void writeWords(lbWriter* writer, const char* name, const mjStringVec* words) {
  size_t size = 1;
  for (int i = 0; i < words->count; i++) {
    size += (size_t)words->items[i].count + 1;
  }
  char *text = lb_regionAlloc(&writer->region, size), *end = text;
  for (int i = 0; i < words->count; i++) {
    end +=
        snprintf(end, size - (size_t)(end - text), "%s%s", i ? " " : "", lb_text(&words->items[i]));
  }
  lb_emitText(&writer->emit, name, text);
}

static void writeFlex(lbWriter* writer, lbFlex* flex) {
  static const lbElementId parts[] = {LB_ELEM_FLEXCOMP_CONTACT, LB_ELEM_FLEX_EDGE,
                                      LB_ELEM_ELASTICITY};
  lbEmit* emit = &writer->emit;
  const mjsFlex* s = &flex->s;
  const lbFlex* initial = (const lbFlex*)lb_blank(writer, mjOBJ_FLEX);
  lb_emitStart(emit, "flex");
  lb_writeHead(writer, &flex->head, NULL);
  lb_emitAttributes(emit, LB_ELEM_FLEX, s, &initial->s, false);
  writeWords(writer, "body", s->vertbody);
  if (s->vert->count) {
    lb_emitDoubles(emit, "vertex", s->vert->items, s->vert->count);
  }
  lb_emitInts(emit, "element", s->elem->items, s->elem->count);
  if (s->nodebody->count) {
    writeWords(writer, "node", s->nodebody);
  }
  if (s->node->count) {
    lb_emitDoubles(emit, "nodecoord", s->node->items, s->node->count);
  }
  if (s->order) {
    lb_emitText(emit, "dof", s->order == 2 ? "quadratic" : "trilinear");
  }
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    const char* name = lb_schema(parts[i])->name;
    lb_emitStart(emit, name);
    lb_emitAttributes(emit, parts[i], s, &initial->s, false);
    lb_emitEndOptional(emit, name);
  }
  lb_emitEnd(emit, "flex");
}

void lb_writeDeformable(lbWriter* writer) {
  lb_emitStart(&writer->emit, "deformable");
  FOR_EACH(lbFlex, flex, mjOBJ_FLEX) {
    writeFlex(writer, flex);
  }
  FOR_EACH(lbSkin, skin, mjOBJ_SKIN) {
    writeSkin(writer, skin);
  }
  lb_emitEndOptional(&writer->emit, "deformable");
}

// --- contact, equality, tendon -------------------------------------------------------------------

void lb_writeContact(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "contact");
  FOR_EACH(lbPair, pair, mjOBJ_PAIR) {
    lb_emitStart(emit, "pair");
    lb_writeHead(writer, &pair->head, writer->spec->mainClass);
    lb_emitAttributes(emit, LB_ELEM_PAIR, &pair->s, &lb_classOf(&pair->head)->pair->s, false);
    lb_emitEnd(emit, "pair");
  }
  FOR_EACH(lbExclude, exclude, mjOBJ_EXCLUDE) {
    lb_emitStart(emit, "exclude");
    lb_writeHead(writer, &exclude->head, NULL);
    lb_emitText(emit, "body1", lb_text(exclude->s.bodyname1));
    lb_emitText(emit, "body2", lb_text(exclude->s.bodyname2));
    lb_emitEnd(emit, "exclude");
  }
  lb_emitEndOptional(emit, "contact");
}

static const char* const noNames[2] = {NULL, NULL};

static const char* const* equalityNames(const mjsEquality* e) {
  static const char* const bodies[2] = {"body1", "body2"};
  static const char* const sites[2] = {"site1", "site2"};
  static const char* const joints[2] = {"joint1", "joint2"};
  static const char* const tendons[2] = {"tendon1", "tendon2"};
  static const char* const flexes[2] = {"flex", NULL};
  switch (e->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      return e->objtype == mjOBJ_SITE ? sites : bodies;
    case mjEQ_JOINT:
      return joints;
    case mjEQ_TENDON:
      return tendons;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT:
    case mjEQ_FLEXSTRAIN:
      return flexes;
    default:
      return noNames;
  }
}

// Numbers that are not those of an attribute that is left out.
static void emitUnless(lbEmit* emit, const char* name, const mjtNum* values, int count,
                       const mjtNum* usual) {
  if (memcmp(values, usual, (size_t)count * sizeof(mjtNum)) != 0) {
    lb_emitDoubles(emit, name, values, count);
  }
}

static void writeEqualityData(lbWriter* writer, const mjsEquality* e) {
  static const mjtNum zero[3] = {0}, one = 1, identity[5] = {0, 1};
  lbEmit* emit = &writer->emit;
  bool sites = e->objtype == mjOBJ_SITE;
  if (e->type == mjEQ_CONNECT && !sites) {
    lb_emitDoubles(emit, "anchor", e->data, 3);
  } else if (e->type == mjEQ_WELD) {
    if (!sites) {
      emitUnless(emit, "anchor", e->data, 3, zero);
      lb_emitDoubles(emit, "relpose", e->data + 3, 7);
    }
    emitUnless(emit, "torquescale", e->data + 10, 1, &one);
  } else if (e->type == mjEQ_JOINT || e->type == mjEQ_TENDON) {
    emitUnless(emit, "polycoef", e->data, 5, identity);
  } else if (e->type == mjEQ_FLEXSTRAIN) {
    lb_emitDoubles(emit, "cell", e->data, 3);
  }
}

void lb_writeEquality(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "equality");
  FOR_EACH(lbEquality, equality, mjOBJ_EQUALITY) {
    const mjsEquality* e = &equality->s;
    const char* const* names = equalityNames(e);
    const char* kind = NULL;
    for (int i = 0; i < LB_KEYWORDS(equality)->count; i++) {
      if (LB_KEYWORDS(equality)->items[i].value == (int)e->type) {
        kind = LB_KEYWORDS(equality)->items[i].name;
      }
    }
    if (!kind || !names[0]) {
      lb_specError(&equality->head, "equality constraint of type %d cannot be written",
                   (int)e->type);
    }
    lb_emitStart(emit, kind);
    lb_writeHead(writer, &equality->head, writer->spec->mainClass);
    lb_emitText(emit, names[0], lb_text(e->name1));
    if (!lb_isEmpty(e->name2) && names[1]) {
      lb_emitText(emit, names[1], lb_text(e->name2));
    }
    lb_emitAttributes(emit, LB_ELEM_DEFAULT_EQUALITY, e, &lb_classOf(&equality->head)->equality->s,
                      false);
    writeEqualityData(writer, e);
    lb_emitEnd(emit, kind);
  }
  lb_emitEndOptional(emit, "equality");
}

static void writeWrap(lbWriter* writer, const lbWrap* wrap) {
  lbEmit* emit = &writer->emit;
  const char* name = wrap->s.type == mjWRAP_JOINT    ? "joint"
                     : wrap->s.type == mjWRAP_PULLEY ? "pulley"
                     : wrap->s.type == mjWRAP_SITE   ? "site"
                                                     : "geom";
  lb_emitStart(emit, name);
  if (wrap->s.type == mjWRAP_PULLEY) {
    lb_emitDoubles(emit, "divisor", &wrap->parameter, 1);
  } else {
    lb_emitText(emit, name, lb_text(&wrap->head.name));
  }
  if (wrap->s.type == mjWRAP_JOINT) {
    lb_emitDoubles(emit, "coef", &wrap->parameter, 1);
  }
  if (wrap->sidesite.count) {
    lb_emitText(emit, "sidesite", lb_text(&wrap->sidesite));
  }
  lb_emitEnd(emit, name);
}

void lb_writeTendons(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "tendon");
  FOR_EACH(lbTendon, tendon, mjOBJ_TENDON) {
    bool fixed = tendon->wraps.count && tendon->wraps.items[0]->s.type == mjWRAP_JOINT;
    lbElementId id = fixed ? LB_ELEM_FIXED : LB_ELEM_SPATIAL;
    const char* name = lb_schema(id)->name;
    lb_emitStart(emit, name);
    lb_writeHead(writer, &tendon->head, writer->spec->mainClass);
    const mjsTendon* initial = &lb_classOf(&tendon->head)->tendon->s;
    mjsTendon copy = tendon->s;
    lb_emitAttributes(emit, id, &copy, initial, false);
    for (int i = 0; i < tendon->wraps.count; i++) {
      writeWrap(writer, tendon->wraps.items[i]);
    }
    lb_emitEnd(emit, name);
  }
  lb_emitEndOptional(emit, "tendon");
}

// --- custom, keyframes -------------------------------------------------------------------------

static void requireName(const lbElement* element) {
  if (!element->name.count) {
    lb_specError(element, "MJCF cannot hold a %s without a name",
                 lb_elementKind(element->handle.elemtype));
  }
}

void lb_writeCustom(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "custom");
  FOR_EACH(lbNumeric, numeric, mjOBJ_NUMERIC) {
    requireName(&numeric->head);
    lb_emitStart(emit, "numeric");
    lb_writeHead(writer, &numeric->head, NULL);
    int size = numeric->s.size ? numeric->s.size : numeric->s.data->count;
    lb_emitInts(emit, "size", &size, 1);
    lb_emitDoubles(emit, "data", numeric->s.data->items, numeric->s.data->count);
    lb_emitEnd(emit, "numeric");
  }
  FOR_EACH(lbText, text, mjOBJ_TEXT) {
    requireName(&text->head);
    lb_emitStart(emit, "text");
    lb_writeHead(writer, &text->head, NULL);
    lb_emitText(emit, "data", lb_text(text->s.data));
    lb_emitEnd(emit, "text");
  }
  FOR_EACH(lbTuple, tuple, mjOBJ_TUPLE) {
    requireName(&tuple->head);
    lb_emitStart(emit, "tuple");
    lb_writeHead(writer, &tuple->head, NULL);
    const mjsTuple* s = &tuple->s;
    if (s->objtype->count != s->objname->count || s->objprm->count != s->objname->count) {
      lb_specError(&tuple->head, "its lists have different lengths");
    }
    for (int i = 0; i < s->objname->count; i++) {
      lb_emitStart(emit, "element");
      lb_writeObjectType(writer, &tuple->head, "objtype", s->objtype->items[i]);
      lb_emitText(emit, "objname", lb_text(&s->objname->items[i]));
      if (s->objprm->items[i] != 0) {
        lb_emitDoubles(emit, "prm", &s->objprm->items[i], 1);
      }
      lb_emitEnd(emit, "element");
    }
    lb_emitEnd(emit, "tuple");
  }
  lb_emitEndOptional(emit, "custom");
}

void lb_writeKeys(lbWriter* writer) {
  lbEmit* emit = &writer->emit;
  const lbKey* initial = (const lbKey*)lb_blank(writer, mjOBJ_KEY);
  lb_emitStart(emit, "keyframe");
  FOR_EACH(lbKey, key, mjOBJ_KEY) {
    lb_emitStart(emit, "key");
    lb_writeHead(writer, &key->head, NULL);
    lb_emitAttributes(emit, LB_ELEM_KEY, &key->s, &initial->s, false);
    lb_emitEnd(emit, "key");
  }
  lb_emitEndOptional(emit, "keyframe");
}
