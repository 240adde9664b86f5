// What an import of 'limber/limber.wasm' gives where hosts compile modules: edge runtimes.
declare const module: WebAssembly.Module;
export default module;
