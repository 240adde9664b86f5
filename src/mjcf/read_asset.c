// <asset> and <extension>: meshes, height fields, skins, textures, materials, models, plugins.

#include "mjcf/read.h"
#include "spec/internal.h"

#include <string.h>

// No numbers are a missing attribute.
static void requireSome(const lbXml* node, const char* name, int count) {
  if (!count) {
    lb_missingAttribute(node, name);
  }
}

void lb_readMesh(lbReader* reader, const lbXml* node, lbMesh* mesh) {
  lb_readAttributes(reader, node, &mesh->s);
  if (mesh->s.maxhullvert != -1 && mesh->s.maxhullvert < 4) {
    lb_xmlFault(node, &(lbFault){.attribute = "maxhullvert"}, "maxhullvert must be larger than 3");
  }
  int builtin;
  if (lb_readKeyword(node, "builtin", LB_KEYWORDS(meshbuiltin), &builtin)) {
    double* params;
    int count = lb_readDoubleArray(reader, node, "params", &params);
    requireSome(node, "params", count);
    if (mjs_makeMesh(&mesh->s, (mjtMeshBuiltin)builtin, params, count) != 0) {
      lb_xmlFault(node, &(lbFault){.attribute = "params", .quotesLast = true}, "%s",
                  mjs_getError(&reader->spec->s));
    }
    // COMPAT: MESH-BUILTIN-NORMAL: given normals are those of a shape that makes none
    float* normals;
    count = mesh->s.usernormal->count ? 0 : lb_readFloatArray(reader, node, "normal", &normals);
    if (count) {
      mjs_setFloat(mesh->s.usernormal, normals, count);
    }
  }
  for (const lbXml* child = node->child; child; child = child->next) {
    lb_readPlugin(reader, child, &mesh->head);
  }
}

// Rows are written top to bottom, stored bottom to top.
// COMPAT: HFIELD-FILE-FIRST: where there is a file, elevations are not looked at
static void readElevation(lbReader* reader, const lbXml* node, lbHField* hfield) {
  if (!lb_isEmpty(hfield->s.file)) {
    return;
  }
  float* values;
  int count = lb_readFloatArray(reader, node, "elevation", &values);
  int nrow = hfield->s.nrow;
  int ncol = hfield->s.ncol;
  if (!count || nrow < 1 || ncol < 1) {  // compiling refuses those
    return;
  }
  if ((int64_t)nrow * ncol != count) {
    lb_xmlFault(node, &(lbFault){.attribute = "elevation"},
                "elevation data length must match nrow*ncol");
  }
  float* flipped = lb_regionAlloc(reader->region, lb_checkedSize(count, sizeof(float)));
  for (int r = 0; r < nrow; r++) {
    memcpy(flipped + (size_t)r * ncol, values + (size_t)(nrow - 1 - r) * ncol,
           (size_t)ncol * sizeof(float));
  }
  mjs_setFloat(hfield->s.userdata, flipped, count);
}

static void readHField(lbReader* reader, const lbXml* node) {
  lbHField* hfield = (lbHField*)lb_addElement(reader->spec, mjOBJ_HFIELD, NULL, NULL);
  lb_readHead(reader, node, &hfield->head);
  lb_readAttributes(reader, node, &hfield->s);
  readElevation(reader, node, hfield);
}

static void readBone(lbReader* reader, const lbXml* node, lbSkin* skin) {
  float pose[4];
  lb_pushText(skin->s.bodyname, lb_requiredText(node, "body"));
  requireSome(node, "bindpos", lb_readFloats(node, "bindpos", pose, 3, 3));
  for (int i = 0; i < 3; i++) {
    LB_PUSH(skin->s.bindpos, pose[i]);
  }
  requireSome(node, "bindquat", lb_readFloats(node, "bindquat", pose, 4, 4));
  for (int i = 0; i < 4; i++) {
    LB_PUSH(skin->s.bindquat, pose[i]);
  }
  int* vertices;
  float* weights;
  int vertexCount = lb_readIntArray(reader, node, "vertid", &vertices);
  requireSome(node, "vertid", vertexCount);
  int weightCount = lb_readFloatArray(reader, node, "vertweight", &weights);
  requireSome(node, "vertweight", weightCount);
  mjs_appendIntVec(skin->s.vertid, vertices, vertexCount);
  mjs_appendFloatVec(skin->s.vertweight, weights, weightCount);
}

static void readSkin(lbReader* reader, const lbXml* node) {
  lbSkin* skin = (lbSkin*)lb_addElement(reader->spec, mjOBJ_SKIN, NULL, NULL);
  lb_readHead(reader, node, &skin->head);
  lb_readAttributes(reader, node, &skin->s);
  for (const lbXml* bone = node->child; bone; bone = bone->next) {
    readBone(reader, bone, skin);
  }
}

static void readTexture(lbReader* reader, const lbXml* node) {
  static const char* const faces[] = {"fileright", "fileleft",  "fileup",
                                      "filedown",  "filefront", "fileback"};
  lbTexture* texture = (lbTexture*)lb_addElement(reader->spec, mjOBJ_TEXTURE, NULL, NULL);
  lb_readHead(reader, node, &texture->head);
  lb_readAttributes(reader, node, &texture->s);
  const char* layout = lb_xmlValue(node, "gridlayout");
  if (layout) {
    size_t length = strlen(layout);
    if (length > sizeof texture->s.gridlayout) {
      lb_xmlFault(node, &(lbFault){.attribute = "gridlayout"},
                  "attribute 'gridlayout' may have at most 12 characters");
    }
    const int* grid = texture->s.gridsize;
    if ((int64_t)grid[0] * grid[1] != (int64_t)length) {
      lb_xmlFault(node, &(lbFault){.attribute = "gridlayout"},
                  "gridlayout length must match gridsize");
    }
    memcpy(texture->s.gridlayout, layout, length);
  }
  for (int i = 0; i < 6; i++) {
    const char* file = lb_xmlValue(node, faces[i]);
    if (file) {
      lb_setText(&texture->s.cubefiles->items[i], file);
    }
  }
}

void lb_readMaterial(lbReader* reader, const lbXml* node, lbMaterial* material) {
  lb_readAttributes(reader, node, &material->s);
  const char* texture = lb_xmlValue(node, "texture");
  if (texture) {
    lb_setText(&material->s.textures->items[mjTEXROLE_RGB], texture);
  }
  for (const lbXml* layer = node->child; layer; layer = layer->next) {
    if (texture) {
      lb_xmlError(layer, "A material with a texture attribute cannot have layer sub-elements");
    }
    int role;
    lb_requiredText(layer, "role");
    lb_readKeyword(layer, "role", LB_KEYWORDS(texrole), &role);
    lb_setText(&material->s.textures->items[role], lb_requiredText(layer, "texture"));
  }
}

// A model to attach from; its name defaults to the one it gives itself.
static void readModel(lbReader* reader, const lbXml* node) {
  enum {
    MAX_MODEL_DEPTH = 16,
  };
  const char* file = lb_requiredText(node, "file");
  if (reader->depth >= MAX_MODEL_DEPTH) {
    lb_xmlError(node, "models are nested too deep (more than %d)", (int)MAX_MODEL_DEPTH);
  }
  LB_RESERVE(&reader->spec->children);
  lbSpec* child = reader->readModel(reader, node, file);
  lbChildSpec entry = {.spec = child, .isModelAsset = true};
  LB_PUSH(&reader->spec->children, entry);
  const char* name = lb_xmlValue(node, "name");
  if (name) {
    lb_setText(child->s.modelname, name);
  }
}

void lb_readAssets(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    const lbDefault* def = lb_readClass(reader, child, reader->spec->mainClass);
    switch (child->kind) {
      case LB_ELEM_MESH: {
        lbMesh* mesh = (lbMesh*)lb_addElement(reader->spec, mjOBJ_MESH, NULL, def);
        lb_readHead(reader, child, &mesh->head);
        lb_readMesh(reader, child, mesh);
        break;
      }
      case LB_ELEM_MATERIAL: {
        lbMaterial* material = (lbMaterial*)lb_addElement(reader->spec, mjOBJ_MATERIAL, NULL, def);
        lb_readHead(reader, child, &material->head);
        lb_readMaterial(reader, child, material);
        break;
      }
      case LB_ELEM_HFIELD:
        readHField(reader, child);
        break;
      case LB_ELEM_SKIN:
        readSkin(reader, child);
        break;
      case LB_ELEM_TEXTURE:
        readTexture(reader, child);
        break;
      default:
        readModel(reader, child);
    }
  }
}

void lb_readDeformable(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    if (child->kind == LB_ELEM_SKIN) {
      readSkin(reader, child);
    } else {
      lb_readFlex(reader, child);
    }
  }
}

void lb_readExtension(lbReader* reader, const lbXml* node) {
  for (const lbXml* child = node->child; child; child = child->next) {
    const char* name = lb_requiredText(child, "plugin");
    if (mjs_activatePlugin(&reader->spec->s, name) != 0) {
      lb_xmlFault(child, &(lbFault){.attribute = "plugin"}, "plugin %s not found", name);
    }
    for (const lbXml* instance = child->child; instance; instance = instance->next) {
      lb_requiredText(instance, "name");
      lbPlugin* plugin = (lbPlugin*)lb_addElement(reader->spec, mjOBJ_PLUGIN, NULL, NULL);
      lb_readHead(reader, instance, &plugin->head);
      lb_setText(plugin->s.plugin_name, name);
      lb_setText(plugin->s.name, lb_xmlValue(instance, "name"));
      plugin->s.active = true;
      lb_readPluginConfig(reader, instance, plugin);
    }
  }
}
