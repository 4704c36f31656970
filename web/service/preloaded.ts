/**
 * The page's first two requests, which first.js has begun before the page's code was there. Each gives null when it failed or was
 * not made. `session` is whom the device remembered as signed in then.
 */
export type Preloaded = Readonly<{ session: string | null; me: PreloadedResponse; tasks: PreloadedResponse }>;
export type PreloadedResponse = Promise<Response | null>;

declare global {
  // Only `var` declares a member of globalThis.
  var preloaded: Preloaded | undefined;
}
