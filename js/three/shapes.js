// Geometry of the shapes that geoms have: unit primitives, and meshes and height fields out of a model's arrays.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { cornerNormals } from './mesh_normals.js';

const HALF_TURN = Math.PI / 2;

/** Round about z, as MuJoCo has it. @param {BufferGeometry} geometry */
const upright = (geometry) => geometry.rotateX(HALF_TURN);

/**
 * A sphere cut at the equator; the halves are drawn apart by the shader.
 * @param {number} slices
 * @param {number} stacks
 * @param {number} [bands] rows of squares between the halves
 */
export function capsuleGeometry(slices, stacks, bands = 1) {
  const half = Math.ceil(stacks / 2);
  const positions = [];
  const caps = [];
  const indices = [];
  const last = 2 * half + bands;
  for (let row = 0; row <= last; row++) {
    const below = row - half - bands;
    const latitude = (-HALF_TURN * (row < half ? row - half : Math.max(below, 0))) / half;
    const cap = 1 - (2 * Math.min(Math.max(row - half, 0), bands)) / bands;
    for (let i = 0; i <= slices; i++) {
      const longitude = (2 * Math.PI * i) / slices;
      const ring = Math.cos(latitude);
      positions.push(ring * Math.cos(longitude), ring * Math.sin(longitude), Math.sin(latitude));
      caps.push(cap);
    }
  }
  const width = slices + 1;
  for (let row = 0; row < last; row++) {
    for (let i = 0; i < slices; i++) {
      const a = row * width + i;
      indices.push(a, a + width, a + 1, a + width, a + width + 1, a + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('cap', new BufferAttribute(new Float32Array(caps), 1));
  geometry.setIndex(indices);
  return geometry;
}

/**
 * Turns triangles into the lines around them; two halves of a square have none between them.
 * @param {BufferGeometry} geometry
 */
export function toEdges(geometry) {
  const index = geometry.getIndex();
  const count = index ? index.count : geometry.getAttribute('position').count;
  const corner = (/** @type {number} */ i) => (index ? index.getX(i) : i);
  const edges = [];
  const halves = (/** @type {number} */ i) =>
    i >= 0 && i + 5 < count && corner(i + 1) === corner(i + 3) && corner(i + 2) === corner(i + 5);
  for (let i = 0; i < count; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    edges.push(a, b);
    if (!halves(i)) edges.push(b, c);
    if (!halves(i - 3)) edges.push(c, a);
  }
  geometry.setIndex(edges);
}

const HEAD_WIDTH = 1.75; // of the shaft
const HEAD = 1 / 6; // length; the whole arrow is half as long as its third size
const ARROW = 0.5;

/**
 * An arrow along +z, scaled by its sizes.
 * @param {number} width of the head
 * @param {boolean} both centred, with a head at either end
 * @param {number} slices
 */
function arrowGeometry(width, both, slices) {
  const tip = both ? ARROW / 2 : ARROW;
  const head = [
    [1, tip - HEAD],
    [width, tip - HEAD],
    [0, tip],
  ];
  const foot = [
    [0, 0],
    [1, 0],
  ];
  const tail = both ? [...head].reverse().map(([r, z]) => [r, -z]) : foot;
  return latheGeometry([...tail, ...head], slices);
}

/**
 * Flat-shaded surface of revolution about z.
 * @param {number[][]} profile radius and height
 * @param {number} slices
 */
function latheGeometry(profile, slices) {
  /** @type {number[]} */
  const positions = [];
  /** @type {number[]} */
  const normals = [];
  for (let i = 0; i + 1 < profile.length; i++) {
    const [r0, z0] = profile[i];
    const [r1, z1] = profile[i + 1];
    const length = Math.hypot(r1 - r0, z1 - z0) || 1;
    const slope = [(z1 - z0) / length, -(r1 - r0) / length];
    for (let k = 0; k < slices; k++) {
      const corner = (
        /** @type {number} */ r,
        /** @type {number} */ z,
        /** @type {number} */ at,
      ) => {
        const angle = (2 * Math.PI * at) / slices;
        positions.push(r * Math.cos(angle), r * Math.sin(angle), z);
        normals.push(slope[0] * Math.cos(angle), slope[0] * Math.sin(angle), slope[1]);
      };
      (corner(r0, z0, k), corner(r0, z0, k + 1), corner(r1, z1, k + 1));
      (corner(r0, z0, k), corner(r1, z1, k + 1), corner(r1, z1, k));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  return geometry;
}

/**
 * Segments that the shader makes as wide as they should be: four corners each, which know both ends.
 * @param {number[][]} segments
 */
function lineGeometry(segments) {
  const positions = [];
  const others = [];
  const sides = [];
  const indices = [];
  for (const [x0, y0, z0, x1, y1, z1] of segments) {
    const first = sides.length;
    positions.push(x0, y0, z0, x0, y0, z0, x1, y1, z1, x1, y1, z1);
    others.push(x1, y1, z1, x1, y1, z1, x0, y0, z0, x0, y0, z0);
    // seen from its own end, the other corner of a side is on the other hand
    sides.push(1, -1, -1, 1);
    indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
  }
  const geometry = new BufferGeometry();
  const add = (
    /** @type {string} */ name,
    /** @type {number[]} */ values,
    /** @type {number} */ size,
  ) => geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), size));
  add('position', positions, 3);
  add('other', others, 3);
  add('side', sides, 1);
  add('normal', new Array(positions.length).fill(0), 3);
  geometry.setIndex(indices);
  return geometry;
}

/** The twelve edges of a cube with half size 1. */
function lineBoxGeometry() {
  const segments = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const u of [-1, 1]) {
      for (const v of [-1, 1]) {
        const ends = [-1, 1].map((t) => {
          const p = [0, 0, 0];
          p[axis] = t;
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          return p;
        });
        segments.push(ends.flat());
      }
    }
  }
  return lineGeometry(segments);
}

/** A triangle with sides x and y. */
function triangleGeometry() {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3),
  );
  geometry.setAttribute(
    'normal',
    new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), 3),
  );
  return geometry;
}

/** mjtGeom values that this module knows. */
export const geomTypes = {
  plane: 0,
  hfield: 1,
  sphere: 2,
  capsule: 3,
  ellipsoid: 4,
  cylinder: 5,
  box: 6,
  mesh: 7,
  sdf: 8,
  arrow: 100,
  arrow1: 101,
  arrow2: 102,
  line: 103,
  lineBox: 104,
  flex: 105,
  skin: 106,
  label: 107,
  triangle: 108,
};

/**
 * A plane from -1 to 1 of so many squares each way.
 * @param {number} squares
 */
export const endlessGeometry = (squares) => new PlaneGeometry(2, 2, squares, squares);

/**
 * The same with small squares in the middle, below the eye, where pixels are near and interpolation must be exact.
 * @param {number} squares
 */
export function gradedGeometry(squares) {
  const geometry = endlessGeometry(squares);
  const { position } = geometry.attributes;
  for (let i = 0; i < position.count; i++)
    position.setXY(i, position.getX(i) ** 3, position.getY(i) ** 3);
  return geometry;
}

/**
 * Unit geometry of a type; scaled by half sizes it is the geom.
 * @param {number} type
 * @param {{ slices: number, stacks: number, quads: number, bands?: number }} quality
 */
export function unitGeometry(type, quality) {
  switch (type) {
    case geomTypes.plane:
      return new PlaneGeometry(2, 2, quality.quads, quality.quads);
    case geomTypes.sphere:
    case geomTypes.ellipsoid:
      return upright(new SphereGeometry(1, quality.slices, quality.stacks));
    case geomTypes.capsule:
      return capsuleGeometry(quality.slices, quality.stacks, quality.bands);
    case geomTypes.cylinder:
      return upright(new CylinderGeometry(1, 1, 2, quality.slices, quality.stacks));
    case geomTypes.box:
      return new BoxGeometry(2, 2, 2, quality.quads, quality.quads, quality.quads);
    case geomTypes.arrow:
      return arrowGeometry(HEAD_WIDTH, false, quality.slices);
    case geomTypes.arrow1:
      return arrowGeometry(1, false, quality.slices);
    case geomTypes.arrow2:
      return arrowGeometry(HEAD_WIDTH, true, quality.slices);
    case geomTypes.line:
      return lineGeometry([[0, 0, 0, 0, 0, 1]]);
    case geomTypes.lineBox:
      return lineBoxGeometry();
    case geomTypes.triangle:
      return triangleGeometry();
    default:
      return null;
  }
}

/**
 * Geometry of a model's mesh, with its own normals and texture coordinates.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
export function meshGeometry(model, id) {
  const faceCount = model.mesh_facenum[id];
  const firstFace = 3 * model.mesh_faceadr[id];
  const firstVertex = model.mesh_vertadr[id];
  const firstCoordinate = model.mesh_texcoordadr[id];
  const { mesh_face: faces, mesh_facetexcoord: faceCoordinates } = model;
  const { mesh_vert: vertices, mesh_texcoord: coordinates } = model;
  const positions = new Float32Array(9 * faceCount);
  const texcoords = new Float32Array(6 * faceCount);
  for (let i = 0; i < 3 * faceCount; i++) {
    const vertex = 3 * (firstVertex + faces[firstFace + i]);
    for (let k = 0; k < 3; k++) positions[3 * i + k] = vertices[vertex + k];
    if (firstCoordinate >= 0 && faceCoordinates[firstFace + i] >= 0) {
      const at = 2 * (firstCoordinate + faceCoordinates[firstFace + i]);
      texcoords[2 * i] = coordinates[at];
      texcoords[2 * i + 1] = coordinates[at + 1];
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(cornerNormals(model, id), 3));
  geometry.setAttribute('texcoord', new BufferAttribute(texcoords, 2));
  return geometry;
}

/**
 * The convex hull that collisions use, flat shaded; null where the model has none.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
export function hullGeometry(model, id) {
  const start = model.mesh_graphadr[id];
  if (start < 0) return null;
  const graph = model.mesh_graph;
  const [vertexCount, faceCount] = [graph[start], graph[start + 1]];
  const firstFace = start + 2 + 3 * vertexCount + 3 * faceCount;
  const firstVertex = model.mesh_vertadr[id];
  const positions = new Float32Array(9 * faceCount);
  for (let i = 0; i < 3 * faceCount; i++) {
    const vertex = 3 * (firstVertex + graph[firstFace + i]);
    positions.set(model.mesh_vert.subarray(vertex, vertex + 3), 3 * i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/**
 * A height field in its own units: surface, sides and base.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
export function hfieldGeometry(model, id) {
  const [rows, columns] = [model.hfield_nrow[id], model.hfield_ncol[id]];
  const size = model.hfield_size.subarray(4 * id, 4 * id + 4);
  const first = model.hfield_adr[id];
  const x = (/** @type {number} */ c) => size[0] * ((2 * c) / (columns - 1) - 1);
  const y = (/** @type {number} */ r) => size[1] * ((2 * r) / (rows - 1) - 1);
  const z = (/** @type {number} */ r, /** @type {number} */ c) =>
    size[2] * model.hfield_data[first + r * columns + c];
  const points = new Float32Array(3 * rows * columns);
  for (let r = 0, at = 0; r < rows; r++)
    for (let c = 0; c < columns; c++, at += 3) {
      points[at] = x(c);
      points[at + 1] = y(r);
      points[at + 2] = z(r, c);
    }
  const indices = new Uint32Array(6 * (rows - 1) * (columns - 1));
  for (let r = 0, at = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++, at += 6) {
      const a = r * columns + c;
      indices.set([a, a + 1, a + columns, a + 1, a + columns + 1, a + columns], at);
    }
  const surface = new BufferGeometry();
  surface.setAttribute('position', new BufferAttribute(points, 3));
  surface.setIndex(new BufferAttribute(indices, 1));
  surface.computeVertexNormals();
  return withSides(surface, rows, columns, size[3]);
}

/**
 * A grid, and walls around it, whose corners are their own.
 * @param {BufferGeometry} surface an index, and points by rows
 * @param {number} rows
 * @param {number} columns
 * @param {number} depth of the walls
 */
function withSides(surface, rows, columns, depth) {
  const [points, lit] = ['position', 'normal'].map((name) => surface.getAttribute(name).array);
  const inner = surface.getIndex()?.array ?? [];
  const count = rows * columns + 12 * (rows + columns - 2);
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  positions.set(points);
  normals.set(lit);
  let at = 3 * rows * columns;
  /** Two triangles under an edge. @param {number} a @param {number} b points @param {number[]} normal */
  const wall = (a, b, normal) => {
    for (const [index, isLow] of /** @type {[number, boolean][]} */ ([
      [a, false],
      [a, true],
      [b, false],
      [b, false],
      [a, true],
      [b, true],
    ])) {
      positions[at] = points[3 * index];
      positions[at + 1] = points[3 * index + 1];
      positions[at + 2] = isLow ? -depth : points[3 * index + 2];
      normals.set(normal, at);
      at += 3;
    }
  };
  const last = (rows - 1) * columns;
  for (let c = 0; c + 1 < columns; c++) {
    wall(c + 1, c, [0, -1, 0]);
    wall(last + c, last + c + 1, [0, 1, 0]);
  }
  for (let r = 0; r + 1 < rows; r++) {
    const left = r * columns;
    wall(left, left + columns, [-1, 0, 0]);
    wall(left + 2 * columns - 1, left + columns - 1, [1, 0, 0]);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  const outer = Uint32Array.from({ length: count - rows * columns }, (_, i) => rows * columns + i);
  const index = new Uint32Array(inner.length + outer.length);
  index.set(inner);
  index.set(outer, inner.length);
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}
