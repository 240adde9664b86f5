// Checked by tests/js/types.test.mjs, never run: the types of 'limber/react' and of the element in JSX.
import { createElement, createRef, type JSX } from 'react';
import { LimberViewer, useSimulation, useSimulationFrame } from 'limber/react';
import { SimulationView } from 'limber/react/fiber';
import type { Simulation } from 'limber';
import type { LimberViewer as Element } from 'limber/viewer';

const ref = createRef<Element>();
export const shown = createElement(LimberViewer, {
  ref,
  src: 'robot.xml',
  keyframe: 'home',
  camera: 0,
  controls: true,
  className: 'robot',
  'aria-label': 'a robot',
  poster: 'robot.webp',
  policy: 'walk.json',
  loading: 'lazy',
  onLoad: (simulation) => simulation.reset('home'),
  beforeStep: ({ data }) => data.ctrl.fill(0),
  onFrame: ({ time }) => time.toFixed(1),
});
// @ts-expect-error a speed is a number
createElement(LimberViewer, { speed: 'fast' });
// @ts-expect-error no such event
createElement(LimberViewer, { onLoaded: () => {} });

// the element in JSX
type Attributes = JSX.IntrinsicElements['limber-viewer'];
export const attributes: Attributes = { src: 'robot.xml', keyframe: 1, controls: true, id: 'one' };
export const late: Attributes = { loading: 'lazy', poster: 'robot.webp', policy: 'walk.json' };
// @ts-expect-error it is lazy or not
export const never: Attributes = { loading: 'soon' };
// @ts-expect-error no such attribute
export const wrong: Attributes = { frame: 1 };

export function Robot() {
  const { simulation, error } = useSimulation('robot.xml', { signal: AbortSignal.timeout(9) });
  useSimulationFrame(simulation, ({ time }: Simulation) => time, { speed: 2, running: !error });
  // @ts-expect-error a simulation is needed
  useSimulationFrame('robot.xml', () => {});
  return createElement(SimulationView, { simulation, rotation: [-Math.PI / 2, 0, 0], speed: 1 });
}
