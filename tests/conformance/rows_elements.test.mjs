// Rows about assets, bodies and what is in them, and tendons (ELEM of the overview): small models each, compiled the same, or
// refused, by both engines, and moving the same for some steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import { handOver } from './hand_over.mjs';
import { limber, load } from './models.mjs';
import { asset, ball, fixed, geomKinds, list, plane, testRows, world } from './small_models.mjs';

/** Row: models. @type {Record<string, string[]>} */
const rows = {};

const visuals = {
  global:
    list(`fovy="30" | orthographic="true" fovy="2" | ipd=".1" | azimuth="10" elevation="-10" | cameraid="0" | linewidth="2" | glow="1" | realtime=".5"
  | offwidth="64" offheight="48" | realtime="0" | fovy="-1" | fovy="180" | offwidth="-1"`),
  quality: list(`shadowsize="0" | offsamples="0" | numslices="3" | numstacks="-1" | numquads="0"`),
  headlight: ['ambient="1 1 1" diffuse="0 0 0"', 'specular=".5 .5 .5" active="0"', 'ambient="1 1"'],
  map: list(`stiffness="1" stiffnessrot="2" force="3" torque="4" | alpha=".1" fogstart="1" fogend="2" znear=".1" zfar="3"
  | haze=".2" shadowclip="3" shadowscale=".2" actuatortendon="3" | znear="0" | znear="-1" | zfar="0" | fogstart="-1"`),
  scale: [
    'forcewidth=".2" contactwidth=".3" contactheight=".4" connect=".1" com=".2" camera=".1" light=".2" selectpoint=".3" jointlength="1" jointwidth="2" actuatorlength="3" actuatorwidth="4" framelength="5" framewidth="6" constraint="7" slidercrank="8" frustum="9"',
  ],
  rgba: [
    'fog="1 0 0 1" haze="0 1 0 1" force="0 0 1 1"',
    'inertia=".1 .2 .3 .4" joint="1 1 1 0" contactpoint="1 0 0 1" bv="0 0 0 0" bvactive="1 1 1 1"',
    'fog="1 0 0"',
  ],
};
rows['ELEM-03: visual settings'] = Object.entries(visuals).flatMap(([group, settings]) =>
  settings.map((attributes) => world(plane + ball, `<visual><${group} ${attributes}/></visual>`)),
);
rows['ELEM-04: statistics'] = [
  world(''),
  world(plane),
  world(ball),
  world(plane + ball),
  world('<site pos="1 2 3"/>'),
  world('<body pos="1 2 3"/>'),
  world('<body pos="1 2 3"><geom size="1"/></body>'),
  world('<body><joint/><inertial pos="1 2 3" mass="1" diaginertia="1 1 1"/></body>'),
  world('<light pos="5 5 5"/><camera pos="9 9 9"/><geom size=".1" pos="1 0 0"/>'),
  ...list(
    `meanmass="2" | meaninertia="3" | meansize=".1" | extent="4" | center="1 2 3" | extent="0" | extent="-1" | meanmass="-1" | meanmass="0"`,
  ).map((s) => world(plane + ball, `<statistic ${s}/>`)),
];

/** @param {string} attributes */
const mesh = (attributes, geom = 'type="mesh" mesh="m"') =>
  world(`<body><freejoint/><geom ${geom}/></body>`, asset(`<mesh ${attributes}/>`));
const tetra = 'vertex="0 0 0 1 0 0 0 1.2 0 0 0 1.5"';
const faces = 'face="0 2 1 0 1 3 0 3 2 1 2 3"';
rows['ELEM-05,06: names of assets'] = [
  mesh(tetra),
  mesh(`name="m" ${tetra}`),
  mesh(`name="" ${tetra}`, 'type="mesh" mesh=""'),
  world(plane, asset('<material rgba="1 0 0 1"/>')),
  world(plane, asset('<texture builtin="flat" width="2" height="2"/>')),
  world(plane, asset('<texture type="skybox" builtin="flat" width="2" height="2"/>')),
  world(plane, asset('<texture type="skybox" name="" builtin="gradient" width="4" height="4"/>')),
  world(plane, asset('<hfield nrow="2" ncol="2" size="1 1 1 1"/>')),
  world(plane, asset('<mesh name="m" file="m.obj"/>')),
  world(plane, asset(`<mesh name="m" ${tetra}/><mesh name="m" ${tetra}/>`)),
  world('<geom name="a" size="1"/><geom name="a" size="1"/>'),
  world('<geom name="a" size="1"/><site name="a" size="1"/>'),
  world('<geom name="" size="1"/><geom name="" size="1"/>'),
  world('<geom type="mesh" mesh="none"/>'),
  world('<geom type="mesh"/>'),
  world('<geom size="1" material="none"/>'),
];
// COMPAT: MODEL-MESH: with normal="1 0 0" all faces have the first normal
rows['ELEM-08,10,11: inline meshes, scaled, fitted, weighed'] = [
  ...list(`scale="2 2 2" | scale="-1 1 1" | scale="1 2 .5" | refpos="1 0 0" | refquat="1 1 0 0" | inertia="shell" | inertia="exact" | inertia="convex"
  | inertia="legacy" | smoothnormal="true" | maxhullvert="4" | maxhullvert="3" | normal="1 0 0 0 1 0 0 0 1 1 1 1" | texcoord="0 0 1 0 0 1 1 1"
  | normal="1 0 0" | texcoord="0 0"`).flatMap((a) => [
    mesh(`name="m" ${tetra} ${a}`),
    mesh(`name="m" ${tetra} ${faces} ${a}`),
  ]),
  ...list(`sphere | capsule | ellipsoid | cylinder | box | plane | hfield | sdf`).flatMap((t) => [
    mesh(`name="m" ${tetra}`, `type="${t}" mesh="m"`),
    mesh(`name="m" ${tetra}`, `type="${t}" mesh="m" fitscale="1.5" pos="1 2 3" euler="10 20 30"`),
    mesh(`name="m" ${tetra}`, `type="${t}" mesh="m" size=".1 .2 .3"`),
    mesh(`name="m" ${tetra}`, `type="${t}" mesh="m" mass="2"`),
    mesh(`name="m" ${tetra}`, `type="${t}" mesh="m"`).replace(
      '<mujoco>',
      '<mujoco><compiler fitaabb="true"/>',
    ),
  ]),
  mesh('name="m" vertex="0 0 0 1 0 0 0 1 0"'),
  mesh('name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"'),
  mesh('name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 3 2"'),
  mesh('name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 3 2" inertia="shell"'),
  mesh(`name="m" ${tetra} face="0 1 2"`),
  mesh(`name="m" ${tetra} face="0 1 9"`),
  mesh(`name="m" ${tetra} face="0 1"`),
  mesh(`name="m" ${tetra}`, 'type="mesh" mesh="m" size="1 2 3"'),
  mesh(`name="m" ${tetra}`, 'type="mesh" mesh="m" shellinertia="true"'),
  mesh(`name="m" ${tetra}`, 'type="mesh" mesh="m" rgba="1 0 0 1" mass="3"'),
];
/** @param {string} bones */
const skin = (bones, more = '') =>
  world(
    '<body name="p"><joint axis="0 1 0"/><geom size=".1"/><body name="q" pos="1 0 0"><joint axis="0 1 0"/><geom size=".1"/></body></body>',
    `<deformable><skin name="sk" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" ${more}>${bones}</skin></deformable>`,
  );
/** @param {string} body @param {string} ids @param {string} weights */
const bone = (body, ids, weights) =>
  `<bone body="${body}" bindpos="0 0 0" bindquat="1 0 0 0" vertid="${ids}" vertweight="${weights}"/>`;
rows['ELEM-13,14: skins'] = [
  skin(bone('p', '0 1 2', '1 1 1')),
  skin(bone('p', '0 1', '1 .5') + bone('q', '1 2', '.5 1')),
  skin(bone('p', '0 1', '1 1')),
  skin(bone('p', '0 1 2', '1 1 0')),
  skin(bone('p', '0 1 2', '1 1 -1')),
  skin(bone('p', '0 1 3', '1 1 1')),
  skin(bone('p', '0 1 2', '1 1')),
  skin(bone('none', '0 1 2', '1 1 1')),
  skin(''),
  ...list(
    `inflate=".1" | rgba="1 0 0 1" | group="6" | texcoord="0 0 1 0 0 1" | texcoord="0 0" | material="none"`,
  ).map((a) => skin(bone('p', '0 1 2', '1 1 1'), a)),
];
/** @param {string} attributes */
const hfield = (attributes, geom = 'type="hfield" hfield="h"', more = '') =>
  world(`<geom ${geom}/>${more}`, asset(`<hfield name="h" ${attributes}/>`));
const falling = '<body pos=".1 .2 .7"><freejoint/><geom type="box" size=".2 .1 .1"/></body>';
const heights = 'nrow="3" ncol="3" elevation="0 1 2 3 4 5 6 7 8"';
rows['ELEM-15,16,17: height fields'] = [
  ...list(
    `size="1 1 .5 .1" | size="1 2 0 .1" | size="1 1 .5 0" | size="0 1 1 1" | size="1 1 1" | `,
  ).map((s) => hfield(`${heights} ${s}`, undefined, falling)),
  hfield('nrow="2" ncol="2" size="1 1 .5 .1"', undefined, falling),
  hfield('nrow="2" ncol="2" size="1 1 .5 .1" elevation="3 3 3 3"', undefined, falling),
  hfield('nrow="2" ncol="2" size="1 1 .5 .1" elevation="-1 0 1 -3"', undefined, falling),
  hfield('nrow="2" ncol="2" size="1 1 .5 .1" elevation="1 2"'),
  hfield('nrow="1" ncol="2" size="1 1 .5 .1" elevation="1 2"'),
  hfield('nrow="0" ncol="2" size="1 1 .5 .1"'),
  hfield('nrow="-1" ncol="2" size="1 1 .5 .1"'),
  hfield('size="1 1 .5 .1"'),
  hfield('size="1 1 .5 .1" elevation="1 2 3 4"'),
  hfield(`${heights} size="1 1 .5 .1"`, 'type="hfield" hfield="h" size="9 9 9"', falling),
  hfield(`${heights} size="1 1 .5 .1"`, 'type="hfield" hfield="none"'),
  hfield(`${heights} size="1 1 .5 .1"`, 'type="hfield"'),
  hfield(`${heights} size="1 1 .5 .1"`, 'type="sphere" size="1" hfield="h"'),
  hfield(
    `${heights} size="1 1 .5 .1"`,
    'size="1"',
    '<body><geom type="hfield" hfield="h"/></body>',
  ),
  hfield(
    `${heights} size="1 1 .5 .1"`,
    'size=".1" pos="0 0 -3"',
    '<body><joint/><geom type="hfield" hfield="h"/></body>',
  ),
  hfield(
    `${heights} size="1 1 .5 .1"`,
    'size=".1" pos="0 0 -3"',
    '<body mocap="true"><geom type="hfield" hfield="h" mass="1"/></body>',
  ),
];
/** @param {string} attributes */
const texture = (attributes, material = 'texture="t"') =>
  world(
    '<geom type="plane" size="1 1 1" material="m"/>',
    asset(`<texture name="t" ${attributes}/><material name="m" ${material}/>`),
  );
rows['ELEM-18,19,20: textures made or empty'] = [
  ...['2d', 'cube', 'skybox'].flatMap((type) => [
    ...list(`none | gradient | checker | flat`).flatMap((builtin) =>
      list(
        `width="4" height="4" | width="3" height="5" | width="4" height="24" | width="0" height="4" | width="1" height="1" | `,
      ).map((size) =>
        texture(`type="${type}" builtin="${builtin}" ${size} rgb1=".1 .2 .3" rgb2="1 .5 0"`),
      ),
    ),
    ...list(`mark="edge" | mark="cross" markrgb="1 0 0" | mark="random" random="0" | mark="none" | hflip="true" | vflip="true" | colorspace="sRGB" | gridsize="1 2"
  | content_type="image/png"`).map((a) =>
      texture(
        `type="${type}" builtin="checker" width="6" height="6" rgb1=".1 .2 .3" rgb2="1 .5 0" ${a}`,
      ),
    ),
  ]),
  texture('builtin="flat" width="4" height="4"'),
  texture('type="2d" file=""'),
  texture('type="2d"'),
  texture('type="cube" fileright="a.png"'),
  texture(
    'type="cube" gridsize="3 4" gridlayout=".U..LFRB.D.." builtin="flat" width="2" height="2"',
  ),
];
rows['ELEM-21,22: materials and what they show'] = [
  ...list(`texture="none" | texrepeat="2 3" | texuniform="true" | emission=".1" | specular="2" | shininess="-1" | shininess="2" | reflectance=".5"
  | reflectance="-1" | metallic=".1" roughness=".2" | metallic="-2" | rgba="1 0 0 .5" | rgba="1 0 0"`).map(
    (m) => texture('type="2d" builtin="flat" width="2" height="2"', m),
  ),
  ...[
    '<layer texture="t" role="rgb"/>',
    '<layer texture="t" role="normal"/><layer texture="t" role="orm"/>',
    '<layer texture="t" role="rgb"/><layer texture="t" role="rgb"/>',
    '<layer role="rgb"/>',
    '<layer texture="t"/>',
    '<layer texture="none" role="rgb"/>',
    '<layer texture="t" role="user"/>',
    ...list(`opacity | emissive | rgba | occlusion | roughness | metallic`).map(
      (r) => `<layer texture="t" role="${r}"/>`,
    ),
  ].flatMap((l) => [
    world(
      plane,
      asset(
        `<texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="m">${l}</material>`,
      ),
    ),
    world(
      plane,
      asset(
        `<texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="m" texture="t">${l}</material>`,
      ),
    ),
  ]),
  world('<geom size="1" texture="t"/>'),
  ...['geom size="1"', 'site'].flatMap((e) =>
    ['', 'rgba="0 1 0 1"', 'rgba=".5 .5 .5 1"'].map((c) =>
      world(`<${e} material="m" ${c}/>`, asset('<material name="m" rgba="1 0 0 1"/>')),
    ),
  ),
];
const jointKinds = list(`hinge | slide | ball | free`);
rows['ELEM-25 to 33: trees, bodies and joints'] = [
  world(''),
  '<mujoco/>',
  '<mujoco><worldbody/><worldbody><geom size="1"/></worldbody></mujoco>',
  world('<body><body><body/></body><body/></body><body/>'),
  world(
    '<body><geom size="1"/><body><joint/><geom size="1"/></body><body><geom size="1"/></body></body>',
  ),
  world(
    '<body pos="1 2 3"><joint/><joint axis="1 0 0"/><joint type="slide"/><geom size="1"/></body>',
  ),
  world('<body><inertial pos="1 2 3" mass="2" fullinertia="1 1.1 1.2 .1 .2 .1"/><joint/></body>'),
  world('<body><inertial pos="1 2 3" mass="2" fullinertia="1 1.1 1.2 5 .2 .1"/><joint/></body>'),
  world(
    '<body><inertial pos="1 2 3" quat="1 1 0 0" mass="2" diaginertia="1 2 2.5"/><joint/></body>',
  ),
  world('<body><inertial pos="1 2 3" mass="2" diaginertia="1 2 9"/><joint/></body>'),
  world('<joint/>'),
  world('<freejoint/>'),
  world('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'),
  ...jointKinds.flatMap((type) => [
    world(
      `<body pos="1 2 3" quat="1 2 3 4"><joint type="${type}"/><geom size=".1" pos=".1 0 0"/></body>`,
    ),
    world(
      `<body><joint/><geom size=".1"/><body pos="1 2 3"><joint type="${type}"/><geom size=".1" pos=".1 0 0"/></body></body>`,
    ),
    world(
      `<body><joint type="${type}"/><joint type="${type}" axis="1 0 0"/><geom size=".1"/></body>`,
    ),
    ...list(`ref="1" | springref="10" | ref=".1" springref=".2" stiffness="3" | stiffness="3" | stiffness="1 2 3" | damping="1" | damping="1 .2" | armature=".1"
  | frictionloss=".2" | range="0 1" | limited="true" | limited="true" range="1 0" | limited="false" range="0 1" | range="0 0" | margin=".1" range="0 .3"
  | springdamper="1 1" | springdamper="1 0" | axis="0 0 0" | axis="1 1 0" pos=".1 .2 .3" | actuatorfrcrange="-1 1" | actuatorgravcomp="true" | user="1 2"
  | group="3" | solreffriction="-1 -2" frictionloss="1" | solimpfriction=".5 .6" frictionloss="1"`).map(
      (a) =>
        world(
          `<body pos="0 0 1"><joint type="${type}" ${a}/><geom size=".1" pos=".3 .2 0"/></body>`,
        ),
    ),
  ]),
];
rows['ELEM-41,42: geoms'] = geomKinds.flatMap((type) => [
  ...list(`.1 | .1 .2 | .1 .2 .3 | 0 0 0 | -1 1 1 | 0 .1 .1 | .1 0 .1 | .1 .1 0 | .1 .1 -1 | `).map(
    (size) => world(`<geom type="${type}" ${size && `size="${size}"`}/>`),
  ),
  ...list(`fromto="0 0 0 1 0 0" | fromto="0 0 0 1 2 3" pos="1 1 1" | fromto="0 0 0 0 0 0" | mass="0" | mass="-1" | mass="2" density="3" | density="0"
  | density="-1" | shellinertia="true" | shellinertia="true" mass="2" | fluidshape="ellipsoid" | fluidshape="ellipsoid" fluidcoef="1 2 3 4 5"
  | contype="2" conaffinity="1" | contype="-1" | margin=".1" | margin="-.1" | gap=".1" | gap="-.1" | condim="2" | condim="1" | friction="1 2 3"
  | friction="-1" | solmix="-1" | solmix="0" | priority="-3" | group="9" | user="1 2 3" | euler="10 20 30" | zaxis="1 1 0" | xyaxes="1 0 0 0 1 1"
  | axisangle="1 0 0 30"`).map((a) =>
    world(
      `<body pos="0 0 1"><joint/><geom size=".2"/><geom type="${type}" size=".1 .2 .3" pos="1 0 0" ${a}/></body>`,
    ),
  ),
]);
rows['ELEM-43: sites'] = geomKinds.flatMap((type) =>
  list(`size=".1" | size=".1 .2 .3" | size="0 0 0" | size="-1" | fromto="0 0 0 1 2 3" | fromto="0 0 0 0 0 0" | group="3" rgba="1 0 0 0" | user="1"
  | zaxis="0 1 0"`).map((a) =>
    world(`<body pos="0 0 1"><geom size=".1"/><site type="${type}" ${a}/></body>`),
  ),
);
rows['ELEM-44,45: cameras'] =
  list(`fovy="0" | fovy="180" | fovy="30" ipd=".1" | orthographic="true" | projection="orthographic" fovy="3" | projection="none" | resolution="64 48"
  | resolution="0 0" | resolution="-1 3" | focal=".1 .2" | sensorsize=".01 .02" resolution="64 48" | focal=".1 .2" sensorsize=".01 .02" resolution="64 48"
  | focalpixel="30 40" sensorsize=".01 .02" resolution="64 48" | principal=".001 .002" focal=".1 .2" sensorsize=".01 .02" resolution="64 48"
  | principalpixel="3 4" focalpixel="30 40" sensorsize=".01 .02" resolution="64 48"
  | principalpixel="3 4" principal="1 2" focalpixel="30 40" sensorsize=".01 .02" resolution="64 48"
  | focal=".1 .2" fovy="30" sensorsize=".01 .02" resolution="64 48" | sensorsize=".01 .02" | sensorsize="-.01 .02" resolution="64 48" | sensorsize="0 .01"
  | sensorsize="0 .01" focal="1 1" | mode="track" | mode="trackcom" | mode="fixed" | mode="targetbody" | mode="targetbody" target="p"
  | mode="targetbodycom" target="p" | mode="targetbody" target="none" | mode="fixed" target="p" | output="rgb depth" | output="segmentation"
  | output="nothing" | user="1"`).map((a) =>
    world(
      `<body name="p" pos="1 2 3"><joint/><geom size=".1" pos=".1 0 0"/></body><body pos="0 1 1"><joint/><geom size=".1" pos=".1 0 0"/><camera pos=".1 .2 .3" euler="10 20 30" ${a}/></body>`,
    ),
  );
rows['ELEM-47: lights'] =
  list(`directional="true" | type="spot" | type="directional" directional="true" | type="point" | type="image" | type="image" texture="t" | type="nothing"
  | castshadow="false" | active="false" | dir="0 0 0" | dir="1 1 0" | attenuation="1 2 3" | cutoff="30" | cutoff="0" | cutoff="200" | exponent="2"
  | ambient="1 0 0" diffuse="0 1 0" specular="0 0 1" | bulbradius=".1" | intensity="3" | range="4" | mode="track" | mode="trackcom" | mode="targetbody"
  | mode="targetbody" target="p" | mode="targetbodycom" target="p" | mode="targetbody" target="none" | texture="none"`).map(
    (a) =>
      world(
        `<body name="p" pos="1 2 3"><joint/><geom size=".1" pos=".1 0 0"/></body><body pos="0 1 1" euler="10 20 30"><joint/><geom size=".1" pos=".1 0 0"/><light pos=".1 .2 .3" ${a}/></body>`,
        asset('<texture name="t" type="cube" builtin="flat" width="2" height="2"/>'),
      ),
  );
/** @param {string} path */
const spatial = (path, a = '') =>
  world(
    `<site name="x" pos="-.5 0 1"/><site name="y" pos=".2 0 1.3"/><geom name="g" size=".1" pos="0 .02 1"/><geom name="c" type="cylinder" size=".1 .01" pos="0 .02 1.1" zaxis="0 1 .1"/><geom name="o" type="box" size=".1 .1 .1" pos="3 0 0"/><geom name="e" type="ellipsoid" size=".1 .1 .1" pos="4 0 0"/><site name="side" pos="0 0 1.4"/><site name="in" pos="0 .02 1.02"/>
  <body pos=".5 0 1"><joint axis="0 1 0"/><geom size=".05" pos=".1 0 0"/><site name="z"/></body>`,
    `<tendon><spatial name="t" stiffness="5" ${a}>${path}</spatial></tendon>`,
  );
/** @param {...string} names */
const S = (...names) => names.map((n) => `<site site="${n}"/>`).join('');
/** @param {string} g @param {string} [side] */
const G = (g, side) => `<geom geom="${g}" ${side ? `sidesite="${side}"` : ''}/>`;
const tendonAttributes =
  list(`range="0 .2" | limited="true" range="0 .2" | limited="true" | range=".2 0" | frictionloss=".1" | damping=".3" | damping=".3 .1" | stiffness="7"
  | stiffness="7 1" | springlength=".1" | springlength=".1 .2" | springlength=".2 .1" | springlength="-1" | armature=".1" | margin=".1" range="0 .1"
  | actuatorfrcrange="-1 1" | width=".1" group="2" rgba="1 0 0 1" | width="0" | width="-1" | user="1 2" | solreflimit="-10 -1" range="0 .1"
  | solimpfriction=".5 .6" frictionloss=".1" | material="none"`);
rows['ELEM-50 to 56: tendons'] = [
  fixed('<joint joint="j" coef="1"/>'),
  fixed('<joint joint="j" coef="1"/><joint joint="k" coef="-2"/>'),
  fixed('<joint joint="j" coef="0"/>'),
  fixed('<joint joint="j"/>'),
  fixed('<joint joint="none" coef="1"/>'),
  fixed(''),
  ...tendonAttributes.map((a) =>
    fixed('<joint joint="j" coef="1"/><joint joint="k" coef="-2"/>', a),
  ),
  ...tendonAttributes.map((a) => spatial(S('x', 'y', 'z'), a)),
  ...[
    S('x', 'z'),
    S('x'),
    '',
    S('x', 'x'),
    S('x', 'z', 'x'),
    S('x', 'none'),
    S('x') + G('g') + S('z'),
    S('x') + G('c') + S('z'),
    S('x') + G('g', 'side') + S('z'),
    S('x') + G('g', 'in') + S('z'),
    S('x') + G('c', 'side') + S('z'),
    S('x') + G('c', 'in') + S('z'),
    S('x') + G('o') + S('z'),
    S('x') + G('e') + S('z'),
    S('x') + G('none') + S('z'),
    S('x') + G('g', 'none') + S('z'),
    S('x') + G('g') + G('c') + S('z'),
    S('x') + G('g') + S('y') + G('c') + S('z'),
    G('g') + S('z'),
    S('x') + G('g'),
    ...list(`2 | 1 | -1 | .5`).map(
      (p) =>
        `${S('x', 'y')}<pulley divisor="${p}"/>${S('y', 'z')}<pulley divisor="${p}"/>${S('x') + G('g') + S('z')}`,
    ),
    `<pulley divisor="2"/>${S('x', 'z')}`,
    `${S('x', 'z')}<pulley divisor="2"/>`,
    `${S('x', 'z')}<pulley divisor="2"/><pulley divisor="2"/>${S('x', 'z')}`,
    `${S('x', 'z')}<pulley divisor="2"/>${S('x')}`,
    `${S('x')}<pulley divisor="2"/>${S('x', 'z')}`,
    `${S('x')}${G('g')}<pulley divisor="2"/>${S('x', 'z')}`,
    `${S('x', 'z')}<pulley/>${S('x', 'z')}`,
  ].map((p) => spatial(p)),
];

testRows(rows);

test('ELEM-51: fixed tendons that name a joint twice come over as binary models', async () => {
  const xml = fixed(
    '<joint joint="k" coef="1"/><joint joint="j" coef="2"/><joint joint="k" coef="3"/>',
  );
  const peer = await loadPeer({ print() {}, printErr() {} });
  const theirs = load(peer, xml);
  const results = /** @type {[Mujoco, MjModel][]} */ ([
    [peer, theirs],
    [limber, handOver(peer, limber, theirs)],
    [limber, load(limber, xml)],
  ]).map(([engine, model]) => {
    const data = new engine.MjData(model);
    data.qpos.set([0.1, 0.2]);
    data.qvel.set([1, 2]);
    engine.mj_forward(model, data);
    return [data.ten_length[0], data.ten_velocity[0], ...data.ten_J.slice(0, 2)];
  });
  assert.deepEqual(results[1], results[0]);
  assert.deepEqual(results[2], results[0]);
});
