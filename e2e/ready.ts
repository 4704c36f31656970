import { isBuilt } from '../scripts/dist.mjs';
import { lackOf } from '../scripts/programs.ts';

/** What has to be installed before a browser test can run, if anything. */
export const chromiumLack = lackOf(['chromium']);

/** Runs before the browser tests. Throws an error with the next command when the page is not built from the present sources. */
export default function prepare(): void {
  if (!isBuilt('web') || !isBuilt('api'))
    throw new Error('dist/ is not the build of these sources. Run this first: npm run build');
  if (chromiumLack === undefined) return;
  if (process.env['CI'] === 'true') throw new Error(chromiumLack);
  console.log(`﹣ tests in Chromium # ${chromiumLack}`);
}
