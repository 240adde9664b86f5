// The viewer as a component, and the same model in a scene of react-three-fiber.
import { useState } from 'react';
import { Canvas } from '@react-three/fiber';
import { LimberViewer, useSimulation } from 'limber/react';
import { SimulationView } from 'limber/react/fiber';
import model from '../pendulum.xml?url';

/** @param {import('limber').Simulation} simulation */
const damp = ({ data }) => {
  data.ctrl[0] = -0.2 * data.qvel[0];
};

export function App() {
  const [paused, setPaused] = useState(false);
  const [time, setTime] = useState(0);
  const { simulation, error } = useSimulation(model);
  return (
    <main>
      <p>
        <button onClick={() => setPaused(!paused)}>{paused ? 'Run' : 'Pause'}</button>{' '}
        <output>{time.toFixed(1)} s</output>
      </p>
      {error ? <p role="alert">{String(error)}</p> : null}
      <LimberViewer
        src={model}
        keyframe="raised"
        camera="side"
        paused={paused}
        beforeStep={damp}
        onFrame={(shown) => setTime(shown.time)}
        style={{ width: 480, height: 320 }}
      />
      <div style={{ width: 480, height: 320 }}>
        <Canvas camera={{ position: [0, 0.5, 4] }}>
          <SimulationView
            simulation={simulation}
            running={!paused}
            beforeStep={damp}
            rotation={[-Math.PI / 2, 0, 0]}
          />
        </Canvas>
      </div>
    </main>
  );
}
