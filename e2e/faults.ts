import type { BrowserContext } from '@playwright/test';

export type Faults = Readonly<{
  /** This test brings such a fault about on purpose. */
  expect: (pattern: RegExp) => void;
  /** Listens to one more context than the test's own. */
  watch: (context: BrowserContext) => Promise<void>;
  /** What went wrong in any page of any of them and was not expected. */
  unexpected: () => readonly string[];
}>;

/** Collects, from every page of the contexts that it watches: console errors and warnings, uncaught errors, policy violations. */
export function collectFaults(): Faults {
  const faults: string[] = [];
  // The page registers its worker a while after its load, when a test may have taken the connection away.
  const expected = [/An unknown error occurred when fetching the script/];
  return {
    expect: (pattern) => void expected.push(pattern),
    watch: (context) => watch(context, faults),
    unexpected: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  };
}

async function watch(context: BrowserContext, faults: string[]): Promise<void> {
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
}
