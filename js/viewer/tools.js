// What pages use around a viewer: snapshots, pages that carry a model, programs, steering. The element itself is in viewer.js.
export { AskedPace } from './program/asked_pace.js';
export { handleFields, handleKinds } from './program/exchange.js';
export { FRAME_SCRIPT } from './program/frame.js';
export { SandboxedProgram } from './program/program.js';
export { ProgramError } from './program/sandbox.js';
export { writeAttributes, writeCarried, writePage } from './page.js';
export { readDisplay, writeDisplay } from './display.js';
export { applySnapshot, checkSnapshot, readPhysics, takeSnapshot } from './snapshot.js';
export { AXES, Steering } from './steering.js';
export { SteeredPolicy, steerPolicy } from './steered_policy.js';
