// Wrong models: both engines refuse them, in the same words, which users search for. Left out is what this module reads and the
// peer does not (JPEG, plugins).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { limber, load, peer } from './models.mjs';
import { messageOf } from '../helpers.mjs';

/** @param {string} content */
const world = (content, sections = '') =>
  `<mujoco><worldbody>${content}</worldbody>${sections}</mujoco>`;
/** @param {string} content */
const asset = (content) => `<mujoco><asset>${content}</asset></mujoco>`;
/** @param {string} type @param {ArrayLike<number>} content */
function chunk(type, content) {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  let sum = 0xffffffff;
  for (const byte of bytes.subarray(4, -4)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  bytes.writeUInt32BE((sum ^ 0xffffffff) >>> 0, 8 + content.length);
  return bytes;
}
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** A PNG of 2 x 2 pixels, or with some bytes of the header changed. @param {Record<number, number>} [change] */
function png(change = {}, rows = Buffer.alloc(14), end = chunk('IEND', [])) {
  const header = Object.assign([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0], change);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), end]);
}
/** @param {Uint8Array | string} file */
const picture = (file) =>
  /** @type {const} */ ([asset('<texture name="t" type="2d" file="a.png"/>'), { 'a.png': file }]);
/** @param {string} name @param {Uint8Array | string} file */
const mesh = (name, file) =>
  /** @type {const} */ ([asset(`<mesh name="m" file="${name}"/>`), { [name]: file }]);
/** @param {...number} numbers */
const integers = (...numbers) => new Uint8Array(Int32Array.from(numbers).buffer);
const stl = (first = 0) => {
  const bytes = Buffer.alloc(284);
  bytes.writeUInt32LE(4, 80);
  bytes.writeFloatLE(first, 96);
  return bytes;
};
/** @param {Uint8Array | string} file @param {string} [name] */
const skin = (file, name = 'a.skn') =>
  /** @type {const} */ ([asset(`<skin name="s" file="${name}"/>`), { [name]: file }]);
/** @param {string} attributes @param {string} bone */
const skinOf = (attributes, bone) =>
  world(
    '<body name="b"><geom size="1"/></body>',
    `<deformable><skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" ${attributes}><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" ${bone}/></skin></deformable>`,
  );
const arm =
  '<site name="s"/><body name="b"><joint name="j"/><geom size="1"/><site name="t"/></body>';
/** The second key of a model with one hinge. @param {string} content */
const keyOf = (content) => world(arm, `<keyframe><key/><key name="k" ${content}/></keyframe>`);
/** @param {string} content */
const actuator = (content) => world(arm, `<actuator>${content}</actuator>`);
/** @param {string} attributes */
const motor = (attributes) =>
  actuator(`<dcmotor joint="j" motorconst="1" resistance="1" ${attributes}/>`);
/** @param {string} content */
const sensor = (content) => world(arm, `<sensor>${content}</sensor>`);
/** @param {string} attributes */
const cable = (attributes) =>
  world(
    `<body><composite type="cable" ${attributes}><geom type="capsule" size=".01"/></composite></body>`,
  );
/** @param {string} attributes */
const cableSkin = (attributes) =>
  cable('count="5 1 1" curve="s" size="1"').replace(
    '</composite>',
    `<skin ${attributes}/></composite>`,
  );
/** @param {string} attributes */
const flex = (attributes) =>
  world(
    '<body name="a"/><body name="b"/>',
    `<deformable><flex name="f" dim="1" element="0 1" ${attributes}/></deformable>`,
  );
const flexContact = '><contact condim="x"/></flex></d';
/** A flex of two nodes. @param {string} attributes */
const lattice = (attributes) =>
  flex(`body="world" node="a b" dof="trilinear" vertex="0 0 0 1 0 0" ${attributes}`).replace(
    '/></d',
    '><contact selfcollide="none"/></flex></d',
  );
/** @param {string} attributes @param {string} [inside] */
const flexcomp = (attributes, inside = '') =>
  world(
    `<body name="b"><flexcomp name="f" count="3 3 1" spacing="1 1 1" radius=".1" ${attributes}>${inside}</flexcomp></body>`,
  );
/** @param {string} content */
const custom = (content) => `<mujoco><custom>${content}</custom></mujoco>`;
/** @param {string} text */
const gmsh = (text) =>
  /** @type {const} */ ([
    world('<body name="b"><flexcomp name="f" type="gmsh" file="a.msh" dim="3"/></body>'),
    { 'a.msh': text },
  ]);
/** @param {string} inside */
const link = (inside) => `<robot name="r"><link name="l">${inside}</link></robot>`;

/** The model (with its files), and the words. @type {[RegExp, string | readonly [string, Record<string, Uint8Array | string>]][]} */
const refusals = [
  [/decoding PNG file 'a.png'.*PNG file is smaller than a PNG header/, picture('none')],
  [/decoding PNG file 'a.png'.*incorrect PNG signature/, picture('none'.repeat(99))],
  [/decoding PNG file.*zero width or height is invalid/, picture(png({ 3: 0 }))],
  [/decoding PNG file.*too many pixels/, picture(png({ 0: 0x7f }))],
  [/illegal.*bit depth/, picture(png({ 8: 3 }))],
  [/illegal PNG color type/, picture(png({ 9: 1 }))],
  [/illegal PNG .*interlace method/, picture(png({ 12: 2 }))],
  [/illegal PNG filter type/, picture(png({}, Buffer.alloc(14, 9)))],
  [/decompressed idat size/, picture(png({}, Buffer.alloc(3)))],
  [/unknown chunk type.*encountered/, picture(png({}, undefined, chunk('ABCD', [])))],
  [
    /decoding PNG file.*invalid CRC encountered/,
    picture(png({}, undefined, chunk('IEND', []).fill(0, 8))),
  ],
  [/chunk broken off at end of file/, picture(png({}, undefined, Buffer.alloc(0)))],
  [
    /texture file.* is empty/,
    [asset('<texture name="t" type="2d" file="a.ktx"/>'), { 'a.ktx': '' }],
  ],
  [/empty PNG file 'a.png'/, picture('')],
  [
    /PNG file 'b.png' has incompatible size in texture/,
    [
      asset('<texture name="t" type="cube" fileright="a.png" fileup="b.png"/>'),
      { 'a.png': png(), 'b.png': png({ 3: 1, 7: 1 }, Buffer.alloc(4)) },
    ],
  ],
  [
    /decoder failed for mesh file 'a.stl'\n[^]*stl_decoder: STL file 'a.stl' is empty/,
    mesh('a.stl', ''),
  ],
  [/stl_decoder: invalid header in STL file 'a.stl'/, mesh('a.stl', 'solid')],
  [
    /between 1 and 200000 in STL file 'a.stl'; perhaps this is an ASCII file\?/,
    mesh('a.stl', 'solid'.repeat(40)),
  ],
  [
    /STL file 'a.stl' has wrong size; perhaps this is an ASCII file\?/,
    mesh('a.stl', stl().subarray(0, 283)),
  ],
  [/vertex coordinate 0 is not finite/, mesh('a.stl', stl(NaN))],
  [
    /vertex coordinate 0 is not finite/,
    [flexcomp('type="mesh" file="a.stl"'), { 'a.stl': stl(NaN) }],
  ],
  [/vertex in STL file 'a.stl' exceeds maximum bounds/, mesh('a.stl', stl(1e35))],
  [/MSH file 'a.msh' is empty/, mesh('a.msh', '')],
  [/missing header in MSH file 'a.msh'/, mesh('a.msh', integers(4, 0, 0))],
  [/invalid sizes in MSH file 'a.msh'/, mesh('a.msh', integers(4, 2, 0, 4))],
  [/unexpected file size in MSH file 'a.msh'/, mesh('a.msh', integers(4, 0, 0, 4))],
  // COMPAT: MESH-ORIENTATION
  [
    /inconsistent orientation.*the vertices 1 and 4/,
    [
      asset('<mesh name="a" file="a.obj" inertia="exact"/>'),
      {
        'a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 4 2\nf 2 3 4\nf 3 1 4\n',
      },
    ],
  ],
  [/could not parse OBJ file/, mesh('a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n')],
  [
    /repeated face specification/,
    [
      asset('<mesh file="a.obj" face="0 1 2"/>'),
      { 'a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n' },
    ],
  ],
  [
    /unexpected file size in file 'a.txt'/,
    [
      asset('<hfield name="h" file="a.txt" size="1 1 1 1"/>'),
      { 'a.txt': 'v 0 0 0 is no table of heights' },
    ],
  ],
  [/Unknown skin file type: a.dae/, skin('x', 'a.dae')],
  [/SKN file 'a.skn' is empty/, skin('')],
  [/missing header in SKN file 'a.skn'/, skin('x')],
  [/insufficient data in SKN file 'a.skn'/, skin(integers(3, 0, 1, 1, 0))],
  [/negative size in header of SKN file 'a.skn'/, skin(integers(-3, 0, 1, 1))],
  [/unexpected buffer size in SKN file/, skin(integers(0, 0, 0, 0, 0))],
  [/Missing data in skin/, skin(integers(0, 0, 0, 0))],
  [/data incompatible size/, skinOf('texcoord="0 0"', 'vertid="0 1 2" vertweight="1 1 1"')],
  [/data incompatible size/, skinOf('texcoord="0"', 'vertid="0 1 2" vertweight="1 1 1"')],
  [
    /Vertex .*data must be multiple of 3/,
    skinOf('', 'vertid="0" vertweight="1"').replace('0 0 0 1 0 0 0 1 0', '0'),
  ],
  [/must have same non-zero size/, skinOf('', 'vertid="0 1 2" vertweight="1 1"')],
  [
    /base site 'x' not found for actuator 0/,
    actuator('<motor cranksite="s" slidersite="x" cranklength="1"/>'),
  ],
  [/reference site 'x' not found for actuator 0/, actuator('<motor site="s" refsite="x"/>')],
  [
    /at most 2\^24 samples in history buffer, got 16777217/,
    actuator('<motor joint="j" nsample="16777217"/>'),
  ],
  [
    /at most 2\^24 samples in sensor history buffer, got 16777217/,
    sensor('<clock nsample="16777217"/>'),
  ],
  [
    /posrange and inheritrange cannot both/,
    actuator('<pid joint="j" posrange="0 1" inheritrange="1"/>'),
  ],
  [/thermal resistance must be positive/, motor('thermal="-1 1 1"')],
  [/thermal capacitance must be positive/, motor('thermal="1 -1 1"')],
  [
    /resistance R must be positive/,
    motor('nominal="1 1 1"').replace('resistance="1"', 'resistance="-1"'),
  ],
  [
    /objname is specified but objtype is not/,
    sensor('<plugin plugin="x" objtype="foo" objname="b"/>'),
  ],
  [
    /refname is specified but reftype is not/,
    sensor('<plugin plugin="x" reftype="foo" refname="b"/>'),
  ],
  [/unrecognized plugin 'x'/, sensor('<plugin plugin="x" objtype="foo"/>')],
  [
    /Face data must be multiple of 3/,
    skinOf('', 'vertid="0" vertweight="1"').replace('0 1 2"', '0 1"'),
  ],
  [
    /vertex coordinate 2 is not finite/,
    asset('<mesh name="m" vertex="0 0 0 1 0 0 0 1 nan 0 0 1"/>'),
  ],
  [
    /mesh surface area is too small: m/,
    asset('<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 1" inertia="convex"/>'),
  ],
  [
    /mesh surface area is too small: m/,
    asset('<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="3e-8 3e-8 3e-8"/>'),
  ],
  [
    /pulley has negative divisor in tendon 0, wrap 2/,
    world(
      arm,
      '<tendon><spatial><site site="s"/><site site="t"/><pulley divisor="-1"/><site site="s"/><site site="t"/></spatial></tendon>',
    ),
  ],
  [/keyframe 'k': invalid act size, expected 0, got 1/, keyOf('act="1"')],
  [/keyframe 'k': invalid qpos size, expected 1, got 2/, keyOf('qpos="1 2"')],
  [/keyframe 'k': invalid qvel size, expected 1, got 2/, keyOf('qvel="1 2"')],
  [/keyframe 1: invalid mpos size, expected length 0/, keyOf('mpos="1 2 3"')],
  [/keyframe 1: invalid mquat size, expected length 0/, keyOf('mquat="1 0 0 0"')],
  [/keyframe 1: invalid ctrl size, expected length 0/, keyOf('ctrl="1"')],
  [
    /invalid ctrl size, expected length 1/,
    world(arm, '<actuator><motor joint="j"/></actuator><keyframe><key ctrl="1 2"/></keyframe>'),
  ],
  [/positive counts expected in composite/i, cable('count="0 1 1" curve="s" size="1"')],
  [/singleton counts must come last/i, cable('count="5 1 2" curve="s" size="1"')],
  [
    /it must have a maximum of 3 components|array must have a maximum of 3 components/,
    cable('count="5 1 1" curve="s s s s" size="1"'),
  ],
  [/vertbody size must be 1 or nvert/, flex('body="a b" vertex="0 0 0 1 0 0 2 0 0"')],
  [
    /Vertex and face data required/,
    [
      world('<body name="b"><flexcomp name="f" dim="2" type="mesh" file="a.obj"/></body>'),
      { 'a.obj': '' },
    ],
  ],
  [
    /no decoder found for mesh file/,
    [
      world('<body name="b"><flexcomp name="f" dim="2" type="mesh" file="a.foo"/></body>'),
      { 'a.foo': 'x' },
    ],
  ],
  [/GMSH file missing \$EndNodes after \$Nodes/, gmsh('$MeshFormat\n4.1 0 8\n$EndMeshFormat\n')],
  [
    /Only GMSH file format versions 4.1 and 2.2 are supported/,
    gmsh('$MeshFormat\n5.0 0 8\n$EndMeshFormat\n$Nodes\n$EndNodes\n$Elements\n$EndElements\n'),
  ],
  [
    /could not find body 'x' in the current model for self-attachment/,
    world('<attach body="x" prefix="p"/>'),
  ],
  [
    /cannot self-attach: element pb already exists/,
    world('<body name="b"/><body name="pb"/><attach body="b" prefix="p"/>'),
  ],
  [
    /cannot self-attach: element pf already exists/,
    world('<frame name="f"/><frame name="pf"/><attach frame="f" prefix="p"/>'),
  ],
  [
    /cannot attach: element b already exists with prefix p/,
    [
      `<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody><body name="pb"/>
      <attach model="c" body="b" prefix="p"/></worldbody></mujoco>`,
      { 'c.xml': '<mujoco><worldbody><body name="b"/></worldbody></mujoco>' },
    ],
  ],
  [
    /Attach conflict when attaching 'c', policy is 'error'\ntimestep: parent has 0.001, child has 0.003/,
    [
      `<mujoco><compiler conflict="error"/><option timestep=".001"/><asset><model name="c" file="c.xml"/></asset>
      <worldbody><attach model="c" prefix="p"/></worldbody></mujoco>`,
      { 'c.xml': '<mujoco><option timestep=".003"/></mujoco>' },
    ],
  ],
  [
    /either 'body' or 'frame' attribute must be specified for self-attach/,
    world('<attach prefix="p"/>'),
  ],
  [
    /required attribute missing: 'name'/,
    link('<visual><geometry><sphere radius="1"/></geometry><material/></visual>'),
  ],
  [/required attribute missing: 'value'/, link('<inertial><mass/></inertial>')],
  [
    /invalid joint type in URDF joint definition/,
    '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="bad"><parent link="a"/><child link="b"/><axis xyz="0 1"/></joint></robot>',
  ],
  [/'zaxis too small'/, world('<frame zaxis="0 0 0"/>')],
  [/'xaxis too small'/, world('<frame><frame xyaxes="0 0 0 1 0 0"/></frame>')],
  [/error 'axisangle too small' in frame alternative/, world('<body axisangle="0 0 0 1"/>')],
  [/meshes, hfields and planes not allowed in site/, world('<site type="plane"/>')],
  [/meshes, hfields and planes not allowed in site/, world('<site type="mesh"/>')],
  [
    /hfield geom '' \(id = 0\) must have valid hfieldid/,
    '<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset><worldbody><geom size="1" hfield="h"/></worldbody></mujoco>',
  ],
  [/hfield not specified/, asset('<hfield name="h" size="1 1 1 1" elevation="1 2 3 4"/>')],
  [/bad format in attribute 'inflate'/, cableSkin('inflate="abc"')],
  [/attribute 'inflate' has too much data/, cableSkin('inflate="1 2"')],
  [/number is too large in attribute 'inflate'/, cableSkin('inflate="1e400" group="9"')],
  [/problem reading attribute 'group'/, cableSkin('group="1.5"')],
  [/problem reading attribute 'njmax'/, '<mujoco><size njmax="abc"/></mujoco>'],
  [/problem reading attribute 'nstack'/, '<mujoco><size nstack="99999999999"/></mujoco>'],
  [/bad format in attribute 'nkey'/, '<mujoco><size nkey="abc"/></mujoco>'],
  [
    /problem reading attribute 'maxhullvert'/,
    asset('<mesh name="m" maxhullvert="9.5" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>'),
  ],
  [/problem reading attribute 'size'/, custom('<numeric name="n" size="a"/>')],
  [/problem reading attribute 'num'/, sensor('<contact num="1.5" geom1="b"/>')],
  [/bad format in attribute 'condim'/, flex('body="a b"').replace('/></d', flexContact)],
  [/problem reading attribute 'condim'/, flexcomp('', '<contact condim="x"/>')],
  [/problem reading attribute 'dim'/, flexcomp('dim="1.5"')],
  [/attribute 'data' has too much data/, custom('<numeric name="n" size="0" data="1 2"/>')],
  [/custom field size must be between 1 and 500/, custom('<numeric name="n" size="0"/>')],
  [
    /tuple 't' \(id = 0\) has object arrays with different sizes/,
    custom('<tuple name="t"><element objtype="body" objname=""/></tuple>'),
  ],
  [/realtime must be greater than 0/, '<mujoco><visual><global realtime="0"/></visual></mujoco>'],
  [
    /tendon '' \(id = 0\): spatial path must contain at least two objects/,
    world(arm, '<tendon><spatial><site site="z"/></spatial></tendon>'),
  ],
  [
    /tendon '' \(id = 0\) must have positive width/,
    world(arm, '<tendon><spatial width="0"><site site="z"/><site site="s"/></spatial></tendon>'),
  ],
  [
    /Include element cannot have children/,
    ['<mujoco><include file="a.xml">words</include></mujoco>', { 'a.xml': world('') }],
  ],
  [
    /Include element cannot have children/,
    ['<mujoco><include file="a.xml"><!-- words --></include></mujoco>', { 'a.xml': world('') }],
  ],
  [
    /File 'model.xml' already included/,
    [
      '<mujoco><include file="a.xml"/></mujoco>',
      { 'a.xml': '<mujoco><include file="model.xml"/></mujoco>' },
    ],
  ],
  [/Unsupported mesh type/, asset('<mesh name="m" builtin="none" params="1"/>')],
  [/required attribute missing: 'params'/, asset('<mesh name="m" builtin="sphere" params=""/>')],
  // MESH-BUILTIN-NORMAL
  [
    /normal data must be a multiple of 3/,
    asset('<mesh name="m" builtin="sphere" params="2" normal="1"/>'),
  ],
  [
    /Cannot load 2D texture from separate files/,
    asset('<texture name="t" type="2d" fileright="none.png"/>'),
  ],
  [
    /inputs must be listed in canonical order \[pos, vel, ff, voltage\]/,
    actuator('<pid joint="j" input="ff vel pos"/>'),
  ],
  [/invalid force range for actuator/, actuator('<damper joint="j" forcelimited="true"/>')],
  [/invalid force range for actuator/, motor('saturation="-1 1 -1"')],
  [
    /Lengthrange computation did not converge in actuator 0/,
    world(arm, '<actuator><muscle joint="j"/></actuator>').replace(
      '<worldbody>',
      '<compiler><lengthrange tolrange="0"/></compiler><default><joint range="-10 10"/></default><worldbody>',
    ),
  ],
  [
    /trilinear interpolation cannot do self-collision/,
    flex('body="world" node="a b" vertex="0 0 0 1 0 0"'),
  ],
  [
    /Interpolation order must be explicitly specified \(dof is missing\)/,
    lattice('').replace('dof="trilinear"', ''),
  ],
  [/number of nodes \(2\) does not match cellcount and dof expected \(8\)/, lattice('')],
  [/cellcount cannot be 0 in any dimension/, lattice('cellcount="0 1 1"')],
  [
    /flex grid rotation R0 is not orthonormal/,
    lattice('').replace('node="a b"', 'node="a b a b a b a b"'),
  ],
  [/vertbody and nodebody are both empty/, flex('body="" vertex="1"')],
  [/Pin grid range number of must be multiple of 2\*dim/, flexcomp('', '<pin gridrange="0 0 1"/>')],
  [
    /origin must be specified for mesh flexcomps if dim=3/,
    flexcomp('type="mesh" dim="3"', '<pin range="1"/>'),
  ],
  [/required attribute missing: 'vertid'/, skinOf('', 'vertid="" vertweight="1"')],
  [
    /required attribute missing: 'bindpos'/,
    skinOf('', 'vertid="" vertweight=""').replace('bindpos="0 0 0"', 'bindpos=""'),
  ],
];
for (const [words, model] of refusals) {
  test(`refused by both: ${words.source}`, () => {
    const [xml, files] = typeof model === 'string' ? [model] : model;
    for (const engine of [peer, limber]) {
      assert.throws(
        () => load(engine, xml, files),
        (error) => {
          assert.match(messageOf(error), words, engine === peer ? 'the peer' : 'limber');
          return true;
        },
      );
    }
  });
}
