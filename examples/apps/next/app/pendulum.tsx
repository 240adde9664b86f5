'use client';
import { useState } from 'react';
import { LimberViewer } from 'limber/react';

export function Pendulum({ xml }: { xml: string }) {
  const [bodies, setBodies] = useState(0);
  return (
    <>
      <LimberViewer
        src={xml}
        keyframe="raised"
        camera="side"
        controls
        onLoad={(simulation) => setBodies(simulation.bodies.length)}
        style={{ width: 480, height: 320 }}
      />
      <p>{bodies} bodies. The element itself, as JSX:</p>
      <limber-viewer src={xml} keyframe="raised" paused style={{ width: 240, height: 160 }} />
    </>
  );
}
