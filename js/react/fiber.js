'use client';
// Entry 'limber/react/fiber': a simulation as an object of a scene of react-three-fiber. react, three and @react-three/fiber are peer
// dependencies.
//
//   <Canvas><SimulationView simulation={simulation} rotation={[-Math.PI / 2, 0, 0]} /></Canvas>
//
// The view uses the model's frame: metres, z up; the rotation above stands it up in a scene whose y is up.
import { createElement, useEffect, useMemo, useRef, useState } from 'react';
import { useFrame } from '@react-three/fiber';
import { Pace } from '../index.js';
import { SimulationView as View } from '../three/index.js';

/** @typedef {import('../index.js').Simulation} Simulation */

/**
 * @typedef {object} ViewSettings
 * @property {Simulation | null} simulation what is shown, such as useSimulation() gives; nothing while it is null
 * @property {boolean} [running] whether frames of the canvas step it (true)
 * @property {number} [speed] simulated seconds for a second of the clock (1)
 * @property {(simulation: Simulation) => void} [beforeStep] called before each step: a controller
 * @property {(simulation: Simulation) => void} [onFrame] called after the steps of each frame
 * @property {(view: View) => void} [onView] called with each new view: its display switches and decorations
 */
/** @typedef {ViewSettings & Omit<import('@react-three/fiber').ThreeElements['group'], 'ref'>} ViewProps */

/**
 * A simulation in a scene: steps with the frames of the canvas and shows what came of it. Position, rotation, scale and events are
 * those of any object.
 * @param {ViewProps} props
 * @returns {import('react').ReactNode}
 */
export function SimulationView(props) {
  const { simulation, running = true, speed = 1, beforeStep, onFrame, onView, ...rest } = props;
  const latest = useRef({ beforeStep, onFrame, onView });
  useEffect(() => {
    latest.current = { beforeStep, onFrame, onView };
  });
  const [version, setVersion] = useState(0);
  const [view, setView] = useState(/** @type {View | null} */ (null));
  useEffect(() => {
    if (!simulation) return undefined;
    const made = new View(simulation);
    setView(made);
    latest.current.onView?.(made);
    return () => {
      setView(null);
      made.dispose();
    };
  }, [simulation, version]);
  const controlled = beforeStep !== undefined;
  const pace = useMemo(
    () =>
      new Pace({
        beforeStep: controlled ? (shown) => latest.current.beforeStep?.(shown) : undefined,
      }),
    [controlled],
  );
  useFrame(({ camera }, elapsed) => {
    if (!simulation || !view) return;
    pace.speed = speed;
    if (running) pace.advance(simulation, elapsed);
    // an edited model has another view
    if (view.model !== simulation.model) setVersion(simulation.version);
    else view.update(camera);
    latest.current.onFrame?.(simulation);
  });
  return view && createElement('primitive', { ...rest, object: view, dispose: null });
}
