/** Where the worker's responses come from: the network, or the files of this version of the page in the cache. */
export type Ways = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The cached file of this path, if there is one. */
  readonly find: (path: string) => Promise<Response | undefined>;
  readonly wait: (ms: number) => Promise<void>;
};

/** How long the network may take before the cached copy is shown instead. */
export const patienceMs = 4_000;

/** Whether the request is for the page or one of its files. All others, those to /api above all, go past the worker. */
export function isOurs(
  { method, url }: Pick<Request, 'method' | 'url'>,
  origin: string,
  paths: readonly string[],
): boolean {
  const address = new URL(url);
  return (
    method === 'GET' &&
    address.origin === origin &&
    (isHashed(address.pathname) || paths.includes(address.pathname))
  );
}

/**
 * Takes a file that is named after its content from the cache. The page itself, and other files with a fixed name, come from the
 * network; the cached copy serves when the network fails, is slow or answers with a 5xx.
 */
export async function answer(request: Request, { fetch, find, wait }: Ways): Promise<Response> {
  const path = new URL(request.url).pathname;
  const kept = await find(path);
  if (kept === undefined) return fetch(request);
  if (isHashed(path)) return kept;
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([fresh, wait(patienceMs).then(() => kept)]);
}

/** Whether the file is named after its content, so that it never changes. */
export const isHashed = (path: string) => path.startsWith('/assets/');
