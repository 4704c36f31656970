import { isRecord, listOf, memberOf, textOf } from './file-table.ts';
import { recordsOf, titlesOf } from './json-boards.ts';

type Group = Readonly<Record<string, unknown>>;

/** The cards of the boards of Nextcloud Deck, without the deleted ones; undefined for any other content. */
export function cardsOfDeck(content: unknown): readonly unknown[] | undefined {
  const boards = notDeleted(memberOf(content, 'boards') ?? [content]);
  const isDeck = boards.some(({ stacks }) => valuesOf(stacks).some(isRecord));
  if (!isDeck) return undefined;
  return boards.flatMap((board) =>
    notDeleted(board.stacks).flatMap((stack) =>
      notDeleted(stack.cards).map((card) => ({
        name: card.title,
        due: card.duedate,
        done: card.done,
        closed: card.archived === true || board.archived === true,
        board: board.title,
        list: stack.title,
        labels: titlesOf(card.labels),
        desc: card.description,
      })),
    ),
  );
}

const notDeleted = (items: unknown): readonly Group[] =>
  valuesOf(items)
    .filter(isRecord)
    .filter(({ deletedAt }) => !(Number(deletedAt) > 0));

/** The items of a note of Google Keep, or a note of text as one task; undefined for any other content. */
export function tasksOfKeep(content: unknown): readonly unknown[] | undefined {
  if (!isRecord(content) || content.userEditedTimestampUsec === undefined) return undefined;
  const { title, isArchived, isTrashed, labels, textContent, listContent } = content;
  if (isTrashed === true) return [];
  const common = { isArchived, labels: recordsOf(labels).map(({ name }) => name) };
  if (Array.isArray(listContent))
    return recordsOf(listContent)
      .filter(({ text }) => textOf(text) !== '')
      .map(({ text, isChecked }) => ({ ...common, text, isChecked, list: title }));
  const [first = '', ...others] = textOf(textContent).split('\n');
  if (textOf(title) === '') return [{ ...common, text: first, notes: others.join('\n') }];
  return [{ ...common, text: title, notes: textContent }];
}

/** The tasks of lists inside each other, each with the names of its lists; undefined for content without such lists. */
export function tasksOfLists(content: unknown): readonly unknown[] | undefined {
  const root = isRecord(memberOf(content, 'data')) ? memberOf(content, 'data') : content;
  const groups = Array.isArray(root) ? recordsOf(root) : groupsIn(root);
  // A list of tasks, some of which have tasks inside them, is no list of lists.
  const areAllGroups = !Array.isArray(root) || groups.every((group) => hasTasks(group));
  const tasks = areAllGroups ? tasksOfGroups(groups, []) : [];
  if (tasks.length === 0) return undefined;
  return [...ownTasks(root), ...tasks];
}

function tasksOfGroups(groups: readonly Group[], above: readonly string[]): readonly unknown[] {
  return groups.flatMap((group) => {
    const name = textOf(group.title) || textOf(group.name);
    const names = [...above, name].filter(Boolean).slice(-mostNames);
    const list = names.join(' / ');
    const tasks = ownTasks(group).map((task) => ({ ...task, list }));
    return [...tasks, ...tasksOfGroups(groupsIn(group), names)];
  });
}

/** The most lists above a task that are kept. */
const mostNames = 10;

const hasTasks = (group: Group): boolean =>
  [...taskNames, ...groupNames].some((name) => valuesOf(group[name]).length > 0);

const ownTasks = (group: unknown) => taskNames.flatMap((name) => recordsOf(memberOf(group, name)));
const groupsIn = (group: unknown) =>
  groupNames.flatMap((name) => valuesOf(memberOf(group, name)).filter(isRecord));

const taskNames = ['tasks', 'cards', 'todos'];
const groupNames = ['lists', 'projects', 'boards', 'folders', 'groups', 'sections', 'columns'];

/** The items of a list, or of an object whose names are ids. */
function valuesOf(value: unknown): readonly unknown[] {
  if (isRecord(value)) return Object.values(value);
  return listOf(value);
}
