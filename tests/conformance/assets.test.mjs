// Every source that an asset can come from, well formed and damaged: mesh, height field, texture and skin files, built-in
// shapes and pictures, with what their attributes change. Compiled the same, or refused, by both engines. Left out is what the
// peer reads or writes out of bounds: built-in textures and cubes of other than three channels, skin faces beyond the vertices.
import { test } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import { agree } from './models.mjs';

/** @typedef {import('./models.mjs').Files} Files */

/** @type {Record<string, [xml: string, files?: Files][]>} */
const cases = {};
/** @param {string} name @param {string} xml @param {Files} [files] */
const add = (name, xml, files) => (cases[name] ??= []).push([xml, files]);
const uses = {
  mesh: '<worldbody><body><freejoint/><geom type="mesh" mesh="a"/></body></worldbody>',
  hfield: '<worldbody><geom type="hfield" hfield="a"/></worldbody>',
  texture: '',
};
/**
 * @param {keyof typeof uses} kind
 * @param {string} attributes
 * @param {Files} [files]
 * @param {string} [more] other assets, in front of it
 */
const asset = (kind, attributes, files, more = '') =>
  add(
    `${kind}: ${current}`,
    `<mujoco><asset>${more}<${kind} name="a" ${attributes}/></asset>${uses[kind]}</mujoco>`,
    files,
  );
let current = '';

// --- files
/** @param {...(number[] | number[][])} values */
const floats = (...values) => Buffer.from(new Float32Array(values.flat(2)).buffer);
/** @param {...(number[] | number[][])} values */
const ints = (...values) => Buffer.from(new Int32Array(values.flat(2)).buffer);
const points = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1.2, 0],
  [0, 0, 1.5],
];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];
/** @param {number[][][]} triangles */
const stl = (triangles, count = triangles.length, header = 'made by a test') => {
  const file = Buffer.alloc(84 + 50 * triangles.length);
  file.write(header);
  file.writeUInt32LE(count, 80);
  triangles.forEach((triangle, i) => floats([0, 0, 1], triangle.flat()).copy(file, 84 + 50 * i));
  return file;
};
/** @param {number[]} counts @param {...Buffer<ArrayBuffer>} blocks */
const msh = (counts, ...blocks) => Buffer.concat([ints(counts), ...blocks]);
/**
 * @param {number} width
 * @param {number} height
 * @param {number} channels
 * @param {(x: number, y: number, channel: number) => number} value
 */
const png = (width, height, channels, value, depth = 8) => {
  const bytes = depth / 8;
  const rows = Buffer.alloc(height * (1 + width * channels * bytes));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++)
        for (let b = 0; b < bytes; b++) rows[at++] = value(x, y, c) & 255;
  }
  /** @param {string} type @param {Uint8Array} data */
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, [0, 0, 4, 2, 6][channels], 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
/** @param {number} x @param {number} y @param {number} c */
const pattern = (x, y, c) => 17 * x + 31 * y + 59 * c;

// --- meshes
const tetrahedron = faces.map((face) => face.map((v) => points[v]));
current = 'STL';
asset('mesh', 'file="a.stl"', { 'a.stl': stl(tetrahedron) });
asset('mesh', 'file="a.STL"', { 'a.STL': stl(tetrahedron) });
asset('mesh', 'file="a.bin" content_type="model/stl"', { 'a.bin': stl(tetrahedron) });
asset('mesh', 'file="a.stl" content_type="model/obj"', { 'a.stl': stl(tetrahedron) });
asset('mesh', 'file="a.stl"', { 'a.stl': stl(tetrahedron, 4, 'solid thing') });
asset('mesh', 'file="a.stl"', { 'a.stl': stl(tetrahedron, 5) });
asset('mesh', 'file="a.stl"', { 'a.stl': stl(tetrahedron, 3) });
asset('mesh', 'file="a.stl"', { 'a.stl': stl([]) });
asset('mesh', 'file="a.stl"', { 'a.stl': stl(tetrahedron).subarray(0, 83) });
asset('mesh', 'file="a.stl"', { 'a.stl': Buffer.alloc(0) });
asset('mesh', 'file="a.stl"', {
  'a.stl': stl([...tetrahedron, [points[0], points[1], [0, 0, NaN]]]),
});
asset('mesh', 'file="a.stl"', { 'a.stl': stl([...tetrahedron, tetrahedron[0]]) });
asset('mesh', 'file="a.stl"', {
  'a.stl': stl([...tetrahedron, [points[0], points[0], points[1]]]),
});
asset('mesh', 'file="a.stl"', {
  'a.stl':
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid',
});
asset('mesh', 'file="a.xyz"', { 'a.xyz': stl(tetrahedron) });
asset('mesh', 'file="missing.stl"', {});

current = 'OBJ';
const corners = points.map((p) => `v ${p.join(' ')}`).join('\n');
/** @param {string} text */
const obj = (text, attributes = '') =>
  asset('mesh', `file="a.obj" ${attributes}`, { 'a.obj': text });
const plain = faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n');
const textured = 'vt 0 0\nvt 1 0\nvt 0 1\nvt .5 .25';
const turned = 'vn 0 0 1\nvn 1 0 0\nvn 0 1 0\nvn 0 0 -1';
/** @param {(vertex: number, other: number) => string | number} form */
const slashed = (form) =>
  faces.map((f) => `f ${f.map((v, k) => form(v + 1, k + 1)).join(' ')}`).join('\n');
obj(`${corners}\n${plain}`);
obj(`# comment\no thing\ng part\ns 1\nusemtl none\n${corners}\n${plain}`);
obj(`mtllib missing.mtl\n${corners}\nusemtl red\n${plain}`);
obj(`${corners}\n${plain}`.replaceAll('\n', '\r\n'));
obj(`${corners}\n${plain}`.replaceAll('\n', '\r'));
obj(`${corners}\n${slashed((v) => `+${v}`)}`);
obj(`${corners}\n${textured}\n${slashed((v, k) => `${v}/${k}`)}`);
obj(`${corners}\n${turned}\n${slashed((v, k) => `${v}//${k}`)}`);
obj(`${corners}\n${textured}\n${turned}\n${slashed((v, k) => `${v}/${k}/${5 - k}`)}`);
obj(
  `${corners}\n${textured}\n${turned}\n${slashed((/** @type {number} */ v) => `${v}/${v}/${v}`)}`,
);
obj(`${corners}\n${slashed((/** @type {number} */ v) => v - 5)}`);
obj(`${corners}\n${textured}\n${turned}\n${slashed((v, k) => `${v - 5}/${k - 5}/${k - 5}`)}`);
obj(`${corners}\n${plain}\nf 1 2 3 4`);
obj(`${corners}\nv 1 1 1\nf 1 2 5 3\nf 1 4 2\nf 1 3 4\nf 4 5 2\nf 3 5 4`);
obj(`${corners}\nv 2 2 0\nv -1 2 0\nf 3 2 5 6 1\nf 1 4 2\nf 1 3 4\nf 2 4 3`, 'inertia="shell"');
obj(`o one\n${corners}\n${plain}\no two\n${corners}\n${plain}`);
obj(`${corners}\n${plain}\nf 1 2`);
obj(`${corners}\nl 1 2 3`);
obj(`${corners}\nl 1 2 3`, 'inertia="convex"');
obj(`${corners}\nl 1 2\np 1\n${plain}`);
obj(`${corners}\nf 1 2 9`);
obj(`${corners}\nf 1 2 0`);
// COMPAT: MESH-ORIENTATION: faces of next to no area are not looked at
for (const more of [
  'f 1 3 2',
  'f 1 1 2',
  'f 1 1 1\n',
  'v .5 0 0\nf 1 2 5',
  'v 0 0 6e-8\nf 1 5 2',
  'v 0 0 6.7e-8\nf 1 5 2',
])
  for (const scale of ['1 1 1', '100 100 100'])
    obj(`${corners}\n${plain}\n${more}`, `inertia="exact" scale="${scale}"`);
obj(corners);
obj(plain);
obj('');
obj(`${corners} 1 0 0\n${plain}`);
obj(`${points.map((p) => `v ${p.join(' ')} .1 .2 .3`).join('\n')}\n${plain}`);
obj(`${corners}\n${turned}\n${plain}`);
obj(`${corners}\n${textured}\n${plain}`);
obj(`v a b c\n${corners}\n${plain}`);

current = 'MSH';
const vertices = floats(points);
const triangles = ints(faces);
const normals = floats([
  [0, 0, 1],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, -1],
]);
const coords = floats([
  [0, 0],
  [1, 0],
  [0, 1],
  [0.5, 0.5],
]);
/** @param {Buffer<ArrayBuffer>} file */
const mshFile = (file) => asset('mesh', 'file="a.msh"', { 'a.msh': file });
mshFile(msh([4, 0, 0, 4], vertices, triangles));
mshFile(msh([4, 4, 0, 4], vertices, normals, triangles));
mshFile(msh([4, 0, 4, 4], vertices, coords, triangles));
mshFile(msh([4, 4, 4, 4], vertices, normals, coords, triangles));
mshFile(msh([4, 4, 4, 0], vertices, normals, coords));
mshFile(msh([4, 0, 0, 0], vertices));
mshFile(msh([3, 0, 0, 1], floats(points.slice(0, 3)), ints([0, 1, 2])));
mshFile(msh([4, 2, 0, 4], vertices, normals.subarray(0, 24), triangles));
mshFile(msh([4, 0, 2, 4], vertices, coords.subarray(0, 16), triangles));
mshFile(msh([4, 0, 0, 5], vertices, triangles));
mshFile(msh([4, 0, 0, 4], vertices, triangles, ints([1])));
mshFile(msh([-4, 0, 0, 4], vertices, triangles));
mshFile(ints([4, 0, 0]));
mshFile(msh([4, 0, 0, 1], vertices, ints([0, 1, 4])));
mshFile(msh([4, 0, 0, 1], vertices, ints([0, 1, -1])));

current = 'built in';
const shapes = {
  sphere: ['0', '1', '2', '3', '-1', '5', '1 2', '1.5'],
  hemisphere: ['0', '1', '2', '3', '11', '-1', '1 1'],
  cone: ['3 0', '3 .5', '7 1', '2 0', '8 -1', '8 2', '8'],
  supersphere: ['8 .5 .5', '5 1 1', '3 .1 2', '2 1 1', '8 0 1', '8 1', '8 -1 1'],
  supertorus: ['8 .3 .5 .5', '5 .9 1 1', '4 .1 2 .2', '2 .3 1 1', '8 0 1 1', '8 2 1 1', '8 .3 1'],
  wedge: [
    '4 4 60 30 0',
    '4 4 60 30 .5',
    '0 4 60 30 0',
    '3 5 90 45 .2',
    '3 5 0 45 .2',
    '3 3 200 30 0',
    '3 3',
  ],
  plate: ['3 3', '2 5', '1 1', '0 2', '3', '3 3 3'],
  none: ['', '1'],
};
for (const [shape, list] of Object.entries(shapes)) {
  for (const params of ['', ...list]) {
    for (const inertia of ['', 'inertia="shell"'])
      asset('mesh', `builtin="${shape}" params="${params}" ${inertia}`);
  }
}
asset('mesh', 'builtin="sphere" params="1" file="a.stl"', { 'a.stl': stl(tetrahedron) });
asset('mesh', 'builtin="sphere" params="1" vertex="0 0 0 1 0 0 0 1 0 0 0 1"');

current = 'inline';
const shape = `vertex="${points.flat().join(' ')}"`;
const surface = `face="${faces.flat().join(' ')}"`;
const inside = `face="${faces
  .map(([a, b, c]) => [a, c, b])
  .flat()
  .join(' ')}"`;
// MS-11: legacy counts hidden and inverted parts
for (const inertia of ['convex', 'legacy', 'exact', 'shell', 'other']) {
  for (const form of ['', surface, inside, 'face="0 2 1 0 1 3 0 3 2 1 3 2"'])
    for (const scale of ['1 1 1', '1 -2 .5', '-1 -1 -1'])
      asset('mesh', `${shape} ${form} inertia="${inertia}" scale="${scale}"`);
}
for (const attributes of [
  'scale="0 1 1"',
  'scale="1 1"',
  'refpos="1 2 3"',
  'refquat="1 2 3 4"',
  'refquat="0 0 0 0"',
  'refpos=".1 .2 .3" refquat="0 1 0 0" scale="2 3 4"',
  'smoothnormal="true"',
  'smoothnormal="true" scale="1 2 -3"',
  'normal="0 0 1 0 0 1 0 0 1 0 0 1"',
  'normal="0 0 1 0 0 1 0 0 1 0 0 0"',
  'normal="0 0 1 0 0 1"',
  'normal="0 0 1 0"',
  'texcoord="0 0 1 0 0 1 1 1"',
  'texcoord="0 0 1 0 0 1"',
  'texcoord="0 0 1"',
  'maxhullvert="4"',
  'maxhullvert="3"',
  'maxhullvert="-1"',
  'maxhullvert="-2"',
  'maxhullvert="100"',
]) {
  asset('mesh', `${shape} ${attributes}`);
  asset('mesh', `${shape} ${surface} ${attributes}`);
}
asset('mesh', 'vertex="0 0 0 1 0 0 0 1 0"');
asset('mesh', 'vertex="0 0 0 1 0 0 0 1 0 1 1 0"');
asset('mesh', 'vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 3 2" inertia="shell"');
asset('mesh', 'vertex="0 0 0 1 0 0 0 1 0 1 1"');
asset('mesh', `${shape} face="0 1 2 3"`);
asset('mesh', `${shape} face="0 1 4"`);
asset('mesh', '');

// equal moments: the choice of axes hangs on the last bits
current = 'equal moments';
for (const equal of [
  '0 0 0 1 0 0 0 1 0 0 0 1',
  '1 1 1 1 -1 -1 -1 1 -1 -1 -1 1',
  '1 0 0 -1 0 0 0 1 0 0 -1 0 0 0 1 0 0 -1',
  '1 1 1 1 1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 -1 -1 1 -1 -1 -1',
  '.3 .1 .2 1.3 .1 .2 .3 1.1 .2 .3 .1 1.2',
])
  for (const scale of ['1 1 1', '.1 .1 .1', '1 2 1'])
    for (const turn of ['1 0 0 0', '1 1 0 0', '1 2 3 4'])
      asset('mesh', `vertex="${equal}" scale="${scale}" refquat="${turn}"`);

// --- height fields
current = 'PNG';
/** @param {string} attributes @param {Files} [files] */
const field = (attributes, files) => asset('hfield', attributes, files);
for (const size of ['1 2 .5 .1', '1 1 1 0', '0 1 1 1', '1 1 0 1', '1 1 -1 1', '1 1 1'])
  field(`file="a.png" size="${size}"`, { 'a.png': png(5, 4, 1, pattern) });
for (const channels of [2, 3, 4])
  field('file="a.png" size="1 1 1 1"', { 'a.png': png(3, 4, channels, pattern) });
field('file="a.png" size="1 1 1 1"', { 'a.png': png(3, 4, 1, pattern, 16) });
field('file="a.png" size="1 1 1 1"', { 'a.png': png(3, 4, 1, () => 7) });
field('file="a.png" size="1 1 1 1"', { 'a.png': png(1, 4, 1, pattern) });
field('file="a.png" size="1 1 1 1"', { 'a.png': Buffer.from('no picture') });
field('file="a.png" size="1 1 1 1" nrow="3" ncol="3"', { 'a.png': png(3, 4, 1, pattern) });
field('file="a.x" content_type="image/png" size="1 1 1 1"', { 'a.x': png(3, 4, 1, pattern) });
current = 'binary';
/** @param {number} rows @param {number} columns @param {number[]} values */
const grid = (rows, columns, values) => Buffer.concat([ints([rows, columns]), floats(values)]);
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(2, 3, [1, 2, 3, 4, 5, 6]) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(2, 3, [1, 1, 1, 1, 1, 1]) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(2, 3, [-1, 2, -3, 4, 5, 6]) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(2, 3, [1, 2, 3]) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(0, 3, []) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': grid(2, 2, [1, 2, 3, 4, 5]) });
field('file="a.bin" size="1 1 1 1"', { 'a.bin': Buffer.alloc(4) });
field('file="a.bin" size="1 1 1 1" elevation="1 2 x"', { 'a.bin': grid(2, 2, [1, 2, 3, 4]) });
field('file="a.hf" content_type="image/vnd.mujoco.hfield" size="1 1 1 1"', {
  'a.hf': grid(2, 2, [1, 2, 3, 4]),
});
current = 'inline';
field('nrow="2" ncol="3" size="1 1 1 1"');
field('nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3 4 5 6"');
field('nrow="2" ncol="3" size="1 1 1 1" elevation="-1 2 3 4 5 -6"');
field('nrow="2" ncol="3" size="1 1 1 1" elevation="2 2 2 2 2 2"');
field('nrow="2" ncol="3" size="1 1 1 1" elevation="1 2 3"');
field('nrow="1" ncol="3" size="1 1 1 1"');
field('nrow="-2" ncol="-3" size="1 1 1 1"');
field('nrow="2" size="1 1 1 1"');
field('size="1 1 1 1"');

// --- textures
/** @param {string} attributes @param {Files} [files] */
const texture = (attributes, files) => asset('texture', attributes, files);
current = 'built in';
for (const type of ['2d', 'cube', 'skybox'])
  for (const builtin of ['none', 'gradient', 'checker', 'flat'])
    for (const mark of ['none', 'edge', 'cross', 'random'])
      for (const size of ['width="8" height="8"', 'width="6" height="9"'])
        texture(
          `type="${type}" builtin="${builtin}" mark="${mark}" ${size} random=".2" markrgb="1 .5 0" rgb1=".1 .2 .3" rgb2=".9 .8 .7"`,
        );
for (const attributes of [
  'width="1" height="1"',
  'width="0" height="4"',
  'width="-4" height="4"',
  'width="8" height="48"',
  'width="7" height="5" mark="cross"',
  'width="8" height="8" rgb1="2 -1 .5" rgb2="0 0 0"',
  'width="8" height="8" nchannel="4"',
  'width="8" height="8" hflip="true"',
  'width="8" height="8" vflip="true"',
  'width="8" height="8" colorspace="sRGB"',
  'width="8" height="8" colorspace="linear"',
  'width="8" height="8" mark="random" random="1"',
  'width="8" height="8" mark="random" random="0"',
  'width="8" height="8" mark="random" random="-1"',
])
  for (const type of ['2d', 'cube', 'skybox'])
    for (const builtin of ['gradient', 'checker', 'flat'])
      texture(`type="${type}" builtin="${builtin}" ${attributes}`);

current = 'files';
const picture = { 'a.png': png(4, 4, 3, pattern) };
for (const type of ['2d', 'cube', 'skybox'])
  for (const attributes of [
    '',
    'hflip="true"',
    'vflip="true"',
    'hflip="true" vflip="true"',
    'nchannel="1"',
    'nchannel="2"',
    'colorspace="sRGB"',
    'colorspace="linear"',
    'content_type="image/png"',
    'content_type="image/ktx"',
    'content_type="nothing"',
    'width="9" height="9"',
    'builtin="flat" width="2" height="2"',
  ])
    texture(`type="${type}" file="a.png" ${attributes}`, picture);
for (const channels of [1, 2, 4])
  for (const type of ['2d', 'cube'])
    // MS-01: one channel is the red one
    for (const wanted of ['', 'nchannel="1"', 'nchannel="3"'])
      texture(`type="${type}" file="a.png" ${wanted}`, { 'a.png': png(4, 4, channels, pattern) });
texture('type="2d" file="a.png"', { 'a.png': png(4, 4, 3, pattern, 16) });
texture('type="2d" file="a.png"', { 'a.png': png(5, 3, 3, pattern) });
texture('type="cube" file="a.png"', { 'a.png': png(5, 3, 3, pattern) });
texture('type="cube" file="a.png"', { 'a.png': png(3, 18, 3, pattern) });
texture('type="2d" file="a.png"', { 'a.png': Buffer.from('no picture') });
texture('type="2d" file="a.png"', { 'a.png': picture['a.png'].subarray(0, 50) });
texture('type="2d" file="a.tex"', { 'a.tex': Buffer.concat([ints([2, 1]), Buffer.alloc(6, 9)]) });
texture('type="2d" file="a.tex"', { 'a.tex': Buffer.concat([ints([2, 2]), Buffer.alloc(6, 9)]) });
texture('type="2d" file="a.ktx"', { 'a.ktx': Buffer.from('something') });

current = 'grids';
for (const type of ['cube', 'skybox', '2d'])
  for (const [size, layout, columns, rows] of /** @type {[string, string, number, number][]} */ ([
    ['3 4', '.U..LFRB.D..', 4, 3],
    ['4 3', '.U.LFR.D..B.', 3, 4],
    ['1 6', 'RLUDFB', 6, 1],
    ['6 1', 'RLUDFB', 1, 6],
    ['2 3', 'RLUDFB', 3, 2],
    ['1 1', 'U', 1, 1],
    ['1 1', '.', 1, 1],
    ['1 2', 'FF', 2, 1],
    ['1 2', 'FX', 2, 1],
    ['1 2', 'FLR', 2, 1],
    ['3 5', '.U...LFRB..D...', 5, 3],
    ['0 1', 'F', 1, 1],
  ])) {
    const file = { 'a.png': png(2 * columns, 2 * rows, 3, pattern) };
    texture(`type="${type}" file="a.png" gridsize="${size}" gridlayout="${layout}"`, file);
    texture(`type="${type}" file="a.png" gridsize="${size}"`, file);
    texture(
      `type="${type}" file="a.png" gridsize="${size}" gridlayout="${layout}" hflip="true"`,
      file,
    );
  }

for (const channels of [1, 3, 4])
  texture('type="cube" file="a.png" gridsize="2 2" gridlayout="R.BD" rgb1="1 0 .5"', {
    'a.png': png(6, 6, channels, pattern),
  });

current = 'six files';
const sides = ['right', 'left', 'up', 'down', 'front', 'back'];
const six = Object.fromEntries(
  sides.map((side, i) => [`${side}.png`, png(3, 3, 3, (x, y, c) => pattern(x, y, c) + 7 * i)]),
);
const all = sides.map((side) => `file${side}="${side}.png"`);
for (const type of ['cube', 'skybox', '2d']) {
  for (const attributes of ['', 'hflip="true"', 'vflip="true"', 'rgb1="1 0 0"'])
    for (const count of [6, 5, 1])
      texture(`type="${type}" ${all.slice(0, count).join(' ')} ${attributes}`, six);
  texture(`type="${type}" ${all.join(' ')} file="a.png"`, { ...six, ...picture });
  texture(`type="${type}" ${all.join(' ')}`, { ...six, 'up.png': png(4, 4, 3, pattern) });
  texture(`type="${type}" ${all.join(' ')}`, { ...six, 'up.png': png(3, 3, 4, pattern) });
  texture(`type="${type}" ${all.join(' ')}`, { ...six, 'right.png': png(3, 2, 3, pattern) });
}

current = 'materials';
for (const layers of [
  '<material name="m" texture="a"/>',
  '<material name="m"><layer texture="a" role="rgb"/></material>',
  '<material name="m"><layer texture="a" role="normal"/><layer texture="a" role="orm"/></material>',
  '<material name="m" texture="a"><layer texture="a" role="normal"/></material>',
  '<material name="m"><layer texture="a" role="rgb"/><layer texture="a" role="rgb"/></material>',
  '<material name="m"><layer texture="a" role="nothing"/></material>',
  '<material name="m"><layer texture="missing" role="rgb"/></material>',
])
  for (const type of ['2d', 'cube'])
    asset('texture', `type="${type}" builtin="flat" width="4" height="4"`, undefined, layers);

// --- skins
/** @param {string} attributes @param {string} inner @param {Files} [files] */
const skin = (attributes, inner, files) =>
  add(
    'skins',
    `<mujoco><asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="m" texture="t"/></asset>
    <worldbody><body name="b1"><geom size=".1"/><body name="b2" pos="1 0 0"><geom size=".1"/></body></body></worldbody>
    <deformable><skin name="s" ${attributes}>${inner}</skin></deformable></mujoco>`,
    files,
  );
const sheet = 'vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 3 2"';
/** @param {string} body @param {string} ids @param {string} weights */
const bone = (body, ids, weights, pose = 'bindpos="0 0 0" bindquat="1 0 0 0"') =>
  `<bone body="${body}" ${pose} vertid="${ids}" vertweight="${weights}"/>`;
const both = bone('b1', '3 1 0', '.5 1 2') + bone('b2', '1 2', '1 1');
skin(sheet, both);
skin(sheet, bone('b1', '0 1 2 3', '1 1 1 1', 'bindpos="1 2 3" bindquat="1 1 0 0"'));
skin(sheet, bone('b1', '0 1 2 3', '1 1 1 1', 'bindpos="1 2 3" bindquat="0 0 0 0"'));
skin(sheet, bone('b1', '0 1 2', '1 1 1'));
skin(sheet, bone('b1', '0 1 2 4', '1 1 1 1'));
skin(sheet, bone('b1', '0 1 2 -1', '1 1 1 1'));
skin(sheet, bone('b1', '0 1 2 3', '1 1 1'));
skin(sheet, bone('b1', '0 1 2 3', '0 0 0 0'));
skin(sheet, bone('b1', '0 1 2 3', '-1 1 1 1'));
skin(sheet, bone('b9', '0 1 2 3', '1 1 1 1'));
skin(sheet, '');
for (const attributes of [
  'material="m"',
  'material="x"',
  'rgba="1 0 0 1" group="3" inflate=".1"',
  'material="m" texcoord="0 0 1 0 0 1 1 1"',
  'texcoord="0 0 1 0 0 1 1 1"',
  'texcoord="0 0 1 0"',
  'group="9"',
  'inflate="-1"',
])
  skin(`${sheet} ${attributes}`, both);
skin('vertex="0 0 0 1 0" face="0 1 2"', both);
skin('vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1"', both);
skin('vertex="0 0 0 1 0 0 0 1 0 1 1 0"', both);
/** @param {string} name */
const named = (name) => Buffer.concat([Buffer.from(name), Buffer.alloc(40 - name.length)]);
const skn = Buffer.concat([
  ints([4, 4, 2, 1]),
  vertices,
  coords,
  ints([0, 1, 2, 1, 3, 2]),
  named('b2'),
  floats([1, 2, 3], [1, 0, 0, 0]),
  ints([4]),
  ints([2, 0, 1, 3]),
  floats([1, 2, 3, 4]),
]);
skin('file="a.skn"', '', { 'a.skn': skn });
skin('file="a.skn" material="m"', '', { 'a.skn': skn });
skin('file="a.skn"', both, { 'a.skn': skn });
skin(`file="a.skn" ${sheet}`, '', { 'a.skn': skn });
skin('file="a.skn"', '', { 'a.skn': skn.subarray(0, 100) });
skin('file="a.skn"', '', { 'a.skn': Buffer.concat([skn, ints([1])]) });
skin('file="a.skn"', '', { 'a.skn': Buffer.alloc(8) });

for (const [name, list] of Object.entries(cases)) {
  test(name, async (t) => {
    for (const [xml, files] of list) await t.test(xml, () => void agree(xml, files));
  });
}
