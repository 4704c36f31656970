import { useTasks, useWords } from '../ui/page-context.ts';
import { focusRow } from '../tasks/focus.ts';
import { blankNewTask } from '../quick-add/new-task.ts';

/** No task at all: three examples to begin with. */
export function EmptyPage() {
  const { list } = useWords();
  const { tasks, tools, todayIso } = useTasks();
  return (
    <section class="empty" aria-labelledby="empty-title">
      <h2 id="empty-title">{list.empty.title}</h2>
      <p class="quiet">{list.empty.text}</p>
      <ul class="rows">
        {list.examples.map((description) => (
          <li key={description}>
            <button
              type="button"
              class="example"
              onClick={() => {
                const fields = { ...blankNewTask(todayIso), description };
                tasks.drafts.setNewTask(fields);
                focusRow(tools, null);
              }}
            >
              {description}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
