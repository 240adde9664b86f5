// The page of a sandbox: an iframe without an origin of its own starts the worker in which a program runs. The worker inherits the
// policies of this page and of the one around it: no network at all, and no code but its own.

/** What runs in the frame. A page with a policy for scripts allows it by its hash. */
export const FRAME_SCRIPT = `addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent) return;
  const worker = new Worker(URL.createObjectURL(new Blob([data], { type: 'text/javascript' })));
  worker.onerror = ({ message, lineno }) => parent.postMessage({ sandbox: message, line: lineno }, '*');
  worker.postMessage(null, ports);
}, { once: true });
parent.postMessage({ sandbox: 'ready' }, '*');`;

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:; connect-src 'none'; form-action 'none'";

export const FRAME_PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${FRAME_SCRIPT}</script>`;
