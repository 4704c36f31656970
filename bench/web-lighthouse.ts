import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as Type from 'typebox';
import { Check } from 'typebox/schema';

import { chromiumFlags, chromiumPath } from '../test/chromium.ts';

export const forms = ['mobile', 'desktop'] as const;
export type Form = (typeof forms)[number];

/** Scores are 0 to 100. `speed` is Lighthouse's own measure of the machine, higher is faster. */
export type Figures = Readonly<
  Record<
    'performance' | 'accessibility' | 'bestPractices' | 'seo' | 'lcpMs' | 'tbtMs' | 'cls' | 'speed',
    number
  >
> & { readonly failed: readonly string[] };

/** Measures a page several times, each in a new browser, with the profile of a signed-in person if one is given. */
export async function measurePage(
  url: string,
  form: Form,
  { profile, times }: { profile: string | null; times: number },
): Promise<readonly Figures[]> {
  const all: Figures[] = [];
  for (let time = 0; time < times; time += 1) all.push(await runLighthouse(url, form, profile));
  return all;
}

/** Installs Lighthouse, which is not a dependency: it would be a third of the packages that `npm test` installs. */
export function installLighthouse(): void {
  if (existsSync(cli)) return;
  console.log('Installing Lighthouse beside this file ...');
  const { status } = spawnSync('npm', ['ci', '--prefix', home], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not install Lighthouse');
}

const home = join(import.meta.dirname, 'lighthouse');
const cli = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const Score = Type.Object({
  score: Type.Union([Type.Number(), Type.Null()]),
  auditRefs: Type.Array(Type.Object({ id: Type.String(), weight: Type.Number() })),
});
const Report = Type.Object({
  environment: Type.Object({ benchmarkIndex: Type.Number() }),
  categories: Type.Object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: Type.Record(
    Type.String(),
    Type.Object({
      score: Type.Union([Type.Number(), Type.Null()]),
      numericValue: Type.Optional(Type.Number()),
    }),
  ),
});

/** Repeats a failed trace, as Lighthouse itself advises; three failures in a row are an error. */
async function runLighthouse(
  url: string,
  form: Form,
  profile: string | null,
  attempt = 1,
): Promise<Figures> {
  const flags = [
    '--headless=new',
    ...chromiumFlags,
    ...(profile === null ? [] : [`--user-data-dir=${profile}`]),
  ];
  const run = promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      '--no-enable-error-reporting',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, maxBuffer: 64 * 1024 * 1024 },
  );
  const stdout = await run.then(
    (ended) => ended.stdout,
    () => null,
  );
  if (stdout === null) {
    if (attempt === 3) throw new Error(`Lighthouse could not measure ${url}`);
    return runLighthouse(url, form, profile, attempt + 1);
  }
  const report: unknown = JSON.parse(stdout);
  if (!Check(Report, report))
    throw new Error('Lighthouse answered in a form that this file does not know');
  return figuresOf(report);
}

function figuresOf({
  audits,
  categories: scored,
  environment,
}: Type.Static<typeof Report>): Figures {
  const score = (name: (typeof categories)[number]) => Math.round(100 * (scored[name].score ?? 0));
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const counted = categories.flatMap((name) =>
    scored[name].auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    speed: environment.benchmarkIndex,
    failed: counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}
