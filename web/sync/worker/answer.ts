/** The sources of the worker's responses: the network, and the cache with the files of this version of the page. */
export type FileSources = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The cached file of this path, if there is one. */
  readonly find: (path: string) => Promise<Response | undefined>;
  readonly wait: (ms: number) => Promise<void>;
};

/** After this time the cached file is used instead of the network. */
export const patienceMs = 4_000;

/** True for a request of the page or one of its files. The worker ignores all others, above all those to /api. */
export function isPageFile(
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
 * Answers from the cache with a file that has a hash in its name. The page itself, and other files with a fixed name, come from
 * the network, or from the cache when the network fails, is slow or answers with a 5xx.
 */
export async function answer(
  request: Request,
  { fetch, find, wait }: FileSources,
): Promise<Response> {
  const path = new URL(request.url).pathname;
  const cached = await find(path);
  if (cached === undefined) return fetch(request);
  if (isHashed(path)) return cached;
  const fresh = fetch(request).then(
    (response) => {
      if (response.status >= 500) return cached;
      return response;
    },
    () => cached,
  );
  return Promise.race([fresh, wait(patienceMs).then(() => cached)]);
}

/** True for a file whose name has a hash of its content: it never changes. */
export const isHashed = (path: string) => path.startsWith('/assets/');
