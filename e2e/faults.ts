import type { BrowserContext } from '@playwright/test';

export type Faults = Readonly<{
  /** Allows a fault that this test causes on purpose. */
  expect: (pattern: RegExp) => void;
  /** Also listens to another context. */
  watch: (context: BrowserContext) => Promise<void>;
  /** The faults of all pages in all contexts that were not expected. */
  unexpected: () => readonly string[];
}>;

/** Collects console errors and warnings, uncaught errors and policy violations from every page of the watched contexts. */
export function collectFaults(): Faults {
  const faults: string[] = [];
  // The page registers its service worker some time after its load, when a test may have cut the connection.
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
  context.on('weberror', (error) =>
    faults.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  );
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) => {
        console.error('policy violation', violatedDirective, blockedURI, sample);
      },
    );
  });
}
