import { generateKeyPairSync } from 'node:crypto';

import type { Page } from '@playwright/test';

import type { ProgramName } from '../../scripts/programs.ts';
import type { Child } from '../process.ts';

/** Id and secret with every character with which Basic authentication is known to fail. */
export const client = {
  id: 'due-line_1.web+a/b=c% d',
  secret: 's3cret-of_the.tests+a/b=c% d',
} as const;

/** A person with an account at the provider. */
export type Person = Readonly<{ email: string; name: string }>;

/** The files, port and clock of a provider of the tests. */
export type Place = Readonly<{
  /** Its temporary files. */
  folder: string;
  port: number;
  /** The only registered redirect address. */
  redirectUri: string;
  /** Variables that set its clock to that of the test. */
  clock: Readonly<Record<string, string>>;
}>;

/** A real provider, and the steps of a sign-in there. */
export type ProviderKind = Readonly<{
  name: string;
  /** The programs that its tests need beside the browser. */
  needs: readonly ProgramName[];
  person: Person;
  /** Must be loopback: the browser and the service reach it over plain http. */
  issuer: (port: number) => string;
  start: (place: Place) => Promise<Pick<Child, 'stop'>>;
  /** Signs in on its pages, until it redirects back. */
  signIn: (page: Page) => Promise<void>;
  /** The same for a person who is already signed in there: no credentials. */
  signInAgain: (page: Page) => Promise<void>;
}>;

/** A key pair for RS256, as PEM texts. */
export const makeRsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** True when the response is 200, false without a response; throws for another status. */
export const answers = (address: string) => async () => {
  const answer = await fetch(address).catch(() => undefined);
  if (answer !== undefined && !answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer !== undefined;
};
