import assert from 'node:assert/strict';

import { storageIn } from './storage.ts';
import type { DeviceStorage } from './storage.ts';

/** For tests: a storage in memory. */
export const storageInMemory = (texts: Record<string, string> = {}): DeviceStorage =>
  storageIn(() => storageOf(texts));

/** For tests: a browser that refuses storage. */
export const refusedStorage = (): DeviceStorage => storageIn(() => assert.fail('refused'));

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
