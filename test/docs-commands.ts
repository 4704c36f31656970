/** The commands of a page: fenced `sh` blocks, lines of a crontab, and indented lines that begin with npm or node. */
export function commandsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const rest = text.replace(/^```.*?^```/gms, '');
  const indented = [...rest.matchAll(/^ {4}((?:\w+=\S+ )*(?:npm|npx|node) .*)$/gm)].map(
    ([, line = '']) => line,
  );
  // Minute, hour, two kinds of day, month and user; cron takes a bare % as a line break.
  const ofCron = [...text.matchAll(/^(?:[\d*/,-]+ ){5}\w+ (.*)$/gm)].map(([, line = '']) =>
    line.replaceAll(String.raw`\%`, '%'),
  );
  return [...fenced, ...indented, ...ofCron].flatMap((block) =>
    block
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^| )#.*$/, '').trim())
      .filter((line) => line !== ''),
  );
}

/** The command with folders of its own in place of the machine's /etc, /opt, /usr/local and /var. */
export const inFolder = (root: string, line: string): string =>
  line.replaceAll(/(^|[ ":=])\/(etc|opt|usr\/local|var)\//g, `$1${root}/$2/`);

/** Commands of the docs that test/docs-commands.test.ts does not run, and why: each is run elsewhere, or cannot be run in a test. */
export const notRunHere: ReadonlyArray<Readonly<{ command: RegExp; why: string }>> = [
  { command: /^npm start$/, why: 'runs until it is stopped; test/process.test.ts starts what it starts' },
  {
    command: /^PROFILE=production .* npm start$/,
    why: 'runs until it is stopped; test/first-start.test.ts starts the profile',
  },
  {
    command: /^PROFILE=production dueline serve/,
    why: 'runs until it is stopped; command/run.test.ts starts it',
  },
  { command: /^npm test$/, why: 'is what runs this' },
  { command: /^npm run dev$/, why: 'runs until it is stopped' },
  { command: /^npm run check/, why: 'is part of npm test' },
  { command: /^npm run lint:interface$/, why: 'installs its linters from the registry' },
  { command: /^npm run test:browsers$/, why: 'installs two browsers and takes half an hour' },
  {
    command: /npm run test:faults(:short)?$|node --test test\/faults\//,
    why: 'takes minutes and needs root: one run per change of a store',
  },
  {
    command: /^npm run bench|^node bench\/(scale|shares|flame)\.ts/,
    why: 'measures for minutes, or reads what was measured',
  },
  { command: /^npm run release$/, why: 'test/release.test.ts runs it' },
  {
    command: /^podman build |^docker compose |^kubectl |^chown .*secrets/,
    why: 'needs a container engine, a cluster or root; test/containers.test.ts compares the files in deploy/ with each other',
  },
  {
    command:
      /^sha256sum --check|^mkdir \/opt\/dueline|^ln -s \/opt\/dueline|^cd \/opt\/dueline$|^cp deploy\/dueline\.service|^install -D /,
    why: 'needs a release; test/release.test.ts runs them as written',
  },
  { command: /^editor /, why: 'needs a person' },
  { command: /^dueline check-config /, why: 'asks the real provider; command/check-config.test.ts runs it' },
  {
    command: /^(CHROMIUM_PATH=\S+ )?node docs\/examples\/|^curl .* https:\/\/tasks\./,
    why: 'needs a person in a browser; e2e/clients.spec.ts runs them as written',
  },
  { command: /^systemctl |^journalctl /, why: 'needs systemd' },
  {
    command: /^dueline move --from .* --to postgres:/,
    why: 'needs that PostgreSQL; command/copies-between-stores.test.ts runs it',
  },
  {
    command: /^pg_dump |^pg_restore /,
    why: 'needs that PostgreSQL; test/postgres-dump.test.ts runs both as written',
  },
];
