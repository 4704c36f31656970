import type { LightMyRequestResponse } from 'fastify';

import type { TestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import type { Fault } from '../provider/fault.ts';
import type { Person } from '../provider/provider.ts';
import type { WireAnswer } from './wire.ts';

/** Everything that a run must keep to itself, and everything that it wrote where others may read. */
export type Recorder = Readonly<{
  /** Plays faults at the provider and notes the tokens that it gives out all the same. */
  play: (...faults: readonly Fault[]) => void;
  /** Login, provider, callback: as far as it goes. */
  signIn: (browser: Browser, person: Person) => Promise<Browser>;
  get: (browser: Browser, path: string, headers?: Readonly<Record<string, string>>) => Promise<void>;
  note: (answer: Answer) => void;
  hide: (kind: string, value: unknown) => void;
  /** Which secrets stand where they must not, as "kind in place". */
  leaks: () => string[];
  counts: () => Readonly<{ secrets: number; texts: number }>;
}>;

type Answer = LightMyRequestResponse | WireAnswer;

/** What has to be in a place: the seal hides the rest of it. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'Set-Cookie': ['cookie', 'state'],
  'the address of the provider': ['state', 'nonce'],
};

export function makeRecorder({ provider, config, logged }: TestApp): Recorder {
  const secrets = new Map<string, string>();
  const texts = new Map<string, Set<string>>();
  const write = (place: string, text: string) => void (texts.get(place) ?? newPlace(place)).add(text);
  const newPlace = (place: string) => {
    const written = new Set<string>();
    texts.set(place, written);
    return written;
  };

  /** Both ends too: a text may be cut short. */
  function hide(kind: string, value: unknown): void {
    if (typeof value !== 'string' || value.length < 12) return;
    for (const part of [value, value.slice(0, 24), value.slice(-24)]) secrets.set(part, kind);
  }
  for (const secret of config.session.secrets) hide('session secret', secret);
  hide('client secret', provider.clientSecret);
  hide('client secret', encodeURIComponent(provider.clientSecret));

  const noteTokens: Fault = {
    tokens(said) {
      for (const name of ['id_token', 'access_token', 'refresh_token']) hide(name, said[name]);
      return said;
    },
  };

  function hideParameters(address: URL): void {
    for (const name of ['code', 'state', 'nonce']) hide(name, address.searchParams.get(name));
  }

  function note(answer: Answer): void {
    const status = 'statusCode' in answer ? answer.statusCode : answer.status;
    if (status >= 400) write(`a body of ${status}`, answer.body);
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const text of [value ?? ''].flat().map(String)) write(placeOf(name, text), text);
    }
    for (const line of [answer.headers['set-cookie'] ?? []].flat())
      hide('cookie', /^[^=]+=([^;]*)/.exec(line)?.[1]);
  }

  const placeOf = (name: string, text: string) => {
    if (name === 'set-cookie') return 'Set-Cookie';
    return name === 'location' && text.startsWith(provider.issuer) ? 'the address of the provider' : name;
  };

  async function get(browser: Browser, path: string, headers?: Readonly<Record<string, string>>) {
    const answer = await browser.get(path, headers);
    note(answer);
    return answer;
  }

  provider.play(noteTokens);
  return {
    play: (...faults) => provider.play(...faults, noteTokens),
    async signIn(browser, person) {
      const { statusCode, headers } = await get(browser, '/api/auth/login', navigation);
      if (statusCode !== 302) return browser;
      hideParameters(new URL(String(headers.location)));
      const callback = new URL(provider.authorize(String(headers.location), person));
      hideParameters(callback);
      await get(browser, callback.pathname + callback.search, navigation);
      return browser;
    },
    get: async (browser, path, headers) => void (await get(browser, path, headers)),
    note,
    hide,
    leaks() {
      for (const { form, headers } of provider.seen) {
        for (const name of ['code', 'code_verifier', 'refresh_token']) hide(name, form.get(name));
        hide('client secret', headers.get('authorization')?.replace('Basic ', ''));
      }
      for (const line of logged) write('the log', JSON.stringify(line));
      return [...texts].flatMap(([place, written]) => leaksIn(place, [...written].join('\n'), secrets));
    },
    counts: () => ({
      secrets: secrets.size,
      texts: [...texts.values()].reduce((sum, { size }) => sum + size, 0),
    }),
  };
}

function leaksIn(place: string, written: string, secrets: ReadonlyMap<string, string>): string[] {
  const kinds = new Set<string>();
  for (const [secret, kind] of secrets)
    if (!kinds.has(kind) && !expected[place]?.includes(kind) && written.includes(secret)) kinds.add(kind);
  return [...kinds].map((kind) => `${kind} in ${place}`);
}
