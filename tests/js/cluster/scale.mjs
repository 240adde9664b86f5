// Imported by metrics.mjs: what travels with it.
export const scale = 2;
