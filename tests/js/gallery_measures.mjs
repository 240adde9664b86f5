// How success is measured for each model of the gallery: `watch` is called every tenth of a simulated second, `done` at the end of
// thirty, with what was found. examples/showcase.json says the same in words.

/** @typedef {import('limber').Simulation} Sim */
/**
 * What programs tell about themselves, besides their parameters and their controller.
 * @typedef {object} Program
 * @property {number[]} history
 * @property {{ places: number }} journey
 * @property {number[]} misses
 * @property {{ pins: number, throws: number }} score
 * @property {{ range: number }} shot
 * @property {Record<string, number>} times
 */
/** @typedef {{ watch?: () => void, done: () => [success: boolean, found: unknown] }} Measure */

/** @param {ArrayLike<number>} values */
const most = (values) => Math.max(...Array.from(values));
/** @param {ArrayLike<number>} values */
const least = (values) => Math.min(...Array.from(values));
/** @param {Sim} sim @param {string} name */
const jointOf = (sim, name) => sim.model.jnt_qposadr[sim.joint(name).id];
/** @param {Sim} sim @param {string} name */
const placeOf = (sim, name) => Array.from(sim.body(name).xpos);
/** The cosine between a body's z axis and up. @param {Sim} sim @param {string} name */
const upright = (sim, name) => sim.data.xmat[9 * sim.body(name).id + 8];
/** Whether all is slow. @param {Sim} sim @param {number} speed */
const isStill = (sim, speed) => most(sim.data.qvel.map(Math.abs)) < speed;

/** The largest change of energy against what there was to lose. @param {Sim} sim @returns {Measure} */
function keepsEnergy(sim) {
  const total = () => sim.data.energy[0] + sim.data.energy[1];
  sim.forward();
  const start = total();
  const before = sim.saveState();
  // what the model has at rest, all joints at zero
  sim.data.qpos.set(sim.model.qpos0);
  sim.data.qvel.fill(0);
  sim.forward();
  const scale = Math.abs(start - total());
  sim.restoreState(before);
  sim.forward();
  let drift = 0;
  return {
    watch: () => (drift = Math.max(drift, Math.abs(total() - start) / scale)),
    done: () => [drift < 0.01, drift],
  };
}

/** How often a value goes from below a limit to above another. @param {() => number} value @param {number} low @param {number} high */
function swings(value, low, high) {
  let count = 0;
  let isHigh = false;
  return {
    get count() {
      return count;
    },
    watch() {
      const now = value();
      if (!isHigh && now > high) [isHigh, count] = [true, count + 1];
      if (isHigh && now < low) isHigh = false;
    },
  };
}

/** Counts the times that something is lifted and set down. @param {() => number} height @param {number} low @param {number} high @param {number} times @returns {Measure} */
function lifts(height, low, high, times) {
  const lifted = swings(height, low, high);
  return { watch: () => lifted.watch(), done: () => [lifted.count >= times, lifted.count] };
}

/** The smallest of a value over the run. @param {() => number} value @param {(found: number) => boolean} isGood @param {number} [from] tenths of a second that do not count @returns {Measure} */
function always(value, isGood, from = 0) {
  let worst = Infinity;
  let tenth = 0;
  return {
    watch: () => {
      if (tenth++ >= from) worst = Math.min(worst, value());
    },
    done: () => [isGood(worst), worst],
  };
}

/** How far a place is from where it began, without falling. @param {Sim} sim @param {string} body @param {number} metres @param {number} height @returns {Measure} */
function goes(sim, body, metres, height) {
  const [x, y] = placeOf(sim, body);
  let lowest = Infinity;
  return {
    watch: () => (lowest = Math.min(lowest, placeOf(sim, body)[2])),
    done: () => {
      const [toX, toY] = placeOf(sim, body);
      const far = Math.hypot(toX - x, toY - y);
      return [far > metres && lowest > height, { far, lowest }];
    },
  };
}

/** Distances of the free bodies of a model: their places. @param {Sim} sim @returns {number[][]} */
const freePlaces = (sim) =>
  Array.from(sim.model.jnt_type).flatMap((type, joint) =>
    type === 0
      ? [Array.from(sim.data.qpos.subarray(sim.model.jnt_qposadr[joint]).slice(0, 3))]
      : [],
  );

/** How much an angle turns in all. @param {() => number} angle */
function turned(angle) {
  let last = angle();
  let sum = 0;
  return {
    get sum() {
      return sum;
    },
    watch() {
      const now = angle();
      sum += Math.atan2(Math.sin(now - last), Math.cos(now - last));
      last = now;
    },
  };
}

/** Legged robots, arms and hands. @type {Record<string, (sim: Sim, program: Program) => Measure>} */
const robots = {
  quadruped: (sim) => goes(sim, 'trunk', 9, 0.22),
  humanoid: (sim) =>
    always(
      () => placeOf(sim, 'pelvis')[2],
      (height) => height > 0.9,
    ),
  hopper: (sim) => {
    const joint = jointOf(sim, 'x');
    const start = sim.data.qpos[joint];
    return { done: () => [sim.data.qpos[joint] - start > 5, sim.data.qpos[joint] - start] };
  },
  passive_walker(sim) {
    let lowest = 1;
    return {
      watch: () => (lowest = Math.min(lowest, upright(sim, 'left leg'))),
      done: () => [placeOf(sim, 'left leg')[0] > 8 && lowest > 0.4, placeOf(sim, 'left leg')],
    };
  },
  robot_arm(sim) {
    let tower = 0;
    return {
      watch: () => {
        const heights = ['yellow', 'red', 'green'].map((name) => placeOf(sim, name)[2]).sort();
        if (heights[0] > 0.22 && heights[1] > 0.27 && isStill(sim, 1))
          tower = Math.max(tower, heights[2]);
      },
      done: () => [tower > 0.32, tower],
    };
  },
  cube_in_hand(sim) {
    const { sensordata } = sim.data;
    const turn = turned(() => Math.atan2(sensordata[4], sensordata[3]));
    let away = 0;
    return {
      watch: () => {
        turn.watch();
        away = Math.max(away, Math.hypot(sensordata[0], sensordata[1]));
      },
      done: () => [Math.abs(turn.sum) > 4 * Math.PI && away < 0.03, { turn: turn.sum, away }],
    };
  },
  soft_gripper: (sim) => lifts(() => sim.data.sensordata[2], 0.05, 0.155, 3),
  three_finger_hand: (sim) => lifts(() => placeOf(sim, 'ball')[2], 0.05, 0.235, 4),
  tendon_finger: (sim) => lifts(() => sim.data.qpos[1], 0.5, 1.4, 10),
};

/** Planning, learning, vehicles. @type {Record<string, (sim: Sim, program: Program) => Measure>} */
const drivers = {
  planned_cart: (sim) => {
    let up = 0;
    let count = 0;
    return {
      watch: () => {
        if (count++ >= 30 && sim.data.sensordata[2] > 0.9) up++;
      },
      done: () => [up > 0.95 * (count - 30), `${up} of ${count - 30} looks`],
    };
  },
  learning_crawlers: (sim, { history }) => ({
    done: () => [most(history) > 3 * history[0] && most(history) > 0.15, [...history]],
  }),
  race_car(sim) {
    const turn = turned(() => Math.atan2(placeOf(sim, 'car')[1], placeOf(sim, 'car')[0]));
    return { watch: () => turn.watch(), done: () => [turn.sum > 4 * Math.PI, turn.sum] };
  },
  dune_buggy: (sim, { journey }) => ({ done: () => [journey.places >= 8, journey.places] }),
  rover: (sim) => goes(sim, 'hull', 5, 0.15),
  balancer: (sim) =>
    always(
      () => 1 - 2 * (sim.data.qpos[4] ** 2 + sim.data.qpos[5] ** 2),
      (found) => found > 0.9,
    ),
};

/** Muscles, tendons and control. @type {Record<string, (sim: Sim, program: Program) => Measure>} */
const pullers = {
  reaching_arm: (sim, { misses }) => ({
    done: () => [misses.length > 10 && most(misses) < 0.01, most(misses)],
  }),
  muscle_leg: (sim) => lifts(() => sim.data.qpos[jointOf(sim, 'knee')], 0.3, 1, 10),
  tensegrity(sim) {
    const start = freePlaces(sim)[0];
    let far = 0;
    return {
      watch: () => {
        const [x, y] = freePlaces(sim)[0];
        far = Math.max(far, Math.hypot(x - start[0], y - start[1]));
      },
      done: () => [far > 1.5, far],
    };
  },
  crane(sim) {
    let lean = 0;
    let [left, right] = [0, 0];
    return {
      watch: () => {
        lean = Math.max(lean, Math.acos(Math.min(1, upright(sim, 'load'))));
        const [, y] = placeOf(sim, 'load');
        [left, right] = [Math.max(left, y), Math.min(right, y)];
      },
      done: () => [
        (lean * 180) / Math.PI < 10 && left > 0.4 && right < -0.3,
        { lean: (lean * 180) / Math.PI, left, right },
      ],
    };
  },
  cart_double_pole: (sim) => {
    let up = 0;
    return {
      watch: () => {
        const [, first, second] = sim.data.qpos;
        up = Math.cos(first) > 0.98 && Math.cos(first + second) > 0.98 ? up + 1 : 0;
      },
      done: () => [up > 50, `${up / 10} s`],
    };
  },
  double_pendulum(sim) {
    const energy = keepsEnergy(sim);
    return {
      ...energy,
      done: () => {
        const apart = Math.abs(sim.data.qpos[0] - sim.data.qpos[8]);
        const [keeps, drift] = energy.done();
        return [keeps && apart > 1, { drift, apart }];
      },
    };
  },
  pendulum_chain: keepsEnergy,
};

/** Games, stacks, cloth, fluids. @type {Record<string, (sim: Sim, program: Program) => Measure>} */
const things = {
  bowling: (sim, { score }) => {
    let first = 0;
    return {
      watch: () => {
        if (score.throws === 1) first = score.pins;
      },
      done: () => [first >= 6, `${first} pins`],
    };
  },
  box_stack: (sim) => {
    const before = most(freePlaces(sim).map(([, , z]) => z));
    return {
      done: () => {
        const after = most(freePlaces(sim).map(([, , z]) => z));
        return [after < 0.8 * before, { before, after }];
      },
    };
  },
  dominoes: (sim) => ({
    done: () => {
      const up = Array.from(
        { length: sim.model.nbody - 1 },
        (_, i) => sim.data.xmat[9 * (i + 1) + 8],
      );
      const fallen = up.filter((cosine) => Math.abs(cosine) < 0.8).length;
      return [fallen > 0.8 * 90, fallen];
    },
  }),
  sleeping_pile: (sim) => ({
    done: () => {
      const far = most(freePlaces(sim).map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
      // a ball may still roll about
      const still = sim.data.qvel.filter((speed) => Math.abs(speed) < 0.05).length / sim.model.nv;
      return [still > 0.9 && far < 1.5, { far, still }];
    },
  }),
  towel_folding: (sim) => {
    let [folded, open] = [Infinity, Infinity];
    return {
      watch: () => {
        const [near, far] = [placeOf(sim, 'towel_0'), placeOf(sim, 'towel_90')];
        if (near[2] > 0.36) return;
        folded = Math.min(folded, Math.hypot(near[0] - far[0], near[1] - far[1]));
        if (folded < 0.1) open = Math.min(open, Math.abs(near[0] + 0.24));
      },
      done: () => [folded < 0.08 && open < 0.05, { folded, open }],
    };
  },
  flag: (sim) => ({ done: () => [isStill(sim, 1), most(sim.data.qvel.map(Math.abs))] }),
  trampoline: (sim) =>
    always(
      () => least(freePlaces(sim).map(([, , z]) => z)),
      (lowest) => lowest > 0.05,
    ),
  draped_ropes: (sim) => ({
    done: () => [
      most(sim.data.geom_xpos.filter((_, i) => i % 3 === 2)) > 0.3 && isStill(sim, 3),
      most(sim.data.qvel.map(Math.abs)),
    ],
  }),
  quadrotor(sim) {
    const passed = new Set();
    /** @type {number[] | undefined} */
    let before;
    return {
      watch: () => {
        const now = Array.from(sim.data.qpos.subarray(0, 3));
        for (const name of ['hoop1', 'hoop2']) {
          const at = 3 * sim.geom(name).id;
          const [x, y, z] = sim.model.geom_pos.subarray(at, at + 3);
          const crosses = before && (before[0] - x) * (now[0] - x) <= 0;
          if (crosses && Math.hypot(now[1] - y, now[2] - z) < 0.35) passed.add(name);
        }
        before = now;
      },
      done: () => [passed.size === 2, [...passed]],
    };
  },
  falling_leaves: (sim) => ({
    done: () => [
      most(freePlaces(sim).map(([, , z]) => z)) < 0.2,
      freePlaces(sim).map(([, , z]) => z),
    ],
  }),
  swimmer: (sim) => ({ done: () => [sim.data.qpos[0] > 2, sim.data.qpos[0]] }),
};

/** Machines and toys. @type {Record<string, (sim: Sim, program: Program) => Measure>} */
const machines = {
  trebuchet(sim, { shot }) {
    const start = freePlaces(sim);
    let broken = 0;
    let range = 0;
    return {
      watch: () => {
        const far = freePlaces(sim).map(([x], i) => Math.abs(x - start[i][0]));
        broken = Math.max(broken, far.slice(1).filter((way) => way > 0.3).length);
        range = Math.max(range, shot.range, far[0]);
      },
      done: () => [range > 25 && broken >= 3, { range, broken }],
    };
  },
  escapement(sim) {
    const tooth = (2 * Math.PI) / 15;
    const pendulum = swings(() => sim.data.qpos[1], -0.02, 0.02);
    return {
      watch: () => pendulum.watch(),
      done: () => {
        const teeth = sim.data.qpos[0] / tooth;
        const found = { teeth, swings: pendulum.count };
        return [pendulum.count > 25 && Math.abs(teeth - pendulum.count) < 2, found];
      },
    };
  },
  marble_run(sim) {
    const marbles = Array.from({ length: 12 }, (_, i) => `marble${i + 1}`);
    const rides = marbles.map((name) => swings(() => placeOf(sim, name)[2], 1, 1.2));
    const begun = marbles.filter((name) => placeOf(sim, name)[2] > 1.2).length;
    return {
      watch: () => rides.forEach((ride) => ride.watch()),
      done: () => {
        const up = rides.reduce((sum, { count }) => sum + count, -begun);
        const lost = marbles.filter((name) => placeOf(sim, name)[2] < 0.6).length;
        return [up >= 15 && lost === 0, { up, lost }];
      },
    };
  },
  sorting_line(sim) {
    const side = new Set();
    return {
      watch: () => {
        for (const name of ['red1', 'blue1', 'red2', 'blue2', 'red3'])
          if (placeOf(sim, name)[1] > 0.35) side.add(name);
      },
      done: () => {
        const red = [...side].filter((name) => name.startsWith('red'));
        return [red.length >= 2 && red.length === side.size, [...side]];
      },
    };
  },
  strandbeest: (sim) => closedLoop(sim, 'crank', 10),
  slider_crank: (sim) => closedLoop(sim, 'crank', 30),
  orrery: (sim) => ({
    done: () => {
      const [mercury, earth] = ['mercury', 'earth'].map(
        (name) => sim.data.qpos[jointOf(sim, name)],
      );
      return [earth > 6 && Math.abs(mercury / earth - 4.1523) < 0.02, { earth, mercury }];
    },
  }),
  cradle(sim) {
    // what the contacts hold for a moment is not counted as energy: the most of the last two seconds is what swings
    const total = () => sim.data.energy[0] + sim.data.energy[1];
    const key = sim.saveState();
    sim.reset();
    sim.forward();
    const atRest = total();
    sim.restoreState(key);
    sim.forward();
    const start = total() - atRest;
    /** @type {number[]} */
    const looks = [];
    return {
      watch: () => looks.push(total() - atRest),
      done: () => {
        const drift = most(looks.slice(-20)) / start - 1;
        return [Math.abs(drift) < 0.01, drift];
      },
    };
  },
  brachistochrone: (sim, { times }) => {
    // from the top to the lowest point of a cycloid of radius 0.4 m
    const theory = Math.PI * Math.sqrt(0.4 / 9.81);
    return {
      done: () => [
        times.cycloid < Math.min(times.straight, times.arc) &&
          Math.abs(times.cycloid / theory - 1) < 0.03,
        { ...times, theory },
      ],
    };
  },
  foucault(sim) {
    let across = 0;
    let along = 0;
    return {
      watch: () => {
        const [x, y] = sim.data.sensordata;
        across = Math.max(across, Math.abs(y));
        along = Math.max(along, Math.abs(x));
      },
      done: () => {
        const fallen = Array.from(sim.data.qpos.subarray(1, 37)).filter(
          (angle) => angle > 0.5,
        ).length;
        const plane = (Math.atan2(across, along) * 180) / Math.PI;
        return [sim.data.qpos[0] > 3 && fallen >= 12 && plane < 15, { fallen, plane }];
      },
    };
  },
  gyroscope: (sim) =>
    always(
      () => Math.cos(sim.data.qpos[jointOf(sim, 'tilt')]),
      (found) => found > 0.5,
    ),
  tippe_top: (sim) => {
    let down = 0;
    return {
      watch: () => {
        if (sim.data.sensordata[2] < -0.85) down++;
      },
      done: () => [down > 30, `${down / 10} s on its stem`],
    };
  },
  rattleback: (sim) => {
    let back = 0;
    return {
      watch: () => (back = Math.max(back, sim.data.qvel[5])),
      done: () => [back > 0.5, back],
    };
  },
  galton_board: (sim) => ({
    done: () => {
      const places = freePlaces(sim);
      const lost = places.filter(([x, y, z]) => Math.abs(x) > 0.41 || Math.abs(y) > 0.03 || z < 0);
      const near = places.filter(([x]) => Math.abs(x) < 0.16).length;
      return [lost.length === 0 && near > 0.6 * places.length, { lost: lost.length, near }];
    },
  }),
  hourglass(sim) {
    const below = () => freePlaces(sim).filter(([, , z]) => z < 0.4).length;
    let [passed, turns] = [0, 0];
    let isDown = false;
    return {
      watch: () => {
        const count = below();
        if (count === 60 && !isDown) [isDown, passed] = [true, passed + 1];
        if (count < 10) [isDown, turns] = [false, turns + 1];
      },
      done: () => {
        const lost = freePlaces(sim).filter(([, y]) => Math.abs(y) > 0.03).length;
        return [passed >= 3 && turns > 0 && lost === 0, { passed, lost }];
      },
    };
  },
};

/** A joint that turns so many times while its equalities hold. @param {Sim} sim @param {string} joint @param {number} times @returns {Measure} */
function closedLoop(sim, joint, times) {
  const at = jointOf(sim, joint);
  let gap = 0;
  return {
    watch: () => {
      for (let i = 0; i < sim.data.ne; i++) gap = Math.max(gap, Math.abs(sim.data.efc_pos[i]));
    },
    done: () => {
      const turns = Math.abs(sim.data.qpos[at]) / (2 * Math.PI);
      return [turns > times && gap < 0.01, { turns, gap }];
    },
  };
}

/** A measure for each model, made when it starts. */
export const measures = { ...robots, ...drivers, ...pullers, ...things, ...machines };
