// What <flexcomp> and <composite> make of every type with every kind of degrees of freedom and sub-element, and of GMSH files
// in all versions: the same model as the reference, or refused by both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agree, limber, load, peer } from './models.mjs';
import { messageOf } from '../helpers.mjs';

/** @param {string} content */
const world = (content) => `<mujoco><worldbody>${content}</worldbody></mujoco>`;
/** @param {string} content */
const inBody = (content) => world(`<body name="p" pos="1 2 3" euler="10 20 30">${content}</body>`);

// --- sub-elements

const parts = {
  nothing: '',
  edges: '<edge equality="true" damping="1" solref=".03 1"/>',
  'damped edges': '<edge damping="1"/>',
  vertices: '<edge equality="vert"/>',
  strain: '<edge equality="strain"/>',
  elasticity: '<elasticity young="1000" poisson=".2" damping=".1" thickness=".01"/>',
  'undamped elasticity': '<elasticity young="1000" poisson=".2"/>',
  bending: '<elasticity young="1000" poisson="0" thickness=".02" elastic2d="bend"/>',
  contact: `<contact internal="true" selfcollide="narrow" condim="4" friction=".5 .1" solref=".01 1" margin=".001" gap=".0005"
    activelayers="2" priority="1" contype="3" conaffinity="2" solmix="2"/>`,
  'a pin': '<pin id="0"/>',
  'a pinned edge': '<pin range="0 1"/>',
  'a pinned corner': '<pin grid="0 0"/>',
  'a plugin that nobody declared': '<plugin plugin="mujoco.elasticity.cable"/>',
};
const mesh = `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1
f 1/1 3/3 2/2\nf 1/1 2/2 4/4\nf 1/1 4/4 3/3\nf 2/2 3/3 4/4\n`;
const shapes = {
  grid: [1, 2, 3].map((dim) => `count="${['3 1 1', '3 3 1', '3 2 3'][dim - 1]}"`),
  box: ['count="3 2 3"', 'count="3 2 3"', 'count="3 2 3"'],
  cylinder: ['count="3 3 3"', 'count="3 3 3"', 'count="3 3 3"'],
  disc: ['count="3 3 1"', 'count="3 3 1"', 'count="3 3 1"'],
  circle: ['count="5 1 1"', 'count="3 3 1"', 'count="3 3 2"'],
  mesh: ['', '', ''].map(() => 'file="m.obj" origin=".1 .1 .1"'),
  direct: [
    'point="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 1 2 2 3"',
    'point="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 2 1 3 2"',
    'point="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1" element="0 1 2 3 1 2 3 4"',
  ],
};
for (const [type, attributes] of Object.entries(shapes)) {
  for (const dof of ['full', 'radial', '2d']) {
    test(`${type} with ${dof} degrees of freedom and each sub-element`, () => {
      for (const [name, part] of Object.entries(parts)) {
        attributes.forEach((attribute, i) => {
          const xml =
            inBody(`<flexcomp name="f" type="${type}" dim="${i + 1}" dof="${dof}" ${attribute}
            spacing=".1 .12 .15" radius=".01" mass="2">${part}</flexcomp>`);
          try {
            agree(xml, { 'm.obj': mesh }, 1e-6);
          } catch (error) {
            throw new Error(`dim ${i + 1}, ${name}: ${messageOf(error)}`, { cause: error });
          }
        });
      }
    });
  }
}

test('FLEXCOMP-FILE-FIRST: a mesh takes the place of points and elements in the text', () => {
  for (const attributes of ['element="0 1 2"', 'element="0 1"', 'point="5 5 5 6" element="0 1 3"'])
    agree(
      world(
        `<flexcomp name="f" type="mesh" file="m.obj" dim="2" radius=".01" mass="2" ${attributes}/>`,
      ),
      { 'm.obj': mesh },
    );
});

test('texture coordinates beyond the points are refused', () => {
  for (const texcoord of ['0 1 2 3 4 5', '0 1 2 3 4 5 6', '0 1 2 3 4 5 6 7', '0 1'])
    agree(
      world(`<flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1 2"
        texcoord="${texcoord}" radius=".01" mass="2"/>`),
    );
});

test('bending of a flex that hangs on a moving body is refused, unless it is the body of a point', () => {
  /** @param {Mujoco} engine @param {string} xml */
  const loads = (engine, xml) => {
    try {
      engine.MjModel.from_xml_string(xml).delete();
      return true;
    } catch {
      return false;
    }
  };
  for (const joint of ['', '<joint/><geom size=".1"/>', '<freejoint/><geom size=".1"/>']) {
    for (const pin of ['', '<pin id="0"/>']) {
      const cloth = `<flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" mass="1" radius=".01">${pin}
        <elasticity young="100" poisson="0" thickness=".01" elastic2d="bend"/></flexcomp>`;
      const xml = world(`<body name="p">${joint}${cloth}</body>`);
      assert.equal(loads(limber, xml), loads(peer, xml), xml);
    }
  }
});

test('vertices that are held in their plane have one', () => {
  for (const attribute of ['', 'pos="1 2 3"', 'euler="0 0 30"', 'euler="0 20 0"']) {
    for (const height of [0, 1e-9, 0.1]) {
      agree(
        world(`<flexcomp name="f" type="direct" dim="2" mass="1" radius=".01" ${attribute}
          point="0 0 0 1 0 0 0 1 0 1 1 ${height}" element="0 1 2 1 2 3"><edge equality="vert"/></flexcomp>`),
        undefined,
        1e-6,
      );
    }
  }
});

// --- GMSH

const points = [...Array(14).keys()].map((i) => [
  i % 2,
  ((i >> 1) % 2) + (i > 7 ? 0.1 : 0),
  (i >> 2) / 2,
]);
/** By dimension: the corners of an element. @type {Record<number, number[]>} */
const corners = { 1: [1, 2], 2: [1, 2, 3], 3: [1, 2, 3, 5] };
/** By dimension: the number of the kind. @type {Record<number, number>} */
const kinds = { 1: 1, 2: 2, 3: 4 };
/** @param {...number} values */
const int = (...values) => Buffer.from(new Int32Array(values).buffer);
/** @param {...number} values */
const long = (...values) => Buffer.from(new BigInt64Array(values.map(BigInt)).buffer);
/** @param {...number} values */
const double = (...values) => Buffer.from(new Float64Array(values).buffer);

/**
 * A file with two elements of one dimension.
 *
 * @param {number} version
 * @param {boolean} binary
 * @param {number} dim
 */
function gmsh(version, binary, dim) {
  const elements = [0, 1].map((shift) => corners[dim].map((corner) => corner + shift));
  const tags = points.map((_, i) => i + 1);
  const text = (/** @type {(string | number | (string | number)[])[]} */ ...rows) =>
    Buffer.from(rows.map((row) => `${[row].flat().join(' ')}\n`).join(''));
  /** @type {Buffer[]} */
  const head = [text('$MeshFormat', [version, binary ? 1 : 0, 8])];
  if (binary) head.push(int(1), text(''));
  head.push(text('$EndMeshFormat', '$Nodes'));
  if (version === 4.1) {
    /** @param {(...values: number[]) => Buffer} write @param {number[]} row */
    const list = (write, row) => (binary ? write(...row) : text(row));
    head.push(list(long, [1, 14, 1, 14]));
    head.push(binary ? Buffer.concat([int(dim, 1, 0), long(14)]) : text([dim, 1, 0, 14]));
    head.push(...tags.map((tag) => list(long, [tag])), ...points.map((p) => list(double, p)));
    head.push(text('$EndNodes', '$Elements'), list(long, [1, 2, 1, 2]));
    head.push(
      binary ? Buffer.concat([int(dim, 1, kinds[dim]), long(2)]) : text([dim, 1, kinds[dim], 2]),
    );
    head.push(...elements.map((element, i) => list(long, [i + 1, ...element])));
  } else {
    head.push(text(14));
    head.push(
      ...points.map((p, i) =>
        binary ? Buffer.concat([int(i + 1), double(...p)]) : text([i + 1, ...p]),
      ),
    );
    head.push(text('$EndNodes', '$Elements', 2));
    if (binary) head.push(int(kinds[dim], 2, 2));
    head.push(
      ...elements.map((element, i) =>
        binary ? int(i + 1, 0, 1, ...element) : text([i + 1, kinds[dim], 2, 0, 1, ...element]),
      ),
    );
  }
  return Buffer.concat([...head, text('$EndElements')]);
}

/** @param {number} dim */
const fromGmsh = (dim) =>
  world(`<flexcomp name="f" type="gmsh" file="m.msh" dim="${dim}" mass="1" radius=".01"/>`);
for (const version of [2.2, 4.1]) {
  for (const binary of [false, true]) {
    test(`GMSH ${version} ${binary ? 'binary' : 'text'}: the file decides the dimension`, () => {
      for (const dim of [1, 2, 3]) {
        for (const asked of [1, 2, 3]) {
          const files = { 'm.msh': gmsh(version, binary, dim) };
          const model = load(limber, fromGmsh(asked), files);
          assert.deepEqual(
            [model.flex_dim[0], model.nflexelem, model.nflexvert],
            [dim, 2, dim === 3 ? 6 : dim + 2],
          );
        }
      }
    });
  }
}

test('GMSH-BLOCKS: GMSH 4.1 as the reference reads it', () => {
  const good = gmsh(4.1, false, 3).toString();
  /** @type {[RegExp, string][]} */
  const changes = [
    [/$/, ''],
    [/1 14 1 14/, '2 14 1 14'],
    [/1 14 1 14/, '1 14 1 15'],
    [/\n1\n2\n/, '\n2\n1\n'],
    [/1 2 1 2/, '2 2 1 2'],
    [/3 1 4 2/, '3 1 5 2'],
    [/3 1 4 2/, '2 1 4 2'],
    [/\$EndNodes\n/, ''],
    [/\$EndElements\n/, ''],
    [/^/, '\n'],
    [/4\.1/, '4.0'],
    [/\n/g, '\r\n'],
    [/1 1 2 3 5/, '1 1 2 3 99'],
    [/1 1 2 3 5/, '1 1 2 3 0'],
  ];
  for (const [from, to] of changes) agree(fromGmsh(3), { 'm.msh': good.replace(from, to) }, 1e-6);
  for (const dim of [1, 2, 3]) agree(fromGmsh(2), { 'm.msh': gmsh(4.1, true, dim) }, 1e-6);
});

// --- composite

// COMPAT: MODEL-COMPOSITE: a cable of one body (the peer refuses those of two, limber makes them)
test('cables of few points, in all forms', () => {
  /** @param {string} attributes @param {string} content */
  const cable = (attributes, content) =>
    inBody(`<composite type="cable" prefix="c" ${attributes}>${content}</composite>`);
  const geom = '<geom type="capsule" size=".01"/>';
  for (const shape of [
    ...['0', '1', '2', '4'].map((count) => `count="${count}" curve="s" size="1"`),
    'vertex="0 0 0 1 0 0"',
    'vertex="0 0 0 1 0 0 2 1 0 2 2 2"',
    'vertex="0 0 0 0 0 0"',
  ])
    agree(cable(shape, geom), undefined, 1e-6);
  for (const joints of ['<joint kind="main"/>', '<joint kind="main"/><joint kind="main"/>'])
    agree(cable('count="4" curve="s" size="1"', joints + geom), undefined, 1e-6);
});

// --- lattices whose cells are empty

/** A square patch of triangles: its corner and its two sides. @typedef {[number[], number[], number[]]} Patch */

/** The closed surface of the unit cube. @type {Patch[]} */
const cube = [0, 1].flatMap((at) =>
  [0, 1, 2].map((k) => {
    const axis = (/** @type {number} */ i) => [0, 1, 2].map((j) => Number(j === (k + i) % 3));
    return /** @type {Patch} */ ([axis(0).map((x) => x * at), axis(1), axis(2)]);
  }),
);

/** Patches cut into triangles, as a flexcomp. @param {Patch[]} patches @param {string} attributes */
function surface(patches, attributes) {
  const parts = 8;
  /** @type {Map<string, number>} */
  const points = new Map();
  const triangles = [];
  for (const [corner, u, v] of patches) {
    const at = (/** @type {number} */ i, /** @type {number} */ j) => {
      const place = corner.map((x, k) => x + (u[k] * i + v[k] * j) / parts).join(' ');
      if (!points.has(place)) points.set(place, points.size);
      return points.get(place);
    };
    for (let i = 0; i < parts; i++)
      for (let j = 0; j < parts; j++)
        triangles.push(
          at(i, j),
          at(i + 1, j),
          at(i + 1, j + 1),
          at(i, j),
          at(i + 1, j + 1),
          at(i, j + 1),
        );
  }
  return world(`<flexcomp name="f" type="direct" dim="2" radius=".01" mass="1" ${attributes} point="${[...points.keys()].join(' ')}"
    element="${triangles.join(' ')}"><elasticity young="1000" poisson=".2"/><contact selfcollide="none"/></flexcomp>`);
}

for (const cells of ['4 4 4', '6 6 6', '3 4 5']) {
  const attributes = `dof="trilinear" cellcount="${cells}"`;
  test(`FLEXCOMP-INSIDE: ${cells} cells in a closed surface are full, in an open one they are empty`, () => {
    for (const open of [0, 1, 2, 4]) agree(surface(cube.slice(open), attributes), {}, 1e-6);
  });
}

test('FLEXCOMP-INSIDE: quadratic cells without elements pin what is around them alone', () => {
  const attributes = 'dof="quadratic" cellcount="3 3 3"';
  for (const open of [0, 1]) agree(surface(cube.slice(open), attributes), {}, 1e-6);
  // a bar of three cells, elements in the first and the tip of the last
  const bar = (/** @type {number[]} */ ...places) => {
    const xs = places.map((x) => `${x} 0 0 ${x} 1 0 ${x} 0 1 ${x} 1 1`).join(' ');
    const few = `${xs} 3 0 0 3 .1 0 3 0 .1 2.9 0 0`;
    const first = 4 * places.length;
    return limber.MjModel.from_xml_string(
      world(`<flexcomp name="f" type="direct" dim="3" mass="1" dof="quadratic" cellcount="3 1 1" radius=".01" point="${few}"
        element="0 1 2 4 1 2 3 4 ${first} ${first + 1} ${first + 2} ${first + 3}"><contact selfcollide="none"/></flexcomp>`),
    );
  };
  // the lattice has 7 x 3 x 3 nodes; of the cell in the middle only those of its own are pinned
  assert.equal(bar(0, 0.9).nq, 3 * (63 - 9));
});

test('points lie twice the radius and the margin apart, at least', () => {
  const comp = (/** @type {number} */ spacing) =>
    `<mujoco><worldbody><flexcomp name="f" type="grid" count="3 1 1" dim="1" spacing="${spacing} ${spacing} ${spacing}"
      radius=".01" mass="1"><contact margin=".03" gap=".02" selfcollide="none"/></flexcomp></worldbody></mujoco>`;
  for (const engine of [peer, limber]) {
    assert.throws(() => load(engine, comp(0.0499)), /Spacing must be larger than geometry size/);
    load(engine, comp(0.0501)).delete();
  }
});

// --- several

for (const edges of [
  ['false', 'vert'],
  ['vert', 'vert'],
  ['true', 'vert', 'strain'],
]) {
  test(`flexes side by side with edges ${edges}`, () => {
    const sheets = edges.map(
      (equality, i) =>
        `<flexcomp name="f${i}" type="grid" dim="2" count="3 ${2 + i} 1" spacing=".1 .1 .1" pos="0 0 ${i}" radius=".01"><contact selfcollide="none"/><edge equality="${equality}"/></flexcomp>`,
    );
    agree(world(sheets.join('')), undefined, 1e-6);
  });
}

for (const [mass, pin] of [
  [9, '<pin id="3"/>'],
  [9, '<pin id="0 1"/>'],
  [1e-7, ''],
]) {
  test(`vertices held, of mass ${mass}, with ${pin}`, () => {
    agree(
      world(
        `<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing="1 1 1" mass="${mass}"><edge equality="vert"/>${pin}</flexcomp>`,
      ),
      undefined,
      1e-6,
    );
  });
}

test('FLEXCOMP-ORIGIN: triangles that turn away from the origin of a solid, or hold it, give no tetrahedra', () => {
  const bare = mesh.replace(/vt.*\n/g, '').replace(/\/\d/g, '');
  for (const origin of ['.2 .2 .2', '0 0 0', '2 0 0', '-1 -1 -1', '0 .2 .2', '.6 .6 .6'])
    for (const scale of ['1 1 1', '2 1 .5'])
      agree(
        inBody(
          `<flexcomp name="f" type="mesh" dim="3" file="m.obj" origin="${origin}" scale="${scale}" radius=".01"/>`,
        ),
        { 'm.obj': bare },
        1e-6,
      );
});

test('FLEX-POINT-MASS: sheets that bend on bodies that move', () => {
  const sheet =
    '<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01"><elasticity young="1e4" thickness=".01" elastic2d="bend"/></flexcomp>';
  for (const joint of ['<freejoint/>', '<joint/>', '<joint type="slide"/>', ''])
    agree(world(`<body name="b">${joint}<geom size=".1"/>${sheet}</body>`), undefined, 1e-6);
});

test('FLEX-WORDS: a flex by call', () => {
  /** @param {Mujoco} engine @param {[string, string, number, number, number]} of */
  const made = (engine, [type, dof, dim, mass, inertiabox]) => {
    const spec = engine.parseXMLString(world('<body name="b"/>'));
    const body = engine.mjs_findBody(spec, 'b');
    assert.ok(body);
    const vfs = new engine.MjVFS();
    const [zero, one] = [
      [0, 0, 0],
      [1, 1, 1],
    ];
    const count = [3, dim > 1 ? 3 : 1, dim > 2 ? 3 : 1];
    const flex = engine.mjs_makeFlex(
      body,
      'f',
      type,
      dim,
      dof,
      count,
      one,
      [0.1, 0.1, 0.1],
      one,
      0.01,
      mass,
      inertiabox,
      0,
      0,
      0,
      0,
      zero,
      [1, 0, 0, 0],
      zero,
      '',
      vfs,
    );
    const model = flex && engine.mj_compile(spec);
    return model
      ? [model.body_mass, model.body_inertia, model.flex_elem, model.qpos0].map((a) => [...a])
      : engine.mjs_getError(spec).split('\n')[0];
  };
  for (const type of ['grid', 'cube', '', 'direct'])
    for (const dof of ['full', 'loose', ''])
      for (const dim of [1, 2, 3])
        for (const [mass, box] of [
          [2, 0.01],
          [0, 0.01],
          [-1, -1],
          [1, NaN],
          [1e-16, 0.01],
        ])
          assert.deepEqual(
            made(limber, [type, dof, dim, mass, box]),
            made(peer, [type, dof, dim, mass, box]),
          );
});
