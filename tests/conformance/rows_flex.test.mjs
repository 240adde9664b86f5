// Rules of flexes, flexcomps and replicates at their edges: compiled the same, or refused, by both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testModels } from './cases.mjs';
import { dataDifferences } from './fields.mjs';
import { agree, limber, load, peer } from './models.mjs';
import { files } from './random_elements.mjs';

/** @param {string} content */
const world = (content, sections = '', before = '') =>
  `<mujoco>${before}<worldbody>${content}</worldbody>${sections}</mujoco>`;
/** @param {string} attributes */
const comp = (attributes, content = '', body = '') =>
  world(
    `<body name="p">${body}<flexcomp name="f" radius=".01" ${attributes}>${content}<contact selfcollide="none"/></flexcomp></body>`,
    '',
    '<asset><material name="mat"/></asset>',
  );
const sheet = 'type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1"';
const solid = 'type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1"';
const joint = '<joint/><geom size="1"/>';
/** @param {string} attributes */
const flex = (attributes, content = '', after = '') =>
  world(
    '<body name="q"><joint/><geom size="1"/></body>',
    `<deformable><flex name="f" radius=".01" ${attributes}>${content}<contact selfcollide="none"/></flex></deformable>${after}`,
  );
const triangles = 'dim="2" body="q" vertex="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 3 0 3 2"';
/** Every choice of one item from each list. @param {string[][]} lists */
const combine = (...lists) =>
  lists.reduce(
    (all, list) => all.flatMap((a) => list.map((b) => [...a, b])),
    [/** @type {string[]} */ ([])],
  );

/** Topic: models. @type {Record<string, string[]>} */
const topics = {
  'cells belong to lattices': combine(
    ['2 1 1', '0 1 1', '-1 1 1', '-1 0 1', '-2 3 -1'],
    ['', 'dof="2d"', 'dof="trilinear"', 'rigid="true"', 'rigid="true" dof="trilinear"'],
    ['', '<edge equality="strain"/>'],
  ).map(([cells, dof, edge]) => comp(`${solid} cellcount="${cells}" ${dof}`, edge)),
  'flexes without motion keep their stiffness and take no equality': combine(
    [sheet, solid],
    ['rigid="true"', 'dof="2d" rigid="true"', 'dof="trilinear" rigid="true"', 'PIN'],
    [
      '<elasticity young="1e3" poisson=".2"/>',
      '<edge equality="true"/>',
      '<edge equality="vert"/>',
      '<edge equality="strain"/>',
    ],
    ['', joint],
  ).map(([shape, still, content, body]) =>
    comp(
      `${shape} ${still.replace('PIN', '')}`,
      content + (still === 'PIN' ? `<pin range="0 ${shape === sheet ? 8 : 26}"/>` : ''),
      body,
    ),
  ),
  'elasticity that is said badly matters where it acts': combine(
    [
      sheet,
      solid,
      `${solid} dof="trilinear"`,
      'type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1"',
    ],
    ['', 'young="1e3"', 'young="-1"'],
    [
      '',
      'poisson="-1"',
      'poisson=".5"',
      'elastic2d="bend"',
      'elastic2d="stretch" thickness="0"',
      'elastic2d="both" thickness=".01"',
    ],
  ).map(([shape, young, rest]) => comp(shape, `<elasticity ${young} ${rest}/>`)),
  'what bends hangs on points, whatever its stiffness': combine(
    ['dof="2d"', 'dof="radial"', 'rigid="true"', ''],
    ['bend', 'stretch'],
    ['', '<pin id="0"/>'],
    ['', joint],
  ).map(([dof, elastic, pin, body]) =>
    comp(
      `${sheet} pos="0 0 1" ${dof}`,
      `<elasticity elastic2d="${elastic}" thickness=".01"/>${pin}`,
      body,
    ),
  ),
  'scales are positive': combine(
    [sheet, 'type="mesh" file="m.obj" dim="2"'],
    ['0 1 1', '-1 1 1', '1 -1 -1', '2 1 1'],
  ).map(([shape, scale]) => comp(`${shape} scale="${scale}"`)),
  'texture coordinates: those of a file, given ones, made ones': combine(
    [
      sheet.replace('3 3 1', '2 2 1'),
      'type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1"',
      'type="disc" dim="2" count="2 2 1" spacing=".1 .1 .1"',
      'type="box" dim="2" count="2 2 2" spacing=".1 .1 .1"',
      'type="cylinder" dim="3" count="2 2 2" spacing=".1 .1 .1"',
      'type="mesh" file="m.obj" dim="2"',
      'type="direct" dim="2" point="0 0 0 1 0 0 0 1 0 1 1 0" element="0 1 2 1 3 2"',
    ],
    ['', 'material="mat"'],
    ['', 'texcoord="0 0 1 0 0 1 1 1"', 'texcoord="0 0 1 0"'],
  ).map((parts) => comp(parts.join(' '))),
  'texture coordinates by element need coordinates': combine(
    ['', 'texcoord="0 0 1 0 0 1 1 1"'],
    ['0 1 2 2 1 3', '0 1 2', '0 1 2 2 1 3 0'],
  ).map(([texcoord, list]) => flex(`${triangles} ${texcoord} elemtexcoord="${list}"`)),
  'nodes and degree of a flex go together': combine(
    ['full', 'radial', 'trilinear', 'quadratic', '2d'],
    ['', 'node="q q q q q q q q"', 'nodecoord="0 0 0 0 0 1"'],
    ['', 'cellcount="2 1 1"', 'cellcount="0 1 1"'],
  )
    // the peer traps on eight nodes in one place
    .filter(([dof, node]) => !(dof === 'trilinear' && node.startsWith('node=')))
    .map(([dof, ...rest]) => flex(`${triangles} dof="${dof}" ${rest.join(' ')}`)),
  'the box of a flex is that of its active elements': ['-1', '0', '1'].flatMap((layers) => [
    flex(`dim="3" body="q" vertex="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2 3"`).replace(
      '<contact',
      `<contact activelayers="${layers}"`,
    ),
    flex('dim="2" body="q" vertex="0 0 0 1 0 0 0 1 0 0 0 1" element="0 1 2"'),
  ]),
  'neither pose nor class of a frame applies to a flexcomp': [
    (/** @type {string} */ c) => `<frame childclass="k">${c}</frame>`,
    (/** @type {string} */ c) => `<body name="p"><frame childclass="k">${c}</frame></body>`,
    (/** @type {string} */ c) =>
      `<body name="p" childclass="k"><frame pos="1 2 3">${c}</frame></body>`,
    (/** @type {string} */ c) => `<frame childclass="k"><body name="p">${c}</body></frame>`,
  ].map((wrap) =>
    world(
      wrap(`<flexcomp name="f" radius=".01" ${sheet}/>`),
      '',
      '<default><default class="k"><joint damping="2"/></default></default>',
    ),
  ),
};

const named = '<body name="b"><joint name="j"/><geom name="e" size="1"/><site name="s"/></body>';
const other = '<site name="z"/><body name="o"><joint name="oj"/><geom name="og" size="1"/></body>';
topics['no copy at all takes along what refers to it'] = [
  '<actuator><motor joint="j"/></actuator>',
  '<sensor><jointpos joint="j"/></sensor>',
  '<contact><exclude body1="o" body2="b"/></contact>',
  '<contact><pair geom1="e" geom2="og"/></contact>',
  '<equality><joint joint1="oj" joint2="j"/></equality>',
  '<tendon><spatial><site site="z"/><site site="s"/></spatial></tendon>',
  '<tendon><fixed name="f"><joint joint="j" coef="1"/></fixed></tendon><actuator><motor tendon="f"/></actuator>',
  '<custom><tuple name="t"><element objtype="body" objname="b"/></tuple></custom>',
].flatMap((section) => [
  world(`${other}<replicate count="0">${named}</replicate>`, section),
  world(
    `${other}<replicate count="0"><replicate count="2" sep="_">${named}</replicate></replicate>`,
    section,
  ),
]);
const geom = '<body><geom size=".1" name="e"/></body>';
topics['names of what is to be copied are taken while it is read'] = combine(
  ['', '_'],
  ['0', '1', '3'],
).flatMap(([sep, count]) => {
  /** @param {string} content */
  const copies = (content, more = '') =>
    `<replicate count="${count}" sep="${sep}${more}">${content}</replicate>`;
  return [
    geom + copies(geom),
    copies(geom) + geom,
    copies(geom) + copies(geom, 'x'),
    copies(geom + geom),
    copies(geom + `<replicate count="2">${geom}</replicate>`),
    copies(`<replicate count="2">${geom}</replicate>` + geom),
  ].map((content) => world(content));
});
topics['an empty orientation is none, but for quaternions'] = combine(
  ['quat="1 0 0 0" euler=""', 'quat="" euler="1 2 3"', 'axisangle="" zaxis=""', 'euler=""'],
  ['body', 'frame', 'site', 'camera'],
).map(([turn, element]) => world(`<${element} ${turn}/>`));

for (const [name, models] of Object.entries(topics)) {
  testModels(`DE, RP: ${name}`, models, (xml) => {
    agree(xml, xml.includes('file=') ? files : undefined, 1e-7);
  });
}

// COMPAT: FLEX-ROW-WEIGHT, ROW-ZEROS
test('EQ: rows of flexes that are all zero are left out, weights follow the number of the row', () => {
  const still = '<option><flag contact="disable"/></option>';
  const models = [
    ...combine(
      [
        sheet,
        sheet.replace('3 3 1', '4 3 1') + ' mass="2"',
        'type="disc" dim="2" count="4 4 1" spacing=".1 .1 .1" mass=".3"',
      ],
      ['', '<pin id="0"/>', '<pin range="0 3"/>'],
      ['<freejoint/><geom size=".1"/>'],
    ).map(([shape, pin, body]) => comp(shape, `<edge equality="vert"/>${pin}`, body)),
    comp(sheet, '<edge equality="vert"/>'),
    ...[1, 2, 3].map((dim) =>
      comp(
        `type="box" dim="${dim}" count="3 3 3" spacing=".1 .1 .1" dof="radial"`,
        '<edge equality="true"/>',
      ),
    ),
  ];
  for (const xml of models) {
    // of edges across the radial axes only rounding is left, with all the weight there is
    const radial = xml.includes('dof="radial"');
    const moving = radial ? 0 : 0.02;
    const data = [peer, limber].map((engine) => {
      const model = load(engine, xml.replace('<worldbody>', `${still}<worldbody>`));
      const d = new engine.MjData(model);
      d.qpos.forEach((q, i) => (d.qpos[i] = q + moving * Math.sin(i * i + 1)));
      d.qvel.forEach((_, i) => (d.qvel[i] = 5 * moving * Math.cos(i)));
      engine.mj_forward(model, d);
      return d;
    });
    const bad = dataDifferences(data[0], data[1], 1e-6).filter(
      ([name]) => name !== 'flexedge_J' && !(radial && /force|acc|constraint/.test(name)),
    );
    assert.deepEqual(bad, [], xml);
  }
});
