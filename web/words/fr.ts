import { add } from './fr/add.ts';
import { commands, search, selection } from './fr/commands.ts';
import { leaving } from './fr/leaving.ts';
import { offline, toast } from './fr/notices.ts';
import { queue } from './fr/queue.ts';
import { overdue } from './fr/overdue.ts';
import { palette } from './fr/palette.ts';
import { refused } from './fr/refused.ts';
import { settings } from './fr/settings.ts';
import { shell } from './fr/shell.ts';
import { account, signIn } from './fr/sign-in.ts';
import { date, editor, fields, list, menu, row } from './fr/tasks.ts';
import { unrenewed } from './fr/unrenewed.ts';
import { views } from './fr/views.ts';
import type { Words } from './en.ts';

export const fr: Words = {
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
