declare global {
  /** By path: what public/first.js has asked before this code was here. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** The same `fetch`, but what was already asked is not asked again: the first to read such a path gets that answer. */
export function takeEarly(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof input !== 'string' || init?.method !== 'GET') return fetch(input, init);
    const answer = globalThis.earlyAnswers?.get(input);
    globalThis.earlyAnswers?.delete(input);
    return answer ?? fetch(input, init);
  };
}
