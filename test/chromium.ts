/** The Chromium that tests and benchmarks drive. */
// oxlint-disable-next-line node/no-process-env -- the way in which `npm test` says where it found one
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * Off are the two pages that each window loads for its own address bar, which take more CPU than the page under test, and what
 * Playwright turns off: this list replaces its own.
 */
const featuresOff =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,' +
  'DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,' +
  'OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning';

/** Runs it as root and in a container, and lets it ask for nothing by itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  `--disable-features=${featuresOff}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-GB',
];
