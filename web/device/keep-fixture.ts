import assert from 'node:assert/strict';

import { keepIn } from './browser.ts';
import type { Keep } from './browser.ts';

/** For tests: a keep in memory. */
export const keepInMemory = (texts: Record<string, string> = {}): Keep =>
  keepIn(() => storageOf(texts));

/** For tests: a keep in a browser that refuses storage. */
export const keepRefused = (): Keep => keepIn(() => assert.fail('refused'));

/** The used methods of `Storage`; the names of its texts are its own properties. */
function storageOf(texts: Record<string, string>): Storage {
  const methods = {
    getItem: (name: string) => texts[name] ?? null,
    setItem: (name: string, text: string) => void (texts[name] = text),
    removeItem: (name: string) => void delete texts[name],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other method is used
  return new Proxy(texts, { get: (_, name) => Reflect.get(methods, name) }) as unknown as Storage;
}
