import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

import type { Case, Contender } from './case.ts';
import { fillPostgres, fillSqlite } from './fill.ts';
import { pinned } from './machine.ts';
import type { Options } from './options.ts';
import type { Group } from './people.ts';
import type { World } from './world.ts';

const tasksEach = 20;
const ownerSizes = [10, 100, 1000, 10_000];
const stores = ['SQLite', 'PostgreSQL'] as const;
const seconds = '0.5';
const Figures = Type.Record(Type.String(), Type.Number());

/** The time of a create and of the list after it in the store, by the size of the table and of the owner's list. */
export function growthCases({ mostTasks, serverProcessors }: Options): Case[] {
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= mostTasks);

  const contender = (name: string, url: string, first: number, people: number): Contender => {
    const program = [process.execPath, join(import.meta.dirname, 'store-cost.ts')];
    const [command = '', ...args] = pinned(serverProcessors, [
      ...program,
      url,
      String(first),
      String(people),
      seconds,
    ]);
    return {
      name,
      measure: async () =>
        Parse(Figures, JSON.parse((await promisify(execFile)(command, args)).stdout)),
    };
  };

  return [
    {
      name: 'tasks',
      title: `A create and the list after it, with so many tasks, ${tasksEach} for each owner`,
      prepare: async (world) => {
        const contenders: Contender[] = [];
        for (const store of stores) {
          for (const size of sizes) {
            const people = size / tasksEach;
            const url = await fill(world, store, `t${size}`, [{ count: people, tasksEach }]);
            contenders.push(contender(`${store}, ${size.toLocaleString('en-US')}`, url, 1, people));
          }
        }
        return contenders;
      },
    },
    {
      name: 'owner',
      title: 'A create and the list after it, of an owner with so many tasks',
      prepare: async (world) => {
        const contenders: Contender[] = [];
        const owners = ownerSizes.map((size) => ({ count: 1, tasksEach: size }));
        for (const store of stores) {
          const url = await fill(world, store, 'owners', owners);
          for (const [index, size] of ownerSizes.entries())
            contenders.push(
              contender(`${store}, ${size.toLocaleString('en-US')}`, url, index + 1, 1),
            );
        }
        return contenders;
      },
    },
  ];
}

/** Creates a database of its own, and returns its address. */
async function fill(
  world: World,
  store: (typeof stores)[number],
  name: string,
  groups: readonly Group[],
): Promise<string> {
  if (store === 'SQLite') {
    const file = join(world.folder, `${name}.db`);
    await fillSqlite(file, groups);
    return `sqlite:${file}`;
  }
  const url = await world.newDatabase(name);
  await fillPostgres(url, groups, { withPeer: false });
  return url;
}
