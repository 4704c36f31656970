import { findProgram } from '../scripts/programs.ts';

/** The Chromium that tests and benchmarks drive; CHROMIUM_PATH names another one. */
export const chromiumPath = findProgram('chromium') ?? '/usr/bin/chromium';

/**
 * The features of Playwright's own list, which this list replaces, and three that load pages for the address bar of each window:
 * they use more CPU than the page under test.
 */
const featuresOff =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,' +
  'DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,' +
  'OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning';

/** For root and in a container, and without requests of Chromium's own. */
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
