import type { Session } from '../sign-in/session.ts';
import type { Value } from '../state/store.ts';
import type { PageParts, Workspace } from '../ui/page-context.ts';

type Parts = Pick<PageParts, 'opened'> & { session: Session; workspace: Value<Workspace | null> };

/** Signs out, or first asks where that would take something along that is on this device only. */
export function askToLeave({ session, workspace, opened }: Parts): void {
  const tasks = workspace.get()?.tasks;
  tasks?.releaseAll();
  const { changes, drafts } = tasks ? tasks.unsaved() : { changes: 0, drafts: 0 };
  if (changes + drafts > 0) opened.dispatch('leave');
  else void session.leave();
}
