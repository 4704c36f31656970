import { add } from './de/add.ts';
import { commands, search, selection } from './de/commands.ts';
import { leaving } from './de/leaving.ts';
import { offline, toast } from './de/notices.ts';
import { queue } from './de/queue.ts';
import { overdue } from './de/overdue.ts';
import { palette } from './de/palette.ts';
import { refused } from './de/refused.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { account, signIn } from './de/sign-in.ts';
import { date, editor, fields, list, menu, row } from './de/tasks.ts';
import { unrenewed } from './de/unrenewed.ts';
import { views } from './de/views.ts';
import type { Words } from './en.ts';

export const de: Words = {
  ...shell,
  signIn,
  account,
  fields,
  add,
  list,
  row,
  editor,
  menu,
  toast,
  offline,
  views,
  commands,
  search,
  selection,
  date,
  leaving,
  queue,
  overdue,
  palette,
  refused,
  settings,
  unrenewed,
};
