/** What the worker answers with: the network, and the files kept of this version of the page. */
export type Ways = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The kept file of this path, if there is one. */
  readonly find: (path: string) => Promise<Response | undefined>;
  readonly wait: (ms: number) => Promise<void>;
};

/** So long the network may take before the kept copy is shown instead. */
export const patienceMs = 4_000;

/** The page and its files; everything else, all of /api above all, never comes through here. */
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
 * Files named after their content are taken from the cache. The page itself, and what is named for good, comes from the
 * network first; without one, or where something in between only says that the service is away, the kept copy serves.
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

/** Named after its content: it never changes. */
export const isHashed = (path: string) => path.startsWith('/assets/');
