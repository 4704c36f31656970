import { add } from './en/add.ts';
import { commands, search, selection } from './en/commands.ts';
import { offline, queue, toast } from './en/notices.ts';
import { refused } from './en/refused.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { account, leaving, signIn, unrenewed } from './en/sign-in.ts';
import { date, editor, fields, list, menu, overdue, row } from './en/tasks.ts';
import { views } from './en/views.ts';

/** Every text that a person sees or hears, by feature. Each other language is an object of the same type. */
export const en = {
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
  refused,
  settings,
  unrenewed,
};

export type Words = typeof en;
