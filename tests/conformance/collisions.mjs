// Random scenes in which much collides, from a seed: geoms of all kinds on planes, height fields, boxes and meshes, alone, in trees
// and moved by the program, flexes of all dimensions, explicit pairs and excluded ones, with and without margins, gaps and overrides.
import { diceOf } from './dice.mjs';

/** @typedef {import('./dice.mjs').Dice} Dice */

const kinds = ['sphere', 'capsule', 'cylinder', 'box', 'ellipsoid', 'mesh'];
const meshCount = 3;

/** @param {Dice} d */
function assetsOf(d) {
  let assets = '';
  for (let i = 0; i < meshCount; i++) {
    const vertices = Array.from({ length: d.whole(4, 24) }, () => {
      const v = [d.normal(), d.normal(), d.normal()];
      const length = Math.hypot(...v) / d.between(0.5, 1);
      return v.map((x) => ((0.12 * x) / length).toFixed(5)).join(' ');
    });
    const limit = d.maybe(0.15, () => `maxhullvert="${d.whole(4, 9)}"`);
    assets += `<mesh name="m${i}" vertex="${vertices.join(' ')}" ${limit}/>`;
  }
  const [rows, columns] = [d.whole(2, 7), d.whole(2, 7)];
  return `${assets}<hfield name="h" nrow="${rows}" ncol="${columns}" elevation="${d.numbers(rows * columns, 0, 1)}"
    size="${d.numbers(2, 0.4, 1)} ${d.number(0.05, 0.3)} ${d.number(0.01, 0.2)}"/>`;
}

/** What contacts of a geom are like. @param {Dice} d */
const contactOf = (d) =>
  [
    d.maybe(0.35, () => `condim="${d.pick([1, 3, 4, 6])}"`),
    d.maybe(0.25, () => `margin="${d.number(0, 0.04)}"`),
    d.maybe(0.15, () => `gap="${d.number(0, 0.03)}"`),
    d.maybe(0.15, () => `priority="${d.whole(0, 2)}"`),
    d.maybe(0.15, () => `solmix="${d.number(0, 3)}"`),
    d.maybe(
      0.15,
      () => `friction="${d.number(0.1, 1.5)} ${d.number(0, 0.02)} ${d.number(0, 0.001)}"`,
    ),
    d.maybe(0.15, () => `solref="${d.number(0.005, 0.05)} ${d.number(0.3, 1.5)}"`),
    d.maybe(0.15, () => `solimp="${d.number(0.3, 0.95)} .95 .01 ${d.number(0.1, 0.9)} 2"`),
    d.maybe(0.1, () => `contype="${d.whole(0, 3)}" conaffinity="${d.whole(0, 3)}"`),
  ].join(' ');

/** Geoms, and which of them belong to what. @param {Dice} d */
function makerOf(d) {
  const among = d.pick([kinds, kinds, [d.pick(kinds), d.pick(kinds)]]);
  /** @type {{ name: string, body: string }[]} */
  const geoms = [];
  /** @param {string} body @param {string} [place] */
  const geom = (body, place = '') => {
    const kind = d.pick(among);
    /** @type {Record<string, () => string>} */
    const sizes = {
      sphere: () => d.number(0.04, 0.15),
      capsule: () => d.numbers(2, 0.03, 0.12),
      cylinder: () => d.numbers(2, 0.03, 0.12),
      ellipsoid: () => d.numbers(3, 0.03, 0.15),
      box: () => d.numbers(3, 0.03, 0.15),
    };
    const shape =
      kind === 'mesh' ? `mesh="m${d.whole(0, meshCount - 1)}"` : `size="${sizes[kind]()}"`;
    geoms.push({ name: `g${geoms.length}`, body });
    return `<geom name="g${geoms.length - 1}" type="${kind}" ${shape} ${place} ${contactOf(d)}/>`;
  };
  return { geom, geoms };
}

/** What everything falls on. @param {Dice} d @param {ReturnType<typeof makerOf>['geom']} geom */
function groundOf(d, geom) {
  const turned = () => `euler="${d.numbers(2, -20, 20)} ${d.number(-180, 180)}"`;
  return d.pick([
    () => `<geom type="plane" size="2 2 .1" ${contactOf(d)}/>`,
    () => `<geom type="plane" size="0 0 1" ${turned()} ${contactOf(d)}/>`,
    () => `<geom type="hfield" hfield="h" ${contactOf(d)}/>`,
    () => `<geom type="hfield" hfield="h" ${turned()} ${contactOf(d)}/>`,
    () => `<geom type="mesh" mesh="m0" pos="0 0 -.1" ${contactOf(d)}/>`,
    () => [1, 2, 3].map(() => geom('world', `pos="${d.numbers(2, -0.3, 0.3)} 0"`)).join(''),
  ])();
}

/** @param {Dice} d @param {number} i @param {ReturnType<typeof makerOf>['geom']} geom */
function bodyOf(d, i, geom) {
  const name = `b${i}`;
  const pos = `pos="${d.numbers(2, -0.2, 0.2)} ${(0.1 + i * d.between(0.04, 0.14)).toFixed(4)}"`;
  const turn = d.pick([d.quat, d.quat, () => `euler="0 0 ${d.number(0, 90)}"`])();
  const second = () =>
    d.maybe(0.25, () => geom(name, `pos="${d.numbers(3, -0.1, 0.1)}" ${d.quat()}`));
  const child = () =>
    `<body name="${name}c" pos="${d.numbers(3, -0.15, 0.15)}"><joint type="${d.pick(['hinge', 'slide', 'ball'])}"/>${geom(`${name}c`)}</body>`;
  const inside = d.pick([
    ...Array.from({ length: 6 }, () => () => `<freejoint/>${geom(name)}${second()}`),
    () => `<joint axis="${d.numbers(3, -1, 1)}"/>${geom(name)}${second()}`,
    () => `<joint type="slide" axis="${d.numbers(2, -0.3, 0.3)} 1"/>${geom(name)}${second()}`,
    () => `<joint type="ball"/>${geom(name)}${second()}`,
    () => `<freejoint/>${geom(name)}${second()}${child()}`,
  ])();
  return `<body name="${name}" ${pos} ${turn}>${inside}</body>`;
}

/** @param {Dice} d */
function flexOf(d) {
  const dim = d.pick([1, 2, 2, 3, 3]);
  const most = dim === 1 ? 8 : dim === 2 ? 5 : 4;
  const count = [0, 1, 2].map((i) => (i < dim ? d.whole(2, i === 2 ? 3 : most) : 1)).join(' ');
  const whole = dim === 3 && d.maybe(0.4, () => d.pick(['trilinear', 'quadratic']));
  const stiff = `<elasticity young="${d.whole(1, 9)}e3" poisson="${d.number(0, 0.4)}" damping=".01" ${dim === 2 ? 'thickness=".01" elastic2d="both"' : ''}/>`;
  const tied = '<edge equality="true" damping="1"/>';
  const contact = [
    d.maybe(0.5, () => `margin="${d.number(0, 0.02)}"`),
    d.maybe(0.2, () => `gap="${d.number(0, 0.02)}"`),
    `selfcollide="${whole ? 'none' : d.pick(['none', 'none', 'auto', 'narrow', 'bvh', 'sap'])}"`,
    d.maybe(0.3, () => `condim="${d.pick([1, 3, 4, 6])}"`),
    d.maybe(0.2, () => `priority="${d.whole(0, 2)}"`),
  ].join(' ');
  return `<flexcomp name="f" type="grid" dim="${dim}" count="${count}" spacing="${d.numbers(3, 0.07, 0.1)}" mass=".3"
    pos="${d.numbers(2, -0.15, 0.15)} ${d.number(0.2, 0.7)}" ${d.maybe(0.5, d.quat)} radius="${d.pick(['.001', '.01', '.02'])}"
    dof="${whole || 'full'}"><contact ${contact}/>${whole || (dim > 1 && d.maybe(0.4, () => '1')) ? stiff : tied}</flexcomp>`;
}

/** Explicit pairs of geoms of two bodies. @param {Dice} d @param {{ name: string, body: string }[]} geoms */
function pairsOf(d, geoms) {
  let pairs = '';
  for (let i = d.pick([0, 0, 1, 3]); i > 0; i--) {
    const [a, b] = [d.pick(geoms), d.pick(geoms)];
    const more = [
      d.maybe(0.4, () => `margin="${d.number(0, 0.05)}"`),
      d.maybe(0.3, () => `gap="${d.number(0, 0.03)}"`),
      d.maybe(0.3, () => `condim="${d.pick([1, 3, 4, 6])}"`),
      d.maybe(0.3, () => `friction="${d.numbers(5, 0.01, 1)}"`),
    ].join(' ');
    if (a.body !== b.body) pairs += `<pair geom1="${a.name}" geom2="${b.name}" ${more}/>`;
  }
  return pairs;
}

/** MJCF of a scene. @param {number} seed */
export function collisionScene(seed) {
  const d = diceOf(seed * 104729 + 7, 4);
  const assets = assetsOf(d);
  const { geom, geoms } = makerOf(d);
  const ground = groundOf(d, geom);
  const bodyCount = d.whole(2, 7);
  const bodies = Array.from({ length: bodyCount }, (_, i) => bodyOf(d, i, geom)).join('');
  const flex = d.maybe(0.3, () => flexOf(d));
  const mocap = d.maybe(
    0.2,
    () => `<body mocap="true" pos="${d.numbers(3, 0, 0.2)}">${geom('mocap')}</body>`,
  );
  const exclude = d.maybe(
    0.15,
    () => `<exclude body1="b0" body2="b${d.whole(1, bodyCount - 1)}"/>`,
  );
  const flags = [
    `multiccd="${d.pick(['enable', 'disable'])}"`,
    d.maybe(0.1, () => 'filterparent="disable"'),
    d.maybe(0.1, () => 'midphase="disable"'),
    d.maybe(0.15, () => 'override="enable"'),
    d.maybe(0.1, () => 'island="disable"'),
  ].join(' ');
  const options = [
    `cone="${d.pick(['pyramidal', 'elliptic'])}"`,
    d.maybe(0.3, () => `jacobian="${d.pick(['dense', 'sparse'])}"`),
    d.maybe(0.15, () => `o_margin="${d.number(0, 0.03)}"`),
    d.maybe(0.1, () => `impratio="${d.number(0.5, 5)}"`),
  ].join(' ');
  return `<mujoco><option ${options}><flag ${flags}/></option><size memory="20M"/><asset>${assets}</asset>
    <worldbody>${ground}${bodies}${mocap}${flex}</worldbody><contact>${pairsOf(d, geoms)}${exclude}</contact></mujoco>`;
}
