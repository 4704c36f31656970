import { generateKeyPairSync } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import type { Program } from '../../scripts/programs.mjs';
import { ensure } from '../../scripts/programs.mjs';
import type { Child } from '../process.ts';

/** Id and secret with every character that Basic authentication has been seen to go wrong with. */
export const client = { id: 'due-line_1.web+a/b=c% d', secret: 's3cret-of_the.tests+a/b=c% d' } as const;

/** Someone whom the provider knows. */
export type Person = Readonly<{ email: string; name: string }>;

/** Where a provider of the tests runs. */
export type Place = Readonly<{
  /** Its throw-away files. */
  folder: string;
  port: number;
  /** The only address that it may send the browser back to. */
  redirectUri: string;
  /** Makes its clock that of the test. */
  clock: Readonly<Record<string, string>>;
}>;

/** A real provider, and how a person signs in there. */
export type ProviderKind = Readonly<{
  name: string;
  person: Person;
  /** Must be loopback: the browser and the service reach it over plain http. */
  issuer: (port: number) => string;
  start: (place: Place) => Promise<Pick<Child, 'stop'>>;
  /** On its own pages, from the first to the one that leads back. */
  signIn: (page: Page) => Promise<void>;
  /** The same for someone who is signed in there: no credentials. */
  signInAgain: (page: Page) => Promise<void>;
}>;

/** A key pair for RS256, as PEM texts. */
export const makeRsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** Whether the address answers 200; throws when it answers otherwise. */
export const answers = (address: string) => async () => {
  const answer = await fetch(address).catch(() => undefined);
  if (answer !== undefined && !answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer !== undefined;
};

/** The Debian packages of a program as files in a folder: no script of theirs has run, nothing is installed or started. */
export function unpacked(program: Program) {
  const folder = ensure(program);
  const [libraries] = globSync(join(folder, 'usr/lib/*-linux-gnu*'));
  if (libraries === undefined) throw new Error(`${folder} has no libraries: delete it, and it is made again`);
  return {
    /** A path inside, as it would be from the root of an installed system. */
    path: (installed: string) => join(folder, installed),
    /** The folder of shared libraries of this machine's kind, such as `/usr/lib/x86_64-linux-gnu`. */
    libraries,
  };
}
