// Addresses that a link may name as the place of a model, and fetching from there: only http, https, GitHub, robots by name and what a page of this
// site holds itself (blob:), without the visitor's cookies, and no more than a model can need.

const MAX_BYTES = 256e6; // all files of a model together
const MAX_FILES = 4000;

/** The address as it may be loaded. @param {string} text */
export function checkAddress(text) {
  const address = text.trim();
  const page = /^https:\/\/github\.com\/([^/]+)\/([^/]+)\/blob\/([^/]+)\/(.+)$/.exec(address);
  if (page) return `github:${page[1]}/${page[2]}/${page[4]}@${page[3]}`;
  if (
    /^github:[\w-]+\/[\w-][\w.-]*(\/[^@?#]*)?(@[\w./-]+)?$/.test(address) &&
    !/(^|\/)\.\.(\/|$|@)/.test(address)
  )
    return address;
  if (/^menagerie:[\w.-]+$/.test(address)) return address;
  let url;
  try {
    url = new URL(address, document.baseURI);
  } catch {
    throw refused(text);
  }
  // made by a page of this site that lives yet: others cannot make one
  if (url.protocol === 'blob:' && url.origin === location.origin) return url.href;
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw refused(text);
  return url.href;
}

/** @param {string} text */
const refused = (text) =>
  new Error(
    `'${text.slice(0, 120)}' is no place that a link may take a model from: http, https, github:owner/repository/path or menagerie:name.`,
  );

/** Whether an address stands for files that GitHub publishes. @param {string} address */
export const isPublished = (address) => /^(github|menagerie):/.test(address);

/** Whether an address is this site's own. @param {string} address */
export const isOwn = (address) =>
  !isPublished(address) && new URL(address, document.baseURI).origin === location.origin;

/** A place for people. @param {string} address */
export function placeName(address) {
  if (address.startsWith('menagerie:'))
    return `MuJoCo Menagerie, ${address.slice('menagerie:'.length)}`;
  if (address.startsWith('github:')) return `GitHub, ${address.slice('github:'.length)}`;
  const { protocol, host, pathname } = new URL(address);
  if (protocol === 'blob:') return 'another page of this browser';
  return host + decodeURI(pathname);
}

/** Says more than "Failed to fetch". @param {string} address */
const unanswered = (address) =>
  `${new URL(address, document.baseURI).host} did not answer, or does not let other pages read its files (it sends no CORS header). Raw files of GitHub can be read, and files can be dropped here.`;

/** A fetch that says what may be the reason when nothing comes. @param {RequestInfo | URL} input @param {RequestInit} [init] */
export async function plainFetch(input, init) {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Error(unanswered(String(input)), { cause: error });
  }
}

/** A fetch for the files of one model. @returns {typeof fetch} */
export function boundedFetch() {
  let bytes = 0;
  let files = 0;
  return async (input, init) => {
    if (++files > MAX_FILES) throw new Error(`The model names more than ${MAX_FILES} files.`);
    const response = await plainFetch(input, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // the visitor was asked for this host only
      redirect: isOwn(String(input)) ? 'follow' : 'error',
    });
    if (!response.ok || !response.body) return response;
    const [start, body] = response.body.tee();
    await refusePage(start);
    const counted = body.pipeThrough(
      new TransformStream({
        transform(part, controller) {
          bytes += part.length;
          if (bytes > MAX_BYTES) throw new Error('The files of the model are too large.');
          controller.enqueue(part);
        },
      }),
    );
    return new Response(counted, { status: response.status, statusText: response.statusText });
  };
}

/** A host that has no such file may answer with a page. @param {ReadableStream<Uint8Array>} body */
async function refusePage(body) {
  const reader = body.getReader();
  const { value } = await reader.read();
  reader.cancel();
  if (/^\s*<(!doctype html|html)/i.test(new TextDecoder().decode(value?.subarray(0, 64))))
    throw new Error('this is a web page, not a model');
}
