import { add } from './fr/add.ts';
import { commands, date, search, selection } from './fr/commands.ts';
import { offer, offline, toast } from './fr/notices.ts';
import { shell } from './fr/shell.ts';
import { account, signIn } from './fr/sign-in.ts';
import { editor, fields, list, menu, row } from './fr/tasks.ts';
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
  offer,
  offline,
  views,
  commands,
  search,
  selection,
  date,
};
