// What both engines compute for models that were changed while they run, that sleep, or that switch parts of the engine off:
// small scenes, the fields that tell the difference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldError } from './fields.mjs';
import { agree, limber, peer } from './models.mjs';

/** What a scene gives: numbers by name. @typedef {Record<string, ArrayLike<number> | number>} Found */
/** @typedef {{ mj: Mujoco, model: import('limber/mujoco').MjModel, data: import('limber/mujoco').MjData }} Side */

/**
 * Runs the same on both engines; the numbers agree.
 *
 * @param {string} inside of <mujoco>
 * @param {(side: Side) => Found} run
 * @param {number} [tolerance]
 * @returns {Found} those of limber
 */
function same(inside, run, tolerance = 1e-9) {
  const [expected, actual] = [peer, limber].map((mj) => {
    const model = mj.MjModel.from_xml_string(`<mujoco>${inside}</mujoco>`);
    const data = new mj.MjData(model);
    const found = Object.entries(run({ mj, model, data })).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : Array.from(value),
    ]);
    data.delete();
    model.delete();
    return Object.fromEntries(found);
  });
  for (const [name, value] of Object.entries(expected)) {
    const error = fieldError(value, actual[name]);
    assert.ok(error <= tolerance, `${name}: ${value} expected, ${actual[name]} found`);
  }
  return actual;
}

const floor = '<geom type="plane" size="1 1 .1"/>';
const ball = `${floor}<body name="b" pos="0 0 .09"><freejoint/><geom size=".1"/></body>`;

test('COMPAT: ACT-BODY-GEAR: gear does not scale what acts on the contacts of a body', () => {
  for (const gear of [1, 2, -3, 0]) {
    const { force } = same(
      `<worldbody>${ball}</worldbody><actuator><general body="b" gear="${gear}"/></actuator>`,
      ({ mj, model, data }) => {
        data.ctrl[0] = 5;
        mj.mj_forward(model, data);
        return { force: data.qfrc_actuator, velocity: data.actuator_velocity };
      },
    );
    assert.ok(Math.abs(/** @type {number[]} */ (force)[2] + 5) < 1e-9);
  }
});

test('COMPAT: SLEEP-WAKER: what a contact wakes falls asleep with what woke it; pairs of sleepers do not meet', () => {
  const scene = (
    /** @type {string} */ contact,
  ) => `<option><flag sleep="enable"/></option><worldbody>
    <geom name="floor" type="plane" size="9 9 1" ${contact && 'contype="0" conaffinity="0"'}/>
    <body pos="0 0 .1"><freejoint/><geom name="a" size=".1"/></body>
    <body pos=".3 0 .1"><freejoint/><geom name="b" size=".1"/></body></worldbody><contact>${contact}</contact>`;
  for (const contact of [
    '',
    '<pair geom1="a" geom2="floor"/><pair geom1="b" geom2="floor"/><pair geom1="a" geom2="b"/>',
  ])
    same(scene(contact), ({ mj, model, data }) => {
      const asleep = [];
      const counts = [];
      for (let i = 0; i < 400; i++) {
        if (i === 100) data.qvel[6] = -0.4;
        mj.mj_step(model, data);
        asleep.push(...data.tree_asleep);
        counts.push(data.ncon, data.nefc, data.nisland);
      }
      return { asleep, counts };
    });
});

test('COMPAT: SLEEP-WAKER: what several trees wake in one step has the counter of the one that stays awake for longest', () => {
  const pairs = [
    ['A', 'C'],
    ['C', 'E'],
    ['E', 'B'],
  ];
  /** @type {Record<string, number>} */
  const places = { A: -0.21, C: 0, E: 0.19, B: 0.4 };
  for (const order of ['ACEB', 'BECA', 'CEAB', 'ECBA'])
    for (const tied of [false, true])
      for (const [late, early] of ['AB', 'BA']) {
        const bodies = [...order].map(
          (name) =>
            `<body pos="${places[name]} 0 0"><joint type="slide" axis="0 1 0"/>
            <geom size=".1" gap=".05" ${tied ? 'contype="0"' : ''}/><site name="${name}"/></body>`,
        );
        const tendons = pairs.map(
          ([a, b]) =>
            `<spatial range="0 .05" limited="true"><site site="${a}"/><site site="${b}"/></spatial>`,
        );
        const option = `<option gravity="0 0 0" sleep_tolerance=".5"><flag sleep="enable"/></option>`;
        same(
          `${option}<worldbody>${bodies.join('')}</worldbody><tendon>${tied ? tendons.join('') : ''}</tendon>`,
          ({ mj, model, data }) => {
            const asleep = [];
            for (let i = 0; i < 40; i++) {
              data.qvel[order.indexOf(late)] = i === 7 ? 0.6 : 0.01;
              data.qvel[order.indexOf(early)] = i === 5 ? 0.6 : 0.01;
              data.qpos.fill(0);
              mj.mj_step(model, data);
              asleep.push(...data.tree_asleep);
            }
            return { asleep };
          },
        );
      }
});

test('COMPAT: SLEEP-WRENCHES: what hangs on a static body and sleeps weighs in its centre of mass and in its wrench', () => {
  const tree = `<body name="b" pos="0 0 -.1"><joint name="j" axis="0 1 0" range="-.01 .01" limited="true"/>
    <geom size=".1" pos=".2 0 -.3"/></body>`;
  const awake = `<body sleep="never" pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>`;
  for (const other of ['', awake])
    for (const holder of ['%', '<body name="r" pos=".1 .2 0"><geom size=".01"/>%</body>'])
      for (const equality of ['', '<equality><weld body1="b"/></equality>'])
        same(
          `<option timestep=".01" sleep_tolerance="1"><flag sleep="enable" contact="disable"/></option>
          <worldbody><site name="w" pos="0 0 1"/>${holder.replace('%', tree)}${other}</worldbody>${equality}
          <sensor><torque site="w"/><force site="w"/></sensor>`,
          ({ mj, model, data }) => {
            const found = [];
            for (let i = 0; i < 30; i++) {
              mj.mj_step(model, data);
              found.push(...data.tree_asleep, ...data.sensordata, ...data.subtree_com);
              found.push(...data.cfrc_int, ...data.cinert);
            }
            return { found };
          },
        );
});

test('COMPAT: COL-CAPSULE-BOX-FAR: COMPAT: GEOM-DISTANCE-BEYOND: geoms that are far from each other, or just too far', () => {
  const mesh = '.1 0 0 0 .1 0 -.1 -.1 0 0 0 .12';
  const scene = `<asset><mesh name="m" vertex="${mesh}"/></asset><worldbody>
    <geom type="box" size=".08 .03 .08" quat="-.66 -.38 .46 .26"/>
    <geom type="capsule" size=".1 .11" pos="-1.4 -.9 1.1" quat=".67 .84 -.99 .93"/>
    <geom type="mesh" mesh="m" pos=".4 .1 .05" quat=".3 .1 -.5 .8"/><geom size=".1" pos=".02 .5 .1"/></worldbody>`;
  const { found } = same(scene, ({ mj, model, data }) => {
    mj.mj_forward(model, data);
    const found = [];
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 2],
    ]) {
      const distance = mj.mj_geomDistance(model, data, a, b, 100, null);
      for (const share of [0.5, 0.9, 0.95, 0.98, 0.999, 1.1, 2, 10]) {
        const buffer = new mj.DoubleBuffer(6);
        found.push(mj.mj_geomDistance(model, data, a, b, share * distance, buffer));
        found.push(...buffer.GetView());
        buffer.delete();
      }
    }
    return { found };
  });
  assert.ok(/** @type {number[]} */ (found).length === 4 * 8 * 7);
});

test('COMPAT: SLEEP-WRENCHES: COMPAT: SLEEP-STATIC-CAMERA: beside a sleeping arm its base and a camera go on', () => {
  const scene = `<option><flag sleep="enable"/></option><worldbody>
    <camera mode="targetbody" target="turning" pos="0 -2 .5"/>
    <body pos="0 -1 1"><geom size=".05"/><site name="base"/>
      <body pos=".1 0 .3"><joint axis="0 1 0" damping="1" stiffness="50"/><geom size=".1" pos=".1 0 -.1"/></body>
      <body name="turning" pos="0 .3 .3"><joint axis="0 1 0"/><geom size=".1" pos=".1 .2 -.1"/></body></body></worldbody>
    <sensor><force site="base"/><torque site="base"/></sensor>`;
  const found = same(scene, ({ mj, model, data }) => {
    for (let i = 0; i < 1200; i++) mj.mj_step(model, data);
    const solved = new mj.DoubleBuffer(2);
    mj.mj_solveM(model, data, solved, [1, 1]);
    const { tree_asleep, subtree_com, sensordata, cfrc_int, cacc, cam_xmat } = data;
    const found = { tree_asleep, subtree_com, sensordata, cfrc_int, cacc, cam_xmat };
    return { ...found, solved: Array.from(solved.GetView()) };
  });
  assert.ok(Array.from(/** @type {number[]} */ (found.tree_asleep))[0] >= 0);
});

test('COMPAT: ADHESION-FLEX: adhesion pulls at geoms only', () => {
  const flex =
    '<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" pos="0 0 .2" radius=".02"/>';
  const scene = `<worldbody>${ball}${flex}</worldbody><actuator><adhesion body="b" gain="8" ctrlrange="0 1"/></actuator>`;
  same(scene, ({ mj, model, data }) => {
    data.ctrl[0] = 1;
    mj.mj_forward(model, data);
    assert.ok(data.ncon > 1);
    return { force: data.qfrc_actuator };
  });
});

test('a strain constraint holds lattices only: other flexes keep their elasticity', () => {
  for (const dof of ['full', 'trilinear'])
    for (const active of [true, false])
      same(
        `<worldbody><flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".08 .08 .08" radius=".01" mass=".5"
          dof="${dof}"><elasticity young="1e4" poisson=".2"/><contact internal="false" selfcollide="none"/></flexcomp></worldbody>
        <equality><flexstrain flex="f" active="${active}"/></equality>`,
        ({ mj, model, data }) => {
          for (let i = 0; i < model.nv; i++) data.qpos[i] = 0.003 * Math.sin(i);
          mj.mj_forward(model, data);
          return { spring: data.qfrc_spring, acceleration: data.qacc };
        },
        1e-7,
      );
});

test('COMPAT: RAY-SIZES: COMPAT: SUBTREE-MASSES: sizes and masses that were written count at once', () => {
  const scene = `<worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/>
    <body pos=".5 0 0"><joint axis="0 1 0"/><geom size=".1 .1 .1" type="box"/></body></body></worldbody>`;
  const { hits } = same(scene, ({ mj, model, data }) => {
    model.geom_size.set([0.5, 0, 0, 0.4, 0.4, 0.4]);
    model.body_mass[1] *= 2;
    for (let i = 0; i < model.nv; i++) data.qvel[i] = 0.1 * i + 0.3;
    mj.mj_forward(model, data);
    mj.mj_subtreeVel(model, data);
    const hits = [-0.4, 0.8].map((x) =>
      mj.mj_ray(model, data, [x, 0, 3], [0, 0, -1], null, true, -1, new Int32Array(1), null),
    );
    return { hits, linear: data.subtree_linvel, angular: data.subtree_angmom };
  });
  assert.ok(/** @type {number[]} */ (hits).every((hit) => hit > 1));
});

test('COMPAT: FLEX-NO-MIDPHASE: without the midphase each element meets each geom', () => {
  for (const selfcollide of ['auto', 'sap', 'bvh', 'narrow'])
    same(
      `<option><flag midphase="disable"/></option><worldbody>
        <geom type="box" size=".3 .3 .1"/><geom size=".2" pos=".1 .1 .1"/>
        <flexcomp name="f" type="grid" dim="3" count="4 4 4" spacing=".05 .05 .05" pos="0 0 .12" radius=".002" mass="1">
        <contact internal="false" selfcollide="${selfcollide}"/><edge equality="true"/></flexcomp></worldbody>`,
      ({ mj, model, data }) => {
        mj.mj_forward(model, data);
        const contacts = Array.from({ length: data.ncon }, (_, i) => data.contact.get(i));
        const places = contacts.map((one) => [...(one?.geom ?? []), ...(one?.elem ?? [])].join());
        return {
          count: data.ncon,
          places: places.sort().flatMap((text) => text.split(',').map(Number)),
        };
      },
    );
});

test('COMPAT: FLEX-NO-MIDPHASE: a flex without active elements has no tree, and all of them collide', () => {
  const flex = (/** @type {string} */ name, /** @type {string} */ pos, layers = 0) =>
    `<flexcomp name="${name}" type="grid" dim="3" count="4 4 4" spacing=".05 .05 .05" pos="${pos}" radius=".01" mass="1">
     <contact internal="false" selfcollide="none" activelayers="${layers}"/></flexcomp>`;
  for (const beside of [
    '<geom type="box" size=".02 .02 .05" pos="0 0 .1"/><geom size=".03" pos=".1 .1 0"/>',
    '<body pos="0 0 .1"><freejoint/><geom size=".02"/><geom size=".02" pos=".1 0 0"/></body>',
    '<geom type="plane" size="1 1 1"/>',
    flex('g', '.14 .14 .13'),
    flex('g', '.14 .14 .13', 1),
  ]) {
    const { count } = same(
      `<worldbody>${flex('f', '0 0 0')}${beside}</worldbody>`,
      ({ mj, model, data }) => {
        mj.mj_forward(model, data);
        const contacts = Array.from({ length: data.ncon }, (_, i) => data.contact.get(i));
        return {
          count: data.ncon,
          places: contacts.flatMap((one) => [
            ...(one?.geom ?? []),
            ...(one?.elem ?? []),
            one?.dist ?? 0,
          ]),
        };
      },
    );
    assert.ok(Number(count) > 0);
  }
});

test('COMPAT: MAX-USE: the largest numbers of contacts and rows', () => {
  const found = same(`<worldbody>${ball}</worldbody>`, ({ mj, model, data }) => {
    mj.mj_step(model, data);
    const first = [data.maxuse_con, data.maxuse_efc];
    data.qpos[2] = 3;
    mj.mj_step(model, data);
    const kept = [data.maxuse_con, data.maxuse_efc];
    mj.mj_resetData(model, data);
    return { first, kept, reset: [data.maxuse_con, data.maxuse_efc] };
  });
  assert.deepEqual(found.first, [1, 4]);
});

test('COMPAT: LENGTHRANGE-INTEGRATOR: length ranges are simulated with the implicit integrators of the model', () => {
  for (const integrator of ['Euler', 'implicit', 'implicitfast', 'RK4'])
    agree(
      `<mujoco><option integrator="${integrator}"/><worldbody><body><joint axis="0 1 .2"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".5 0 0"><joint name="b" type="ball" range="0 60"/><geom size=".1 .2" type="capsule" pos=".1 0 .1"/></body></body></worldbody>
      <actuator><muscle jointinparent="b" gear="0 1 0"/></actuator></mujoco>`,
    );
});

test('COMPAT: FLEX-WEIGHTS: vertices of quadratic lattices have the same bits', () => {
  same(
    `<worldbody><flexcomp name="f" type="grid" dim="3" count="4 4 4" spacing=".05 .05 .05" radius=".01" mass="1" dof="quadratic"><contact selfcollide="none"/></flexcomp></worldbody>`,
    ({ mj, model, data }) => {
      for (let i = 0; i < model.nv; i++) data.qpos[i] = 0.003 * Math.sin(3 * i);
      mj.mj_kinematics(model, data);
      mj.mj_comPos(model, data);
      mj.mj_flex(model, data);
      return { places: data.flexvert_xpos };
    },
    0,
  );
});

test('derivatives of the inverse leave the inverse force whole; a box problem ends at a small gradient', () => {
  same(
    '<worldbody><body><joint name="j"/><geom size=".1" pos=".2 0 0"/></body></worldbody><actuator><motor joint="j"/></actuator>',
    ({ mj, model, data }) => {
      data.ctrl[0] = 0.5;
      mj.mj_forward(model, data);
      const jacobian = new mj.DoubleBuffer(1);
      mj.mjd_inverseFD(model, data, 1e-6, true, jacobian, null, null, null, null, null, null);
      const result = new mj.DoubleBuffer(1);
      const R = new mj.DoubleBuffer(8);
      mj.mju_boxQP(result, R, null, [1], [9e-9], null, null);
      return { force: data.qfrc_inverse, jacobian: jacobian.GetView(), result: result.GetView() };
    },
    1e-6,
  );
});

test('COMPAT: ACTUATOR-LINKS: damping and armature of actuators that come while the model runs wait for mj_setConst', () => {
  for (const constant of [false, true])
    same(
      `<worldbody><body><joint name="j" damping=".1"/><geom size=".1" pos=".2 0 0"/><body pos=".4 0 0">
        <joint name="k"/><geom size=".1" pos=".2 0 0"/></body></body></worldbody>
      <tendon><fixed name="t"><joint joint="j" coef=".5"/><joint joint="k" coef="2"/></fixed></tendon>
      <actuator><motor joint="j"/><motor joint="k" damping=".1" armature=".1"/><motor joint="k"/>
        <motor tendon="t"/><motor tendon="t" armature=".1"/></actuator>`,
      ({ mj, model, data }) => {
        for (const i of [0, 2, 3]) {
          model.actuator_damping[i] = 0.2;
          model.actuator_dampingpoly[2 * i] = 0.1;
          model.actuator_armature[i] = 0.3;
        }
        if (constant) mj.mj_setConst(model, data);
        data.qvel.set([2, -1]);
        data.ctrl.set([0.5, 0.1, 0, 0, 0]);
        for (let i = 0; i < 3; i++) mj.mj_step(model, data);
        return { velocity: data.qvel, damper: data.qfrc_damper, inertia: data.M };
      },
    );
});

test('COMPAT: ALG-35: conjugate gradients begin no iteration that promises less than the tolerance', () => {
  same(
    `<option solver="CG" tolerance="1e-6"/><worldbody><body><joint axis="0 1 0" frictionloss=".1"/>
      <geom size=".1" pos=".3 0 0"/></body></worldbody>`,
    ({ mj, model, data }) => {
      const counts = [];
      const accelerations = [];
      for (let i = 0; i < 50; i++) {
        mj.mj_step(model, data);
        counts.push(...data.solver_niter);
        accelerations.push(...data.qacc);
      }
      return { counts, accelerations };
    },
    1e-7,
  );
});

test('COMPAT: DIAG-07: timers count stages wherever they are called', () => {
  const xml = `<mujoco><worldbody>${ball}</worldbody></mujoco>`;
  /** @type {((engine: Mujoco, model: MjModel, data: MjData) => void)[]} */
  const calls = [
    (engine, model, data) => engine.mj_makeM(model, data),
    (engine, model, data) => engine.mj_collision(model, data),
    (engine, model, data) => engine.mj_step1(model, data),
    (engine, model, data) => engine.mj_step2(model, data),
    (engine, model, data) => engine.mj_setConst(model, data),
    (engine, model, data) => ((model.opt.integrator = 1), engine.mj_step(model, data)),
    (engine, model, data) => ((data.qpos[0] = NaN), engine.mj_step(model, data)),
  ];
  const [theirs, ours] = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    return calls.map((call) => {
      call(engine, model, data);
      return Array.from({ length: 15 }, (_, i) => data.timer.get(i)?.number);
    });
  });
  assert.deepEqual(ours, theirs);
});

test('the most contacts of a pair whose margins are to be looked up', () => {
  for (const [margin, gap, option] of [
    ['0', '0', ''],
    ['.1', '0', ''],
    ['0', '.1', ''],
    ['0', '0', '<option o_margin="1"><flag override="enable"/></option>'],
    ['.1', '0', '<option o_margin="0"><flag override="enable"/></option>'],
  ]) {
    const mesh = `<geom type="mesh" mesh="m" margin="${margin}" gap="${gap}"/><geom type="mesh" mesh="m"/>`;
    same(
      `${option}<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>${mesh}
       <geom type="cylinder" size="1 1"/><geom type="box" size="1 1 1"/><geom type="capsule" size="1 1"/></worldbody>`,
      ({ mj, model }) => {
        /** @type {number[]} */
        const most = [];
        for (const has of [-2, -1, 0, 1]) {
          for (let i = 0; i < 5; i++)
            for (let k = 0; k < 5; k++) most.push(mj.mj_maxContact(model, i, k, has));
        }
        return { most };
      },
    );
  }
});

test('shapes that overlap by less than is asked for have the distance that is asked for', () => {
  same(
    `<worldbody><geom type="box" size=".1 .1 .1"/><geom type="box" size=".1 .1 .1" pos=".1999 .02 .01" euler="1 2 3"/>
     <geom type="cylinder" size=".1 .1" pos="0 .05 .199" euler="3 0 0"/></worldbody>`,
    ({ mj, model, data }) => {
      mj.mj_forward(model, data);
      const distances = [1, 0, -0.001, -0.01, -1].flatMap((most) =>
        [1, 2].map((other) => mj.mj_geomDistance(model, data, 0, other, most, null)),
      );
      return { distances };
    },
    1e-5,
  );
});

test('COMPAT: RAY-FLEX-SKIN: rays meet all edges of a skin and the faces of its outer layer', () => {
  const flex = (/** @type {number} */ dim, /** @type {string} */ count) =>
    `<worldbody><flexcomp name="f" type="grid" count="${count}" spacing=".1 .1 .1" radius=".01" dim="${dim}" mass="1">
     <contact selfcollide="none" internal="false"/></flexcomp></worldbody>`;
  for (const inside of [flex(3, '6 6 6'), flex(2, '5 5 1'), flex(1, '5 1 1')]) {
    const { hits } = same(
      inside,
      ({ mj, model, data }) => {
        mj.mj_forward(model, data);
        const [vertex, normal] = [new mj.IntBuffer(1), new mj.DoubleBuffer(3)];
        /** @type {number[]} */
        const hits = [];
        for (let i = 0; i < 400; i++) {
          const point = [1, 2, 3].map(
            (k) => (i % 2 ? 0.5 : 0.2) * Math.sin((7.1 * k + 0.3) * i + k),
          );
          const target = [1, 2, 3].map((k) => 0.2 * Math.cos((5.3 * k + 0.7) * i));
          const way = target.map((x, k) => x - point[k]);
          const length = Math.hypot(...way);
          for (const parts of [8, 12, 4, 2, 15]) {
            const [vert, edge, face, skin] = [1, 2, 4, 8].map((bit) => (parts & bit) > 0);
            const ray = way.map((x) => x / length);
            hits.push(
              mj.mj_rayFlex(
                model,
                data,
                i % 3,
                vert,
                edge,
                face,
                skin,
                0,
                point,
                ray,
                vertex,
                normal,
              ),
            );
          }
        }
        vertex.delete();
        normal.delete();
        return { hits };
      },
      1e-7,
    );
    assert.ok(/** @type {number[]} */ (hits).filter((x) => x >= 0).length > 20);
  }
});
