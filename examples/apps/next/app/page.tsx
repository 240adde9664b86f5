// Stepped on the server while the page is built, shown and run in the browser.
import { load } from 'limber';
import { readFile } from 'node:fs/promises';
import { Pendulum } from './pendulum';

export default async function Page() {
  const xml = await readFile('pendulum.xml', 'utf8');
  const simulation = await load(xml);
  simulation.reset('raised').step(500);
  const angle = simulation.joint('hinge').qpos[0];
  simulation.dispose();
  return (
    <main>
      <p>
        After a second it stands at <output>{angle.toFixed(3)}</output> rad.
      </p>
      <Pendulum xml={xml} />
    </main>
  );
}
