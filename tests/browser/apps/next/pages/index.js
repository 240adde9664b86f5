// Rendered on the server, where the model is stepped too; drawn by the page.
import { useEffect, useRef } from 'react';
import { load } from 'limber';
import 'limber/viewer';
import { run } from '../app.js';

export async function getStaticProps() {
  const sim = await load(
    '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>',
  );
  sim.step(100);
  return { props: { height: sim.body(1).xpos[2] } };
}

export default function Page(/** @type {{ height: number }} */ { height }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    run(/** @type {HTMLElement} */ (place.current)).then(
      (result) => (window.result = { ...result, onServer: height }),
      (/** @type {Error | undefined} */ error) =>
        (window.result = { error: String(error?.stack ?? error) }),
    );
  }, [height]);
  return <main ref={place}>fell to {height}</main>;
}
