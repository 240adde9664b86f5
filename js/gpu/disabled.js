// What a model may turn off.

/** Bits of mjtDisableBit. */
export const off = {
  constraint: 1,
  equality: 2,
  friction: 4,
  limit: 8,
  contact: 16,
  spring: 32,
  damper: 64,
  gravity: 128,
  clampctrl: 256,
  warmstart: 512,
  filterparent: 1024,
  actuation: 2048,
  refsafe: 4096,
  sensor: 8192,
  eulerdamp: 32768,
};
