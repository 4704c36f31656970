declare global {
  /** By path: an answer that came with the page, or one that first.js has asked for before this code was here. */
  var earlyAnswers: Map<string, Response | Promise<Response>> | undefined;
}

/** The same `fetch`, but what was already asked is not asked again: the first to read such a path gets that answer. */
export function takeEarly(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    if (typeof input !== 'string' || init?.method !== 'GET') return fetch(input, init);
    const answer = globalThis.earlyAnswers?.get(input);
    globalThis.earlyAnswers?.delete(input);
    return answer ?? fetch(input, init);
  };
}

/** Whether the answer came with the page, so that this browser has not asked yet. */
export const cameWithPage = (path: string): boolean => globalThis.earlyAnswers?.get(path) instanceof Response;

/** Whether there is an answer or will be one without asking. */
export const isEarly = (path: string): boolean => globalThis.earlyAnswers?.has(path) === true;
