/** The Chromium that tests and benchmarks drive. */
// oxlint-disable-next-line node/no-process-env -- the way in which `npm test` says where it found one
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Runs it as root and in a container, and lets it ask for nothing by itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-GB',
];
