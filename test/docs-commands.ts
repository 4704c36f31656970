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
    command: /npm run test:faults$|node --test test\/faults\//,
    why: 'takes minutes and needs root: one run per change of a store',
  },
  { command: /^npm run bench|^node bench\/scale\.ts/, why: 'measures for minutes' },
  { command: /^npm run release$/, why: 'test/release.test.ts runs it' },
  { command: /^sha256sum --check/, why: 'test/release.test.ts runs it' },
  {
    command: /^mkdir \/opt\/dueline|^ln -s \/opt\/dueline|^cd \/opt\/dueline$/,
    why: 'writes where only root may; test/release.test.ts unpacks',
  },
  {
    command: /^cp deploy\/dueline\.service|^install -D .* \/etc\/dueline/,
    why: 'writes where only root may',
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
    why: 'needs that PostgreSQL; command/move.test.ts runs it',
  },
  {
    command: /^pg_dump |^pg_restore /,
    why: 'needs that PostgreSQL; scripts/dump.test.ts runs both as written',
  },
];
