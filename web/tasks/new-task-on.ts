import { focusRow } from './focus.ts';
import { blankNewTask, setByHand } from '../quick-add/new-task.ts';
import { useTasks } from '../ui/page-context.ts';

/** Goes to the form for a new task; a date that is not past is filled in there, and what is written stays. */
export function useNewTaskOn(): (iso: string | null) => void {
  const { tasks, tools, todayIso } = useTasks();
  return (iso) => {
    if (iso !== null && iso >= todayIso) {
      const draft = tasks.drafts.current.value.newTask ?? blankNewTask(todayIso);
      tasks.drafts.setNewTask(setByHand(draft, 'date', { dueDate: iso }));
    }
    focusRow(tools, null);
  };
}
