// Checks of the assets and flexes of a model that came from outside: what their lists of ids point
// at, graphs and trees that must end.

#include <limits.h>

#include "math/inline.h"
#include "model/flex_layout.h"
#include "model/validate.h"

bool lb_idsInside(const int* ids, mjtSize count, mjtSize lowest, mjtSize size) {
  for (mjtSize i = 0; i < count; i++) {
    if (ids[i] < lowest || ids[i] >= size) {
      return false;
    }
  }
  return true;
}

bool lb_rangesInside(const int* address, const int* number, mjtSize count, mjtSize size) {
  mjtSize end = 0;
  for (mjtSize i = 0; i < count; i++) {
    mjtSize start = number[i] ? address[i] : end;
    if (number[i] < 0 || start < end || start + number[i] > size || address[i] < -1 ||
        address[i] > size) {
      return false;
    }
    end = start + number[i];
  }
  return true;
}

bool lb_sparseInside(const int* number, const int* address, const int* column, mjtSize rows,
                     mjtSize nonzeros, mjtSize columns) {
  if (!lb_rangesInside(address, number, rows, nonzeros)) {
    return false;
  }
  for (mjtSize i = 0; i < rows; i++) {
    const int* row = column + address[i];
    for (int k = 0; k < number[i]; k++) {
      if (row[k] < (k ? row[k - 1] + 1 : 0) || row[k] >= columns) {
        return false;
      }
    }
  }
  return true;
}

bool lb_boundsInside(const mjModel* m, int address, int number, mjtSize items) {
  const int* child = m->bvh_child + 2 * (mjtSize)address;
  if (!number && address != -1) {
    return false;
  }
  for (int i = 0; i < number; i++) {
    int a = child[2 * i], b = child[2 * i + 1], item = m->bvh_nodeid[address + i];
    bool isLeaf = a == -1 && b == -1;
    // inner nodes of fused bodies may carry the number of an item
    bool isInner = item < items && a > i && b > i && a < number && b < number;
    if (isLeaf ? item < 0 || item >= items : !isInner) {
      return false;
    }
  }
  return true;
}

// A convex hull's graph: counts, where the neighbours of each vertex start, vertices of the mesh,
// lists of neighbours that end with -1, faces.
static bool graphInside(const mjModel* m, mjtSize mesh) {
  mjtSize room = m->nmeshgraph - m->mesh_graphadr[mesh];
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  if (room < 2 || graph[0] < 1 || graph[1] < 0 ||
      room < 2 + 3 * (mjtSize)graph[0] + 6 * (mjtSize)graph[1]) {
    return false;
  }
  mjtSize vertices = graph[0], faces = graph[1], edges = vertices + 3 * faces;
  const int *start = graph + 2, *id = start + vertices, *edge = id + vertices;
  return lb_idsInside(start, vertices, 0, edges) &&
         lb_idsInside(id, vertices, 0, m->mesh_vertnum[mesh]) &&
         lb_idsInside(edge, edges, -1, vertices) && edge[edges - 1] == -1 &&
         lb_idsInside(edge + edges, 3 * faces, 0, m->mesh_vertnum[mesh]);
}

// An octree: eight children after their parents, or none.
static bool octreeInside(const mjModel* m, mjtSize mesh) {
  int number = m->mesh_octnum[mesh];
  const int* child = m->oct_child + 8 * (mjtSize)m->mesh_octadr[mesh];
  for (int i = 0; i < 8 * number; i++) {
    bool isLeaf = child[i & ~7] < 0;
    if (isLeaf ? child[i] != -1 : child[i] <= i / 8 || child[i] >= number) {
      return false;
    }
  }
  return number || m->mesh_octadr[mesh] < 0;
}

static const char* checkMesh(const mjModel* m, mjtSize i) {
  mjtSize vert = m->mesh_vertadr[i], vertices = m->mesh_vertnum[i], face = m->mesh_faceadr[i];
  mjtSize corners = 3 * (mjtSize)m->mesh_facenum[i], poly = m->mesh_polyadr[i];
  CHECK(mesh_face, lb_idsInside(m->mesh_face + 3 * face, corners, 0, vertices))
  CHECK(mesh_facenormal,
        lb_idsInside(m->mesh_facenormal + 3 * face, corners, -1, m->mesh_normalnum[i]))
  CHECK(mesh_facetexcoord,
        m->mesh_texcoordadr[i] < 0 ||
            lb_idsInside(m->mesh_facetexcoord + 3 * face, corners, -1, m->mesh_texcoordnum[i]))
  CHECK(mesh_extrema, lb_idsInside(m->mesh_extrema + 27 * i, 27, 0, vertices + 1))
  CHECK(mesh_graph, m->mesh_graphadr[i] < 0 || graphInside(m, i))
  CHECK(bvh_child, lb_boundsInside(m, m->mesh_bvhadr[i], m->mesh_bvhnum[i], m->mesh_facenum[i]))
  CHECK(oct_child, octreeInside(m, i))
  for (mjtSize k = 0; k < m->mesh_polynum[i]; k++) {
    CHECK(mesh_polyvertnum,
          m->mesh_polyvertnum[poly + k] >= 3 && m->mesh_polyvertnum[poly + k] <= m->npolygonmax)
    CHECK(mesh_polyvert, lb_idsInside(m->mesh_polyvert + m->mesh_polyvertadr[poly + k],
                                      m->mesh_polyvertnum[poly + k], 0, vertices))
  }
  for (mjtSize k = 0; k < vertices; k++) {
    CHECK(mesh_polymapnum, m->mesh_polymapnum[vert + k] <= m->nmeshdegmax)
    CHECK(mesh_polymap, lb_idsInside(m->mesh_polymap + m->mesh_polymapadr[vert + k],
                                     m->mesh_polymapnum[vert + k], 0, m->mesh_polynum[i]))
  }
  return NULL;
}

static const char* checkSkins(const mjModel* m) {
  CHECK(skin_matid, lb_idsInside(m->skin_matid, m->nskin, -1, m->nmat))
  CHECK(skin_vertadr, lb_rangesInside(m->skin_vertadr, m->skin_vertnum, m->nskin, m->nskinvert))
  CHECK(skin_faceadr, lb_rangesInside(m->skin_faceadr, m->skin_facenum, m->nskin, m->nskinface))
  CHECK(skin_boneadr, lb_rangesInside(m->skin_boneadr, m->skin_bonenum, m->nskin, m->nskinbone))
  CHECK(skin_bonebodyid, lb_idsInside(m->skin_bonebodyid, m->nskinbone, 0, m->nbody))
  CHECK(skin_bonevertadr,
        lb_rangesInside(m->skin_bonevertadr, m->skin_bonevertnum, m->nskinbone, m->nskinbonevert))
  for (mjtSize i = 0; i < m->nskin; i++) {
    mjtSize vertices = m->skin_vertnum[i];
    CHECK(skin_face, lb_idsInside(m->skin_face + 3 * (mjtSize)m->skin_faceadr[i],
                                  3 * (mjtSize)m->skin_facenum[i], 0, vertices))
    CHECK(skin_texcoordadr,
          m->skin_texcoordadr[i] < 0 || m->skin_texcoordadr[i] + vertices <= m->nskintexvert)
    for (mjtSize bone = m->skin_boneadr[i]; bone < m->skin_boneadr[i] + m->skin_bonenum[i];
         bone++) {
      CHECK(skin_bonevertid, lb_idsInside(m->skin_bonevertid + m->skin_bonevertadr[bone],
                                          m->skin_bonevertnum[bone], 0, vertices))
    }
  }
  return NULL;
}

// The control lattice: its nodes are those of the flex.
static bool latticeInside(const mjModel* m, mjtSize flex) {
  int order = m->flex_interp[flex];
  mjtSize nodes = 1;
  if (order < -2 || order > 2) {
    return false;
  }
  for (int k = 0; k < 3; k++) {
    mjtSize cells = m->flex_cellnum[3 * flex + k];
    if (order && (cells < 1 || cells > m->flex_nodenum[flex])) {
      return false;
    }
    nodes *= (order < 0 ? -order : order) * cells + 1;
    if (order && nodes > m->flex_nodenum[flex]) {
      return false;
    }
  }
  return true;
}

mjtSize lb_latticeCells(const mjModel* m, mjtSize flex) {
  const int* cells = m->flex_cellnum + 3 * flex;
  mjtSize x = cells[0], y = cells[1], z = cells[2];
  return m->flex_interp[flex] < 0 ? 2 * (x * y + y * z + z * x) : x * y * z;
}

mjtSize lb_cellStiffness(const mjModel* m, mjtSize flex) {
  int order = m->flex_interp[flex],
      nodes = order < 0 ? (1 - order) * (1 - order) : (order + 1) * (order + 1) * (order + 1);
  return 9 * (mjtSize)nodes * nodes;
}

// Stiffness and bending numbers: by elements and edges, or by the cells of the lattice. The shell
// of a lattice bends between pairs of quads, which are numbers too.
static bool elasticInside(const mjModel* m, mjtSize i) {
  mjtSize stiffness = m->flex_stiffnessadr[i], bending = m->flex_bendingadr[i];
  mjtSize order = m->flex_interp[i], cells = lb_latticeCells(m, i);
  mjtSize need =
      order ? cells * lb_cellStiffness(m, i) : lbSTIFFNESS_STRIDE * (mjtSize)m->flex_elemnum[i];
  if (stiffness >= 0 && stiffness + lb_max(need, 1) > m->nflexstiffness) {
    return false;
  }
  if (bending < 0 || order > 0) {
    return true;
  }
  if (order == 0) {
    return bending + lbBENDING_STRIDE * (mjtSize)m->flex_edgenum[i] <= m->nflexbending;
  }
  const mjtNum* number = m->flex_bending + bending;
  mjtSize room = m->nflexbending - bending;
  bool inside =
      room >= 1 && number[0] >= 0 && number[0] * lbSHELL_PAIR_STRIDE <= (mjtNum)(room - 1);
  for (int pair = 0; inside && pair < (int)number[0]; pair++) {
    const mjtNum* quad = ((const lbShellPair*)(number + 1))[pair].quad;
    inside = quad[0] >= 0 && quad[0] < (mjtNum)cells && quad[1] >= 0 && quad[1] < (mjtNum)cells;
  }
  return inside;
}

// Elements of one flex and what is listed for them.
static const char* checkFlex(const mjModel* m, mjtSize i) {
  static const int edgesOf[4] = {0, 1, 3, 6};
  int dim = m->flex_dim[i];
  CHECK(flex_dim, dim >= 1 && dim <= 3)
  CHECK(flex_interp, latticeInside(m, i))
  mjtSize vertices = m->flex_vertnum[i], edges = m->flex_edgenum[i], elements = m->flex_elemnum[i];
  CHECK(flex_shellnum, m->flex_shellnum[i] >= 0 && m->flex_shellnum[i] <= m->nflexshelldata)
  CHECK(flex_shelldataadr, (mjtSize)m->flex_shellnum[i] * dim <= m->nflexshelldata)
  CHECK(flex_elemdataadr, elements * (dim + 1) <= m->nflexelemdata)
  CHECK(flex_elemedgeadr, elements * edgesOf[dim] <= m->nflexelemedge)
  int corners[] = {(int)elements * (dim + 1)}, shells[] = {m->flex_shellnum[i] * dim};
  int sides[] = {(int)elements * edgesOf[dim]};
  const int *elem = m->flex_elemdataadr + i, *shell = m->flex_shelldataadr + i;
  CHECK(flex_elemdataadr, lb_rangesInside(elem, corners, 1, m->nflexelemdata))
  CHECK(flex_elem, lb_idsInside(m->flex_elem + *elem, corners[0], 0, vertices))
  CHECK(flex_elemtexcoord, lb_idsInside(m->flex_elemtexcoord + *elem, corners[0], 0, INT_MAX))
  CHECK(flex_shelldataadr, lb_rangesInside(shell, shells, 1, m->nflexshelldata))
  CHECK(flex_shell, lb_idsInside(m->flex_shell + *shell, shells[0], 0, vertices))
  CHECK(flex_elemedgeadr, lb_rangesInside(m->flex_elemedgeadr + i, sides, 1, m->nflexelemedge))
  CHECK(flex_elemedge, lb_idsInside(m->flex_elemedge + m->flex_elemedgeadr[i], sides[0], 0, edges))
  CHECK(flex_elemlayer,
        lb_idsInside(m->flex_elemlayer + m->flex_elemadr[i], elements, 0, elements + 2))
  CHECK(flex_stiffnessadr, elasticInside(m, i))
  CHECK(flex_vertbodyid, m->flex_interp[i] || lb_idsInside(m->flex_vertbodyid + m->flex_vertadr[i],
                                                           vertices, 0, m->nbody))
  const int* edge = m->flex_edge + 2 * (mjtSize)m->flex_edgeadr[i];
  const int* flap = m->flex_edgeflap + 2 * (mjtSize)m->flex_edgeadr[i];
  CHECK(flex_edge, lb_idsInside(edge, 2 * edges, 0, vertices))
  CHECK(flex_edgeflap, lb_idsInside(flap, 2 * edges, -1, vertices))
  for (mjtSize k = 0; k < m->flex_evpairnum[i]; k++) {
    const int* pair = m->flex_evpair + 2 * (m->flex_evpairadr[i] + k);
    CHECK(flex_evpair, lb_idsInside(pair, 1, 0, elements) && lb_idsInside(pair + 1, 1, 0, vertices))
  }
  CHECK(flex_bvhadr, !m->flex_bvhnum[i] || m->flex_bvhadr[i] >= m->nbvhstatic)
  CHECK(bvh_child, lb_boundsInside(m, m->flex_bvhadr[i], m->flex_bvhnum[i], elements))
  return NULL;
}

static const char* checkFlexes(const mjModel* m) {
  mjtSize n = m->nflex;
  CHECK(flex_matid, lb_idsInside(m->flex_matid, n, -1, m->nmat))
  CHECK(flex_nodeadr, lb_rangesInside(m->flex_nodeadr, m->flex_nodenum, n, m->nflexnode))
  CHECK(flex_vertadr, lb_rangesInside(m->flex_vertadr, m->flex_vertnum, n, m->nflexvert))
  CHECK(flex_edgeadr, lb_rangesInside(m->flex_edgeadr, m->flex_edgenum, n, m->nflexedge))
  CHECK(flex_elemadr, lb_rangesInside(m->flex_elemadr, m->flex_elemnum, n, m->nflexelem))
  CHECK(flex_evpairadr, lb_rangesInside(m->flex_evpairadr, m->flex_evpairnum, n, m->nflexevpair))
  CHECK(flex_bvhadr, lb_rangesInside(m->flex_bvhadr, m->flex_bvhnum, n, m->nbvh))
  CHECK(flex_nodebodyid, lb_idsInside(m->flex_nodebodyid, m->nflexnode, 0, m->nbody))
  CHECK(flex_vertbodyid, lb_idsInside(m->flex_vertbodyid, m->nflexvert, -1, m->nbody))
  CHECK(flex_stiffnessadr, lb_idsInside(m->flex_stiffnessadr, n, -1, m->nflexstiffness + 1))
  CHECK(flex_texcoordadr, lb_idsInside(m->flex_texcoordadr, n, -1, m->nflextexcoord))
  CHECK(flex_bendingadr, lb_idsInside(m->flex_bendingadr, n, -1, m->nflexbending + 1))
  CHECK(flexedge_J_rownnz, lb_sparseInside(m->flexedge_J_rownnz, m->flexedge_J_rowadr,
                                           m->flexedge_J_colind, m->nflexedge, m->nJfe, m->nv))
  CHECK(flexvert_J_rownnz,
        lb_sparseInside(m->flexvert_J_rownnz, m->flexvert_J_rowadr, m->flexvert_J_colind,
                        2 * m->nflexvert, 2 * m->nJfv, m->nv))
  CHECK(efm0_L_rownnz, lb_sparseInside(m->efm0_L_rownnz, m->efm0_L_rowadr, m->efm0_L_colind,
                                       m->nefm0dof, m->nefm0L, m->nv))
  CHECK(flex_condim, lb_idsInside(m->flex_condim, n, 1, 7))
  CHECK(efm0_dofid, lb_idsInside(m->efm0_dofid, m->nefm0dof, 0, m->nv))
  CHECK(flex_vertedgeadr,
        lb_rangesInside(m->flex_vertedgeadr, m->flex_vertedgenum, m->nflexvert, 2 * m->nflexedge))
  CHECK(flex_vertedge, lb_idsInside(m->flex_vertedge, 2 * m->nflexedge, 0, m->nflexedge))
  for (mjtSize i = 0; i < n; i++) {
    const char* invalid = checkFlex(m, i);
    if (invalid) {
      return invalid;
    }
  }
  return NULL;
}

const char* lb_validateAssets(const mjModel* m) {
  CHECK(mesh_vertadr, lb_rangesInside(m->mesh_vertadr, m->mesh_vertnum, m->nmesh, m->nmeshvert))
  CHECK(mesh_faceadr, lb_rangesInside(m->mesh_faceadr, m->mesh_facenum, m->nmesh, m->nmeshface))
  CHECK(mesh_bvhadr, lb_rangesInside(m->mesh_bvhadr, m->mesh_bvhnum, m->nmesh, m->nbvhstatic))
  CHECK(mesh_octadr, lb_rangesInside(m->mesh_octadr, m->mesh_octnum, m->nmesh, m->noct))
  CHECK(mesh_normaladr,
        lb_rangesInside(m->mesh_normaladr, m->mesh_normalnum, m->nmesh, m->nmeshnormal))
  CHECK(mesh_texcoordadr,
        lb_rangesInside(m->mesh_texcoordadr, m->mesh_texcoordnum, m->nmesh, m->nmeshtexcoord))
  CHECK(mesh_graphadr, lb_idsInside(m->mesh_graphadr, m->nmesh, -1, m->nmeshgraph))
  CHECK(mesh_polyadr, lb_rangesInside(m->mesh_polyadr, m->mesh_polynum, m->nmesh, m->nmeshpoly))
  CHECK(mesh_polyvertadr,
        lb_rangesInside(m->mesh_polyvertadr, m->mesh_polyvertnum, m->nmeshpoly, m->nmeshpolyvert))
  CHECK(mesh_polymapadr,
        lb_rangesInside(m->mesh_polymapadr, m->mesh_polymapnum, m->nmeshvert, m->nmeshpolymap))
  for (mjtSize i = 0; i < m->nmesh; i++) {
    const char* invalid = checkMesh(m, i);
    if (invalid) {
      return invalid;
    }
  }
  CHECK(hfield_adr, lb_idsInside(m->hfield_adr, m->nhfield, 0, m->nhfielddata + 1))
  for (mjtSize i = 0; i < m->nhfield; i++) {
    CHECK(hfield_nrow,
          m->hfield_nrow[i] >= 1 && m->hfield_ncol[i] >= 1 &&
              m->hfield_adr[i] + (mjtSize)m->hfield_nrow[i] * m->hfield_ncol[i] <= m->nhfielddata)
  }
  for (mjtSize i = 0; i < m->ntex; i++) {
    mjtSize width = m->tex_width[i], height = m->tex_height[i], channels = m->tex_nchannel[i];
    mjtSize room = m->ntexdata - m->tex_adr[i];
    CHECK(tex_adr, m->tex_adr[i] >= 0 && room >= 0 && width >= 0 && height >= 0 && channels >= 0 &&
                       (!channels || width * height <= room / channels))
  }
  CHECK(paths, m->npaths >= 1 && !m->paths[m->npaths - 1])
  CHECK(mesh_pathadr, lb_idsInside(m->mesh_pathadr, m->nmesh, -1, m->npaths))
  CHECK(hfield_pathadr, lb_idsInside(m->hfield_pathadr, m->nhfield, -1, m->npaths))
  CHECK(skin_pathadr, lb_idsInside(m->skin_pathadr, m->nskin, -1, m->npaths))
  CHECK(tex_pathadr, lb_idsInside(m->tex_pathadr, m->ntex, -1, m->npaths))
  CHECK(mat_texid, lb_idsInside(m->mat_texid, mjNTEXROLE * m->nmat, -1, m->ntex))
  const char* invalid = checkSkins(m);
  return invalid ? invalid : checkFlexes(m);
}
