'use client';
// Entry 'limber/react': simulations in programs of React 18 and 19. react is a peer dependency.
//
//   <LimberViewer src="robot/scene.xml" keyframe="home" camera="track" controls onLoad={(simulation) => ...} />
//   const { simulation, error } = useSimulation('robot/scene.xml');
//   useSimulationFrame(simulation, ({ time }) => setTime(time), { speed: 0.5 });
//
// A server renders the element empty; everything else happens in the page. Importing this defines <limber-viewer> and its type in JSX.
// For react-three-fiber see fiber.js.
import {
  createElement,
  forwardRef,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { load } from '../index.js';
import '../viewer/index.js';

/** @typedef {import('../index.js').Simulation} Simulation */
/** @typedef {import('../index.js').ModelSource} ModelSource */
/** @typedef {import('../index.js').LoadOptions} LoadOptions */
/** @typedef {import('../viewer/index.js').LimberViewer} Viewer */
/** @typedef {import('./jsx.js').ViewerAttributes} ViewerAttributes */

/**
 * @typedef {object} ViewerSettings
 * @property {ModelSource} [src] what `load` of limber takes; another one shows another model
 * @property {LoadOptions} [options] of loading
 * @property {'lazy' | 'eager'} [loading] lazy: what an address in `src` names is fetched when the element comes near ('eager')
 * @property {string | number} [keyframe] to start from, by name or number
 * @property {string | number} [camera] of the model, by name or number, or 'track': after the first body
 * @property {boolean} [controls] whether there is a bar with run, step and restart
 * @property {boolean} [xr] whether there is a button for a headset
 * @property {boolean} [paused] whether it stands still
 * @property {number} [speed] simulated seconds for a second of the clock
 * @property {string} [poster] address of a picture that is shown until the model is there
 * @property {string} [policy] address of a policy that drives it
 * @property {'reference' | 'nice'} [look] how it is drawn ('reference')
 * @property {(simulation: Simulation) => void} [beforeStep] called before every step: a controller
 * @property {(simulation: Simulation) => void} [onLoad] called when another model runs
 * @property {(error: unknown) => void} [onError] called when a model cannot be loaded or a step failed
 * @property {() => void} [onReset] called after the state was set anew
 * @property {(simulation: Simulation) => void} [onFrame] called after each picture
 */
/** @typedef {ViewerSettings & Omit<import('react').HTMLAttributes<Viewer>, keyof ViewerSettings>} ViewerProps */

/**
 * Calls the newest of the functions that a component was given, without subscribing anew each time.
 * @template {object} T
 * @param {T} value
 */
function useLatest(value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Whether a source is an address, not a model itself. @param {ModelSource} source */
const isAddress = (source) =>
  source instanceof URL || (typeof source === 'string' && !/^\s*</.test(source));

/** Shows a simulation: <limber-viewer> with properties and events as React has them; the ref is the element. */
export const LimberViewer = forwardRef(
  /** @param {ViewerProps} props @param {import('react').ForwardedRef<Viewer>} outer */
  function LimberViewer(props, outer) {
    const {
      src,
      options,
      keyframe,
      camera,
      controls = false,
      xr = false,
      paused,
      speed = 1,
      beforeStep,
      onLoad,
      onError,
      onReset,
      onFrame,
      className,
      ...rest
    } = props;
    const inner = useRef(/** @type {Viewer | null} */ (null));
    useImperativeHandle(outer, () => /** @type {Viewer} */ (inner.current), []);
    const latest = useLatest({ options, beforeStep, onLoad, onError, onReset, onFrame });
    useEffect(() => {
      const viewer = /** @type {Viewer} */ (inner.current);
      const connection = new AbortController();
      const { signal } = connection;
      viewer.beforeStep = (simulation) => latest.current.beforeStep?.(simulation);
      viewer.addEventListener('load', ({ detail }) => latest.current.onLoad?.(detail), { signal });
      viewer.addEventListener('error', ({ detail }) => latest.current.onError?.(detail), {
        signal,
      });
      viewer.addEventListener('reset', () => latest.current.onReset?.(), { signal });
      const tell = () => {
        if (viewer.simulation) latest.current.onFrame?.(viewer.simulation);
      };
      viewer.addEventListener('frame', tell, { signal });
      return () => connection.abort();
    }, [latest]);
    useEffect(() => {
      const viewer = /** @type {Viewer} */ (inner.current);
      Object.assign(viewer, { keyframe, camera, controls, xr, speed });
    }, [keyframe, camera, controls, xr, speed]);
    useEffect(() => {
      // undefined: as the visitor wants it
      if (paused !== undefined) /** @type {Viewer} */ (inner.current).paused = paused;
    }, [paused]);
    useEffect(() => {
      if (src === undefined) return;
      const viewer = /** @type {Viewer} */ (inner.current);
      const { options } = latest.current;
      if (viewer.getAttribute('loading') === 'lazy' && isAddress(src))
        Object.assign(viewer, { loadOptions: options, src });
      else viewer.load(src, options);
    }, [src, latest]);
    return createElement('limber-viewer', { ...rest, class: className, ref: inner });
  },
);

/**
 * @typedef {object} Loaded
 * @property {Simulation | null} simulation null while it is loaded, and when it cannot be
 * @property {unknown} error what went wrong
 */

/**
 * The simulation of a model: loaded when the component appears or the source changes, freed when it goes.
 * @param {ModelSource | null | undefined} source what `load` of limber takes; null: none
 * @param {LoadOptions} [options] of loading
 * @returns {Loaded}
 */
export function useSimulation(source, options) {
  const [loaded, setLoaded] = useState(/** @type {Loaded} */ ({ simulation: null, error: null }));
  const latest = useLatest({ options });
  useEffect(() => {
    if (source === null || source === undefined) return undefined;
    const connection = new AbortController();
    /** @type {Simulation | null} */
    let simulation = null;
    load(source, { ...latest.current.options, signal: connection.signal }).then(
      (made) => {
        if (connection.signal.aborted) made.dispose();
        else setLoaded({ simulation: (simulation = made), error: null });
      },
      (error) => {
        if (!connection.signal.aborted) setLoaded({ simulation: null, error });
      },
    );
    return () => {
      connection.abort();
      setLoaded({ simulation: null, error: null });
      simulation?.dispose();
    };
  }, [source, latest]);
  return loaded;
}

/**
 * @typedef {object} FrameOptions
 * @property {boolean} [running] whether it runs (true)
 * @property {number} [speed] simulated seconds for a second of the clock (1)
 * @property {(simulation: Simulation) => void} [beforeStep] called before each step: a controller
 */

/**
 * Runs a simulation in step with real time and calls a function after the steps of each frame.
 * @param {Simulation | null} simulation
 * @param {(simulation: Simulation) => void} onFrame
 * @param {FrameOptions} [options]
 */
export function useSimulationFrame(simulation, onFrame, options = {}) {
  const { running = true, speed = 1, beforeStep } = options;
  const latest = useLatest({ onFrame, beforeStep });
  const frame = useCallback(
    (/** @type {Simulation} */ shown) => latest.current.onFrame(shown),
    [latest],
  );
  const controlled = beforeStep !== undefined;
  useEffect(() => {
    if (!simulation || !running) return undefined;
    const loop = simulation.run({
      speed,
      onFrame: frame,
      beforeStep: controlled ? (shown) => latest.current.beforeStep?.(shown) : undefined,
    });
    return () => loop.stop();
  }, [simulation, running, speed, controlled, frame, latest]);
}
