import type { BrowserContext } from '@playwright/test';

export type Faults = Readonly<{
  /** This test brings such a fault about on purpose. */
  expect: (pattern: RegExp) => void;
  /** What went wrong in any page of the context and was not expected. */
  unexpected: () => readonly string[];
}>;

/** The page asks who is signed in on every load; where nobody is, Chromium logs the specified answer as an error. */
const nobodySignedIn = /status of 499 .*\/api\/auth\/me$/;

/** Listens to every page of the context: console errors and warnings, uncaught errors, policy violations. */
export async function watchForFaults(context: BrowserContext): Promise<Faults> {
  const faults: string[] = [];
  const expected = [nobodySignedIn];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error('policy violation', violatedDirective, blockedURI, sample);
    });
  });
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  };
}
