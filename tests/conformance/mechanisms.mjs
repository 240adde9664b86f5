// Random mechanisms, from a seed: trees with joints of all kinds, tendons, equalities, actuators and sensors of all kinds on them,
// few contacts, all solvers, integrators and flags.
import { diceOf } from './dice.mjs';

/** @typedef {import('./dice.mjs').Dice} Dice */

/**
 * What a mechanism has, by name.
 *
 * @typedef {object} Parts
 * @property {{ name: string, type: string, limited?: boolean }[]} joints
 * @property {string[]} bodies
 * @property {string[]} sites
 * @property {string[]} geoms
 * @property {{ name: string, limited: boolean }[]} tendons
 * @property {string[]} actuators
 * @property {string[]} cameras
 * @property {string[]} wraps geoms that tendons wind around
 */

const kindsOfGeoms = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'];
const softness = (/** @type {Dice} */ d, of = '') =>
  d.maybe(0.3, () => `solref${of}="${d.pick(['.02 1', '.05 .7', '-200 -20', '.01 1.2'])}"`) +
  d.maybe(
    0.2,
    () => ` solimp${of}="${d.pick(['.9 .95 .001 .5 2', '.5 .9 .1 .3 3', '.8 .8 .01'])}"`,
  );

/** @param {Dice} d */
function optionOf(d) {
  const integrator = d.pick(['Euler', 'Euler', 'implicit', 'implicitfast', 'RK4']);
  const flags = [
    'multiccd',
    ...(integrator === 'RK4' ? [] : ['invdiscrete']),
    'energy',
    'fwdinv',
  ].map((name) => d.maybe(0.15, () => `${name}="enable"`));
  const off = [
    ...['gravity', 'clampctrl', 'warmstart', 'filterparent', 'actuation', 'refsafe', 'sensor'],
    ...['eulerdamp', 'spring', 'damper', 'limit', 'frictionloss', 'equality', 'contact', 'island'],
    'constraint',
  ].map((name) => d.maybe(0.04, () => `${name}="disable"`));
  const fluid = d.maybe(
    0.2,
    () =>
      `density="${d.number(0, 900)}" viscosity="${d.number(0, 0.5)}" wind="${d.numbers(3, -1, 1)}"`,
  );
  return `<option solver="${d.pick(['Newton', 'Newton', 'CG', 'PGS'])}" cone="${d.pick(['pyramidal', 'elliptic'])}"
    integrator="${integrator}" jacobian="${d.pick(['dense', 'sparse', 'auto'])}"
    timestep="${d.pick(['.002', '.005', '.01'])}" ${fluid} ${d.maybe(0.1, () => 'noslip_iterations="5"')}
    ${d.maybe(0.1, () => `actuatorgroupdisable="${d.pick(['1', '2 3'])}"`)}><flag ${flags.join(' ')} ${off.join(' ')}/></option>`;
}

/** @param {Dice} d @param {Parts} parts */
function jointOf(d, parts) {
  const name = `j${parts.joints.length}`;
  const type = d.pick(['hinge', 'hinge', 'hinge', 'slide', 'ball']);
  const range =
    type === 'ball' ? `0 ${d.number(0.2, 2)}` : `${d.number(-1, 0)} ${d.number(0.1, 1)}`;
  const limits = d.maybe(0.4, () => `range="${range}" limited="true" ${softness(d, 'limit')}`);
  parts.joints.push({ name, type, limited: limits !== '' });
  return `<joint name="${name}" type="${type}" axis="${d.numbers(3, -1, 1)}" pos="${d.numbers(3, -0.1, 0.1)}"
    ${limits}
    ${d.maybe(0.3, () => `damping="${d.maybe(0.8, () => d.number(0, 2)) || '1 .2 .1'}"`)}
    ${d.maybe(0.3, () => `stiffness="${d.maybe(0.8, () => d.number(0, 20)) || '3 2 1'}" ${type === 'ball' ? '' : `springref="${d.number(-0.5, 0.5)}"`}`)}
    ${d.maybe(0.3, () => `frictionloss="${d.number(0, 0.5)}" ${softness(d, 'friction')}`)}
    ${d.maybe(0.3, () => `armature="${d.number(0, 0.2)}"`)} ${d.maybe(0.1, () => `margin="${d.number(0, 0.2)}"`)}
    ${d.maybe(0.1, () => 'actuatorgravcomp="true"')} ${type === 'ball' ? '' : d.maybe(0.1, () => `ref="${d.number(-0.5, 0.5)}"`)}
    ${type === 'ball' ? '' : d.maybe(0.1, () => `actuatorfrcrange="-1 ${d.number(0.5, 2)}"`)}/>`;
}

/** @param {Dice} d @param {Parts} parts @param {number} depth @returns {string} */
function bodyOf(d, parts, depth) {
  const name = `b${parts.bodies.length}`;
  parts.bodies.push(name);
  const isFree = depth === 0 && d.chance(0.25);
  const joints = [];
  if (isFree) {
    const joint = `j${parts.joints.length}`;
    parts.joints.push({ name: joint, type: 'free' });
    joints.push(`<freejoint name="${joint}"/>`);
  } else
    for (let left = d.pick([0, 1, 1, 1, 1, 2, 2, 3]); left > 0; left--) {
      joints.push(jointOf(d, parts));
      if (parts.joints[parts.joints.length - 1].type === 'ball') break;
    }
  const geoms = Array.from({ length: d.pick([1, 1, 2]) }, () => {
    const geom = `g${parts.geoms.length}`;
    parts.geoms.push(geom);
    return `<geom name="${geom}" type="${d.pick(kindsOfGeoms)}" size="${d.numbers(3, 0.02, 0.1)}" pos="${d.numbers(3, -0.1, 0.1)}" ${d.quat()}
      ${d.chance(0.7) ? 'contype="0" conaffinity="0"' : `condim="${d.pick([1, 3, 4, 6])}" ${softness(d)}`} ${d.maybe(0.2, () => 'fluidshape="ellipsoid"')}/>`;
  });
  const sites = Array.from({ length: d.pick([1, 1, 2]) }, () => {
    const site = `s${parts.sites.length}`;
    parts.sites.push(site);
    return `<site name="${site}" pos="${d.numbers(3, -0.2, 0.2)}" ${d.quat()} type="${d.pick(kindsOfGeoms)}" size="${d.numbers(3, 0.05, 0.2)}"/>`;
  });
  const camera = d.maybe(0.2, () => {
    parts.cameras.push(`c${parts.cameras.length}`);
    return `<camera name="c${parts.cameras.length - 1}" pos="${d.numbers(3, -0.5, 0.5)}" ${d.quat()} mode="${d.pick(['fixed', 'track', 'trackcom'])}" resolution="${d.pick(['1 1', '3 2'])}" fovy="${d.number(20, 80)}"/>`;
  });
  const children = [];
  if (depth < 4)
    for (let left = d.pick([0, 0, 1, 1, 1, 2]); left > 0; left--)
      children.push(bodyOf(d, parts, depth + 1));
  return `<body name="${name}" pos="${depth ? d.numbers(3, -0.3, 0.3) : `${d.numbers(2, -1, 1)} ${d.number(0.1, 1.2)}`}" ${d.maybe(0.5, () => d.quat())}
    ${d.maybe(0.1, () => `gravcomp="${d.number(0, 1.5)}"`)}>${joints.join('')}${geoms.join('')}${sites.join('')}${camera}${children.join('')}</body>`;
}

/** @param {Dice} d @param {Parts} parts */
function tendonOf(d, parts) {
  const name = `t${parts.tendons.length}`;
  const scalars = parts.joints.filter(({ type }) => type === 'hinge' || type === 'slide');
  const fixed = scalars.length > 0 && d.chance(0.4);
  const limits = d.maybe(
    0.4,
    () => `range="${d.number(0, 0.3)} ${d.number(0.4, 1)}" limited="true"`,
  );
  parts.tendons.push({ name, limited: limits !== '' });
  const attributes = `name="${name}" ${limits}
    ${d.maybe(0.3, () => `stiffness="${d.pick(['5', '3 1 2'])}" springlength="${d.pick(['-1', '.2', '.1 .5'])}"`)} ${d.maybe(0.3, () => `damping="${d.pick(['.5', '.3 .1 .2'])}"`)}
    ${d.maybe(0.3, () => `frictionloss="${d.number(0, 0.5)}"`)}
    ${d.maybe(0.1, () => `margin="${d.number(0, 0.2)}"`)} ${d.maybe(0.1, () => `actuatorfrcrange="-1 1"`)}`;
  const armature = d.maybe(0.2, () => `armature="${d.number(0, 0.2)}"`);
  if (fixed) {
    // a joint twice: the peer loses one of them
    const names = new Set(Array.from({ length: d.whole(1, 3) }, () => d.pick(scalars).name));
    const joints = [...names].map((j) => `<joint joint="${j}" coef="${d.number(-1, 1)}"/>`);
    return `<fixed ${attributes} ${armature}>${joints.join('')}</fixed>`;
  }
  /** @type {string[]} */
  const path = [];
  const site = () => {
    const free = parts.sites.filter((s) => path[path.length - 1] !== `<site site="${s}"/>`);
    path.push(`<site site="${d.pick(free)}"/>`);
  };
  site();
  for (let left = d.whole(1, 3); left > 0; left--) {
    if (d.chance(0.35)) {
      const side = d.maybe(0.3, () => `sidesite="${d.pick(parts.sites)}"`);
      path.push(`<geom geom="${d.pick(parts.wraps)}" ${side}/>`);
    } else if (d.chance(0.1) && path.length > 1 && path[path.length - 1].startsWith('<site')) {
      path.push(`<pulley divisor="${d.pick([1, 2, 3])}"/>`);
      site();
    }
    site();
  }
  const winds = path.some((step) => step.startsWith('<geom'));
  return `<spatial ${attributes} ${winds ? '' : armature}>${path.join('')}</spatial>`;
}

/** @param {Dice} d @param {Parts} parts */
function equalityOf(d, parts) {
  const two = () => [d.pick(parts.bodies), d.pick(['', ...parts.bodies])];
  const scalars = parts.joints.filter(({ type }) => type === 'hinge' || type === 'slide');
  const kinds = ['connect', 'weld', 'connect sites', 'weld sites'];
  if (scalars.length) kinds.push('joint', 'joint');
  if (parts.tendons.length) kinds.push('tendon');
  const kind = d.pick(kinds);
  const [a, b] = two();
  const other = b && b !== a ? `body2="${b}"` : '';
  const more = `${softness(d)} ${d.maybe(0.1, () => 'active="false"')}`;
  const poly = d.maybe(0.5, () => `polycoef="${d.numbers(5, -0.5, 0.5)}"`);
  switch (kind) {
    case 'connect':
      return `<connect body1="${a}" ${other} anchor="${d.numbers(3, -0.2, 0.2)}" ${more}/>`;
    case 'weld':
      return `<weld body1="${a}" ${other} ${d.maybe(0.5, () => `anchor="${d.numbers(3, -0.2, 0.2)}"`)} ${d.maybe(0.4, () => `relpose="${d.numbers(3, -0.2, 0.2)} ${d.numbers(4, -1, 1)}"`)} torquescale="${d.number(0, 2)}" ${more}/>`;
    case 'connect sites':
    case 'weld sites':
      return `<${kind.split(' ')[0]} site1="${parts.sites[d.whole(1, parts.sites.length - 1)]}" site2="w" ${more}/>`;
    case 'joint': {
      const [one, two] = [d.pick(scalars).name, d.pick(scalars).name];
      return `<joint joint1="${one}" ${one !== two ? `joint2="${two}"` : ''} ${poly} ${more}/>`;
    }
    default: {
      const [one, two] = [d.pick(parts.tendons).name, d.pick(parts.tendons).name];
      return `<tendon tendon1="${one}" ${one !== two ? `tendon2="${two}"` : ''} ${poly} ${more}/>`;
    }
  }
}

/** @param {Dice} d @param {Parts} parts */
function actuatorOf(d, parts) {
  const name = `a${parts.actuators.length}`;
  parts.actuators.push(name);
  const targets = ['site', 'site refsite', 'body'];
  if (parts.joints.length) targets.push('joint', 'joint', 'joint', 'jointinparent');
  if (parts.tendons.length) targets.push('tendon', 'tendon');
  targets.push('crank');
  const target = d.pick(targets);
  const gear = () => `gear="${d.numbers(target.startsWith('site') ? 6 : d.pick([1, 6]), -2, 2)}"`;
  const where = () => {
    if (target === 'site') return `site="${d.pick(parts.sites)}"`;
    if (target === 'site refsite')
      return `site="${d.pick(parts.sites)}" refsite="${d.pick(parts.sites)}"`;
    if (target === 'tendon') return `tendon="${d.pick(parts.tendons).name}"`;
    if (target === 'crank')
      return `cranksite="${d.pick(parts.sites)}" slidersite="${d.pick(parts.sites)}" cranklength="${d.number(0.05, 0.5)}"`;
    return `${target}="${d.pick(parts.joints).name}"`;
  };
  const common = `name="${name}" ${d.maybe(0.4, () => `ctrllimited="true" ctrlrange="${d.number(-1, 0)} ${d.number(0.1, 1)}"`)}
    ${d.maybe(0.3, () => `forcelimited="true" forcerange="${d.number(-2, -0.1)} ${d.number(0.1, 2)}"`)} ${d.maybe(0.3, () => `group="${d.whole(0, 4)}"`)}
    ${d.maybe(0.15, () => `delay="${d.pick(['.01', '.02', '.025'])}" nsample="${d.pick([3, 6])}" ${d.maybe(0.5, () => `interp="${d.pick(['zoh', 'linear', 'cubic'])}"`)}`)}
    ${/joint|tendon/.test(target) ? d.maybe(0.1, () => `armature="${d.number(0, 0.2)}" damping="${d.number(0, 0.2)}"`) : ''}`;
  const bare = (/** @type {string} */ text) =>
    text.replace(/(armature|damping|ctrllimited|ctrlrange|forcelimited|forcerange)="[^"]*"/g, '');
  const act = () =>
    `${d.maybe(0.4, () => `actlimited="true" actrange="${d.number(-1, 0)} ${d.number(0.1, 1)}"`)} ${d.maybe(0.3, () => 'actearly="true"')}`;
  if (target === 'body')
    return `<adhesion ${bare(common)} ctrlrange="0 1" body="${d.pick(parts.bodies)}" gain="${d.number(0, 3)}"/>`;
  const on = `${where()} ${gear()}`;
  const kinds = {
    motor: () => `<motor ${common} ${on}/>`,
    position: () =>
      `<position ${common} ${on} kp="${d.number(0, 20)}" ${d.pick(['', `kv="${d.number(0, 2)}"`, `dampratio="${d.number(0, 1.5)}"`])} ${d.maybe(0.3, () => `timeconst="${d.number(0.01, 0.2)}"`)}/>`,
    velocity: () => `<velocity ${common} ${on} kv="${d.number(0, 3)}"/>`,
    intvelocity: () =>
      `<intvelocity ${common} ${on} kp="${d.number(0, 20)}" kv="${d.number(0, 2)}" actrange="${d.number(-1, 0)} ${d.number(0.1, 1)}"/>`,
    damper: () => `<damper ${bare(common)} ctrlrange="0 1" ${on} kv="${d.number(0, 3)}"/>`,
    cylinder: () =>
      `<cylinder ${common} ${on} timeconst="${d.number(0.05, 0.5)}" area="${d.number(0.1, 2)}" bias="${d.numbers(3, -1, 1)}"/>`,
    muscle: () =>
      `<muscle ${common} ${on} timeconst="${d.number(0.01, 0.05)} ${d.number(0.02, 0.08)}" ${d.maybe(0.5, () => `tausmooth="${d.number(0, 0.5)}"`)} lengthrange="${d.number(0.1, 0.3)} ${d.number(0.5, 1.5)}" force="${d.pick(['-1', '3'])}"/>`,
    general: () => {
      const type = d.pick(['none', 'integrator', 'filter', 'filterexact']);
      return `<general ${common} ${on} dyntype="${type}" dynprm="${d.number(0.02, 0.5)}" gaintype="${d.pick(['fixed', 'affine'])}" gainprm="${d.numbers(3, -2, 2)}"
        biastype="${d.pick(['none', 'affine'])}" biasprm="${d.numbers(3, -2, 2)}" ${type === 'none' ? '' : act()}/>`;
    },
    dcmotor: () =>
      `<dcmotor ${bare(common)} ${on} motorconst="${d.number(0.05, 0.5)}" resistance="${d.number(0.5, 2)}" ${d.maybe(0.3, () => `inductance="${d.number(0.001, 0.01)}"`)}/>`,
  };
  if (target.startsWith('site')) delete (/** @type {Partial<typeof kinds>} */ (kinds).muscle);
  return d.pick(Object.values(kinds))();
}

/** @param {Dice} d @param {Parts} parts */
function sensorOf(d, parts) {
  const object = () => {
    const [type, names] = d.pick([
      ['body', parts.bodies],
      ['xbody', parts.bodies],
      ['geom', parts.geoms],
      ['site', parts.sites],
      ...(parts.cameras.length ? [['camera', parts.cameras]] : []),
    ]);
    return [type, d.pick(/** @type {string[]} */ (names))];
  };
  const framed = (/** @type {string} */ tag) => {
    const [type, name] = object();
    const [reftype, refname] = object();
    const reference =
      /quat|pos|axis|linvel|angvel/.test(tag) && d.chance(0.4)
        ? `reftype="${reftype}" refname="${refname}"`
        : '';
    return `<${tag} objtype="${type}" objname="${name}" ${reference}/>`;
  };
  const ofType = (/** @type {string[]} */ types) =>
    parts.joints.filter(({ type }) => types.includes(type));
  const site = () => d.pick(parts.sites);
  const ofOne = (
    /** @type {string} */ what,
    /** @type {{ name: string, limited?: boolean }} */ { name, limited },
  ) => {
    const always = ['pos', 'vel', 'actuatorfrc'];
    const quantity = d.pick(limited ? [...always, 'limitpos', 'limitvel', 'limitfrc'] : always);
    return `<${what}${quantity} ${what}="${name}"/>`;
  };
  const choices = [
    () =>
      `<${d.pick(['accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer', 'touch'])} site="${site()}"/>`,
    () => `<rangefinder site="${site()}"/>`,
    () =>
      framed(
        d.pick([
          ...['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis'],
          ...['framelinvel', 'frameangvel', 'framelinacc', 'frameangacc'],
        ]),
      ),
    () =>
      `<${d.pick(['subtreecom', 'subtreelinvel', 'subtreeangmom'])} body="${d.pick(parts.bodies)}"/>`,
    () => `<${d.pick(['e_potential', 'e_kinetic', 'clock'])}/>`,
    () => {
      const [a, b] = [d.pick(parts.geoms), d.pick(parts.geoms)];
      return a === b
        ? '<clock/>'
        : `<${d.pick(['distance', 'normal', 'fromto'])} geom1="${a}" geom2="${b}" cutoff="${d.number(0.1, 2)}"/>`;
    },
    () => {
      const [type, name] = object();
      return `<insidesite site="${site()}" objtype="${type}" objname="${name}"/>`;
    },
    () =>
      `<contact ${d.pick([`geom1="${d.pick(parts.geoms)}"`, `body1="${d.pick(parts.bodies)}"`, `subtree1="${d.pick(parts.bodies)}"`, `site="${site()}"`])} num="${d.whole(1, 3)}"
        data="${d.pick(['found', 'found force torque dist pos normal tangent', 'force dist', 'found pos normal'])}" reduce="${d.pick(['none', 'mindist', 'maxforce', 'netforce'])}"/>`,
  ];
  if (parts.cameras.length)
    choices.push(() => `<camprojection site="${site()}" camera="${d.pick(parts.cameras)}"/>`);
  const scalars = ofType(['hinge', 'slide']);
  if (scalars.length) choices.push(() => ofOne('joint', d.pick(scalars)));
  const balls = ofType(['ball']);
  if (balls.length)
    choices.push(() => `<${d.pick(['ballquat', 'ballangvel'])} joint="${d.pick(balls).name}"/>`);
  if (parts.tendons.length) choices.push(() => ofOne('tendon', d.pick(parts.tendons)));
  if (parts.actuators.length)
    choices.push(
      () =>
        `<${d.pick(['actuatorpos', 'actuatorvel', 'actuatorfrc'])} actuator="${d.pick(parts.actuators)}"/>`,
    );
  const more = `${d.maybe(0.1, () => `noise="${d.number(0, 1)}"`)} ${d.maybe(0.15, () => `nsample="${d.pick([2, 5])}" delay="${d.pick(['.01', '.015'])}" ${d.maybe(0.5, () => `interp="${d.pick(['zoh', 'linear', 'cubic'])}"`)}`)}
    ${d.maybe(0.1, () => `interval="${d.pick(['.01', '.02 -.01', '.004'])}" nsample="${d.pick([1, 4])}"`)}`;
  const text = d.pick(choices)();
  const cut = /cutoff|quat|axis|contact/.test(text)
    ? ''
    : d.maybe(0.15, () => `cutoff="${d.number(0.1, 2)}"`);
  const extra = (more.match(/nsample/g) ?? []).length > 1 ? '' : more;
  return text.replace('/>', ` ${extra} ${cut}/>`);
}

/** MJCF of a mechanism. @param {number} seed */
export function mechanism(seed) {
  const d = diceOf(seed * 6007 + 3, 4);
  /** @type {Parts} */
  const parts = {
    joints: [],
    bodies: [],
    sites: ['w'],
    geoms: [],
    tendons: [],
    actuators: [],
    cameras: [],
    wraps: ['w0', 'w1', 'w2'],
  };
  const many = (/** @type {number} */ most, /** @type {() => string} */ make) =>
    Array.from({ length: d.whole(0, most) }, make).join('\n');
  const option = optionOf(d);
  const trees = [bodyOf(d, parts, 0), ...(d.chance(0.4) ? [bodyOf(d, parts, 0)] : [])];
  const tendons = many(3, () => tendonOf(d, parts));
  const equalities = many(2, () => equalityOf(d, parts));
  const actuators = many(4, () => actuatorOf(d, parts));
  const sensors = many(8, () => sensorOf(d, parts));
  const wraps = parts.wraps.map(
    (name, i) =>
      `<geom name="${name}" type="${i ? 'cylinder' : 'sphere'}" size="${d.number(0.03, 0.1)} .3" pos="${d.numbers(3, -0.4, 0.4)}" ${d.quat()} contype="0" conaffinity="0"/>`,
  );
  return `<mujoco><compiler angle="radian"/>${option}<worldbody>${d.maybe(0.6, () => '<geom type="plane" size="3 3 .1"/>')}<site name="w" pos="0 0 1"/>${wraps.join('')}
    ${trees.join('')}</worldbody><tendon>${tendons}</tendon><equality>${equalities}</equality><actuator>${actuators}</actuator><sensor>${sensors}</sensor></mujoco>`;
}
