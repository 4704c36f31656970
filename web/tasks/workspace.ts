import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Actions } from './actions.ts';
import type { Row } from '../sync/rows.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Tools } from '../view/tools.ts';
import type { View } from '../view/view.ts';

/** One person's tasks on this page, and what is used beside them. */
export type Workspace = {
  readonly owner: string;
  readonly tasks: Tasks;
  readonly actions: Actions;
  readonly tools: Tools;
  readonly view: Signal<View>;
  /** The tasks that search and filters leave. */
  readonly found: ReadonlySignal<readonly Row[]>;
  /** The date in the person's own zone; it changes while the page stays open over midnight. */
  readonly todayIso: string;
  /** The page does not understand its service: everything can be read and nothing changed. */
  readonly readOnly: boolean;
};

/** Null while nobody is signed in. */
export const WorkspaceContext = createContext<Workspace | null>(null);

/** Only where somebody is signed in. */
export function useTasks(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('Nobody is signed in around this component');
  return workspace;
}

export const useTools = (): Tools => useTasks().tools;
