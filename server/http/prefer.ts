import { trimOws } from './field-value.ts';

/** The longest wait that is granted, in seconds: the proxies in `deploy/` cut off a request after 30 s without a byte. */
export const longestWaitSeconds = 25;

/**
 * The seconds of `wait` in a Prefer header, at most `longestWaitSeconds`; 0 without it, or for a value that is no number. The
 * first `wait` counts (RFC 7240, section 2). Node joins the lines of a repeated header with commas.
 */
export function waitSecondsIn(prefer: string | string[] | undefined): number {
  for (const preference of [prefer ?? []].flat().join().split(',')) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=').map(trimOws);
    if (name.toLowerCase() !== 'wait') continue;
    const seconds = /^"?(\d{1,9})"?$/.exec(value)?.[1];
    return Math.min(Number(seconds ?? 0), longestWaitSeconds);
  }
  return 0;
}
