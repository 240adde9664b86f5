// A program that disposes nothing: what its workers do says whether it may end.
import { createBatch, load, moveToWorker } from 'limber';

const xml = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>';
const isHeld = () => process.getActiveResourcesInfo().includes('MessagePort');

const batch = await createBatch(xml, { count: 64, workers: 2 });
await batch.step(300);
const remote = await moveToWorker(await load(xml));
await remote.step(10);
const atRest = isHeld();
await remote.run();
const running = isHeld();
await remote.stop();
console.log(batch.time[63].toFixed(3), remote.time.toFixed(3), atRest, running, isHeld());
