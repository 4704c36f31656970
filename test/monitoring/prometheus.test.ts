import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { pathOf } from '../../scripts/programs.ts';
import { emptyFolder } from '../folder.ts';
import { testWith } from '../needs.ts';
import { freePort, projectFolder, runToEnd, startReady } from '../process.ts';

const test = testWith('promtool');
const inProject = (path: string) => join(projectFolder, path);
const read = (path: string) => readFileSync(inProject(path), 'utf8');

function check(...words: string[]): void {
  const { status, written } = runToEnd(pathOf('promtool'), words);
  assert.equal(status, 0, written);
}

test('the metrics of a running service pass promtool, and alerts and dashboard ask for no others', async (t) => {
  const port = await freePort();
  const service = await startReady(t, { MONITORING_PORT: String(port) });
  await fetch(`${service.address}/api/tasks`);
  assert.equal(
    (await fetch(`${service.address}/metrics`)).status,
    404,
    'on a listener of their own',
  );
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const file = join(emptyFolder(t), 'metrics.txt');
  writeFileSync(file, metrics);
  const command = '"$0" check metrics < "$1"';
  const { status, written } = runToEnd('sh', ['-c', command, pathOf('promtool'), file]);
  assert.deepEqual({ status, written }, { status: 0, written: '' });

  const exported = new Set([...metrics.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name));
  const queries = [...rules().map(({ expr }) => expr), ...dashboardQueries()];
  const asked = queries.flatMap(
    (query) => query.match(/\b(?:dueline|http|process|nodejs)_\w+/g) ?? [],
  );
  assert.ok(asked.length > 20, `only ${asked.length} metrics are asked for`);
  for (const name of asked) assert.ok(exported.has(name), name);
});

test('each alert fires when it should, and not otherwise', () => {
  check('check', 'rules', inProject('deploy/prometheus/alerts.yaml'));
  check('test', 'rules', inProject('deploy/prometheus/alerts.test.yaml'));
  const tested = read('deploy/prometheus/alerts.test.yaml');
  for (const { alert } of rules()) {
    const tests = tested.split(`alertname: ${alert}`).length - 1;
    assert.equal(tests, 2, `${alert} fires in one test and not in the other`);
  }
});

test('each alert has its paragraph in docs/monitoring.md, and each paragraph its alert', () => {
  const headings = [...read('docs/monitoring.md').matchAll(/^### (Dueline\w+)$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    headings,
    rules().map(({ alert }) => alert),
  );
});

test('each query of the dashboard is PromQL', (t) => {
  const file = join(emptyFolder(t), 'queries.yaml');
  const recorded = dashboardQueries().map((expr, index) => ({ record: `query:${index}`, expr }));
  assert.ok(recorded.length > 10);
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
  check('check', 'rules', file);
});

function rules(): { alert: string; expr: string }[] {
  const { groups } = parse(read('deploy/prometheus/alerts.yaml'));
  return groups.flatMap((group: { rules: unknown }) => group.rules);
}

/** The queries of the dashboard, with a value for each variable of Grafana. */
function dashboardQueries(): string[] {
  const { panels } = JSON.parse(read('deploy/grafana/dueline.json'));
  const targets: { expr: string }[] = panels.flatMap(
    (panel: { targets: unknown }) => panel.targets,
  );
  return targets.map(({ expr }) =>
    expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  );
}
