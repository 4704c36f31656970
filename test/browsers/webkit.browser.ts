import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Builder, Capabilities, error, Key, WebElement } from 'selenium-webdriver';
import type { WebDriver } from 'selenium-webdriver';

import { freePort, startChild } from '../process.ts';
import { sizes, timeZone } from './page.ts';
import type { Engine, Key as KeyName, Page } from './page.ts';
import { allWalks } from './walks.ts';

/** WebKitGTK over the W3C's WebDriver, on a virtual screen. Faults are recorded from the first call on. */
const webkit: Engine = {
  name: 'WebKitGTK',
  async launch({ size, theme }) {
    const home = mkdtempSync(join(tmpdir(), 'dueline-webkit-'));
    letTheWindowBeNarrow(home);
    const screen = startChild('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
      cwd: home,
    });
    const display = await screen.line(/^\d+$/);
    const env = {
      HOME: home,
      DISPLAY: `:${display}`,
      TZ: timeZone,
      LANG: 'C.UTF-8',
      GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    };
    const port = await freePort();
    const service = startChild('WebKitWebDriver', [`--port=${port}`], { cwd: home, env });
    // The driver prints nothing when it is ready.
    await service.until(() => isAnswered(`http://127.0.0.1:${port}/status`));
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    const faults: string[] = [];
    let isFirst = true;
    let front = '';
    /** The driver controls one window at a time. */
    const windowOf = (handle: string) => async () => {
      if (handle !== front) await driver.switchTo().window(handle);
      front = handle;
      return driver;
    };
    return {
      async newPage() {
        if (!isFirst) await driver.switchTo().newWindow('tab');
        isFirst = false;
        const page = pageOf(windowOf(await driver.getWindowHandle()), faults);
        await fit(page, driver, sizes[size]);
        return page;
      },
      faults: () => faults,
      async close() {
        await driver.quit();
        await service.stop();
        await screen.stop();
        rmSync(home, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  },
};

const isAnswered = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

function pageOf(inFront: () => Promise<WebDriver>, faults: string[]): Page {
  async function run(expression: string): Promise<unknown> {
    const script = `(${String(listen)})(); return (async () => [await (${expression}), faultsHere.splice(0)])()`;
    const answer: unknown = await (await inFront()).executeScript(script);
    if (!Array.isArray(answer)) throw new Error('The driver has lost the answer');
    const [value, found]: unknown[] = answer;
    if (Array.isArray(found)) faults.push(...found.map(String));
    return value;
  }

  return {
    open: async (address) => (await inFront()).get(address),
    read: async (expression) => String(await run(expression)),
    async click(expression) {
      const found = await run(expression);
      return found instanceof WebElement && found.click().then(() => true, ifNotThere);
    },
    type: async (text) => (await inFront()).actions().sendKeys(text).perform(),
    async press(...keys) {
      const codes = keys.map((key) => codesOfKeys[key] ?? key);
      const actions = (await inFront()).actions();
      for (const code of codes) actions.keyDown(code);
      for (const code of codes.toReversed()) actions.keyUp(code);
      await actions.perform();
    },
    screenshot: async () => Buffer.from(await (await inFront()).takeScreenshot(), 'base64'),
    close: async () => (await inFront()).close(),
  };
}

const codesOfKeys: Partial<Record<KeyName, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Control: Key.CONTROL,
};

/** The page may have rendered again between finding and clicking. */
function ifNotThere(refusal: unknown): false {
  const { StaleElementReferenceError, ElementNotInteractableError, ElementClickInterceptedError } =
    error;
  const late = [
    StaleElementReferenceError,
    ElementNotInteractableError,
    ElementClickInterceptedError,
  ];
  if (late.some((kind) => refusal instanceof kind)) return false;
  throw refusal;
}

declare global {
  var faultsHere: string[];
}

/** Runs in the page: WebKitGTK's driver reports no faults, so the page records them. */
function listen(): void {
  if ('faultsHere' in globalThis) return;
  globalThis.faultsHere = [];
  const note = (...parts: unknown[]) =>
    void globalThis.faultsHere.push(parts.map(String).join(' '));
  for (const kind of ['error', 'warn'] as const) console[kind] = (...parts) => note(kind, ...parts);
  addEventListener('error', ({ message }) => note('uncaught', message));
  addEventListener('unhandledrejection', ({ reason }) => note('uncaught', reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    note('policy violation', event.violatedDirective, event.blockedURI, event.sample),
  );
}

async function fit(page: Page, driver: WebDriver, size: Size): Promise<void> {
  const frame = await page.read('[outerWidth - innerWidth, outerHeight - innerHeight].join()');
  const [width = 0, height = 0] = frame.split(',').map(Number);
  await driver
    .manage()
    .window()
    .setRect({ width: size.width + width, height: size.height + height });
  const fits = `innerWidth === ${size.width} && innerHeight === ${size.height}`;
  const drawn = '(() => new Promise((resolve) => requestAnimationFrame(resolve)))()';
  for (let frames = 0; (await page.read(fits)) !== 'true'; frames += 1) {
    if (frames === 100) throw new Error(`The window cannot be ${size.width} by ${size.height}`);
    await page.read(drawn);
  }
}

type Size = Readonly<{ width: number; height: number }>;

/** Makes the toolbar narrow: with GTK's usual buttons no window is as narrow as a phone. */
function letTheWindowBeNarrow(home: string): void {
  const folder = join(home, '.config', 'gtk-3.0');
  const rule =
    'toolbar, toolbar *, headerbar, box > button, entry { min-width: 0; padding: 0; margin: 0; }';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gtk.css'), rule);
}

allWalks(webkit);
