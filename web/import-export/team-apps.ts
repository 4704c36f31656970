import type { App } from './apps.ts';

/** The CSV of a project: https://help.asana.com/s/article/exporting-projects */
export const asana: App = {
  name: 'Asana',
  marks: ['Task ID', 'Created At', 'Completed At', 'Name'],
  columns: {
    description: ['Name'],
    dueDate: ['Due Date', 'Start Date'],
    importance: ['Priority'],
    list: ['Projects', 'Section/Column'],
    parent: ['Parent task'],
    labels: ['Tags'],
    notes: ['Notes'],
  },
  ignored: 'Task ID|Created At|Last Modified',
  finished: ['Completed At'],
};

/** The CSV of a board: https://support.atlassian.com/trello/docs/exporting-data-from-trello/ */
export const trello: App = {
  name: 'Trello',
  marks: ['Card ID', 'Card Name', 'List Name'],
  columns: {
    description: ['Card Name'],
    dueDate: ['Due Date', 'Start Date'],
    list: ['Board Name', 'List Name'],
    labels: ['Labels'],
    notes: ['Card Description'],
  },
  ignored:
    'Card ID|Card URL|Last Activity Date|List ID|Board ID|Checklist Item Total Count|' +
    'Checklist Item Completed Count|Attachment Count|Vote Count|Comment Count',
  // A card in the archive is put away like a finished one.
  finished: ['Due Complete', 'Archived'],
};

/** The CSV of a workspace: https://help.clickup.com/hc/en-us/articles/6310551109527 */
export const clickUp: App = {
  name: 'ClickUp',
  marks: ['Task Name', 'Task Content', 'Status'],
  columns: {
    description: ['Task Name'],
    dueDate: ['Due Date', 'Start Date'],
    importance: ['Priority'],
    state: ['Status'],
    list: ['Space Name', 'Folder Name', 'Folder Name/Path', 'List Name'],
    parent: ['Parent ID'],
    labels: ['Tags'],
    notes: ['Task Content'],
  },
  ignored:
    'Task ID|Task Custom ID|Task Link|Task Type|Date Created|Date Created Text|Date Updated|Date Updated Text|' +
    'Due Date Text|Start Date Text|Subtasks IDs|Subtask IDs|Date Closed Text|Date Done Text',
  values: { importance: { 1: 'HIGH', 2: 'HIGH', 3: 'MEDIUM', 4: 'LOW' } },
  finished: ['Date Closed', 'Date Done'],
  family: { id: 'Task ID', parent: 'Parent ID' },
};

/** The CSV of a search: https://support.atlassian.com/jira-software-cloud/docs/export-work-items/ */
export const jira: App = {
  name: 'Jira',
  marks: ['Summary', 'Issue key', 'Status'],
  columns: {
    description: ['Summary'],
    dueDate: ['Due date'],
    importance: ['Priority'],
    state: ['Status', 'Status Category'],
    list: ['Project name'],
    parent: ['Parent summary', 'Parent id'],
    labels: ['Labels'],
    notes: ['Description'],
  },
  ignored:
    'Issue key|Issue id|Issue Type|Project key|Project type|Created|Updated|Last Viewed|Resolution|' +
    'Status Category Changed|Parent|Parent key',
  // oxfmt-ignore
  values: { importance: { Blocker: 'HIGH', Critical: 'HIGH', Highest: 'HIGH', Major: 'HIGH', Minor: 'LOW', Lowest: 'LOW', Trivial: 'LOW' } },
  finished: ['Resolved'],
  family: { id: 'Issue id', parent: 'Parent id' },
};

/** A plan that was exported to Excel and saved as CSV. */
export const planner: App = {
  name: 'Microsoft Planner',
  marks: ['Task Name', 'Bucket Name', 'Progress'],
  columns: {
    description: ['Task Name'],
    dueDate: ['Due Date', 'Start Date'],
    importance: ['Priority'],
    state: ['Progress'],
    list: ['Bucket Name'],
    labels: ['Labels'],
    notes: ['Description', 'Notes', 'Checklist Items'],
  },
  ignored:
    'Task ID|Created By|Created Date|Completed By|Late|Is Recurring|Completed Checklist Items',
  values: { importance: { Urgent: 'HIGH', Important: 'HIGH' } },
  finished: ['Completed Date'],
};

/** A board that was exported to Excel and saved as CSV; it begins with its name and that of a group. */
export const monday: App = {
  name: 'monday.com',
  marks: ['Name', 'Subitems', 'Status'],
  columns: {
    description: ['Name'],
    dueDate: ['Due Date', 'Date', 'Timeline - End'],
    importance: ['Priority'],
    state: ['Status'],
    list: ['GROUP'],
    parent: ['ITEM'],
    labels: ['Tags'],
    notes: ['Notes', 'Text'],
  },
  ignored: 'Subitems|Item ID (auto generated)|Timeline - Start',
};

/** `data.json` of the export of a person: https://vikunja.io/docs/ */
export const vikunja: App = {
  name: 'Vikunja',
  columns: {
    description: ['title'],
    dueDate: ['due_date', 'end_date', 'start_date'],
    importance: ['priority'],
    list: ['list', 'bucket'],
    parent: ['parent'],
    labels: ['labels'],
    notes: ['description'],
    repeat: ['repeat'],
  },
  ignored:
    'id|done_at|project_id|list_id|repeat_after|repeat_mode|hex_color|percent_done|identifier|index|' +
    'related_tasks|bucket_id|position|kanban_position|created|updated|created_by|cover_image_attachment_id|' +
    'is_favorite|subscription|reactions|buckets',
  values: { importance: { 0: 'MEDIUM', 1: 'LOW', 2: 'MEDIUM', 3: 'HIGH', 4: 'HIGH', 5: 'HIGH' } },
  finished: ['done'],
};

/** The JSON of a board, in the terms of https://developer.atlassian.com/cloud/trello/rest/ */
export const trelloBoard: App = {
  name: 'Trello',
  columns: {
    description: ['name'],
    dueDate: ['due', 'start'],
    list: ['board', 'list'],
    labels: ['labels'],
    notes: ['desc', 'checklist'],
  },
  ignored: '',
  finished: ['dueComplete', 'closed'],
};

/** The JSON of a board of Wekan, whose cards are put into the form of Trello. */
export const wekan: App = { ...trelloBoard, name: 'Wekan' };

/** The JSON of boards: https://deck.readthedocs.io/en/latest/export-import/ */
export const nextcloudDeck: App = {
  ...trelloBoard,
  name: 'Nextcloud Deck',
  finished: ['done', 'closed'],
};

/** The backup as JSON: the tasks of `data.task`, or of `task` in older versions. */
export const superProductivity: App = {
  name: 'Super Productivity',
  columns: {
    description: ['title'],
    dueDate: ['dueDay', 'deadlineDay'],
    list: ['project'],
    parent: ['parent'],
    labels: ['tags'],
    notes: ['notes'],
    repeat: ['repeat'],
  },
  ignored: '',
  finished: ['isDone'],
};

/** Lists of tasks as in https://learn.microsoft.com/en-us/graph/api/resources/todotask */
export const microsoftToDo: App = {
  name: 'Microsoft To Do',
  columns: {
    description: ['title'],
    dueDate: ['due', 'start'],
    importance: ['importance'],
    state: ['status'],
    list: ['list'],
    labels: ['categories'],
    notes: ['notes', 'checklist'],
    repeat: ['repeat'],
  },
  ignored: '',
};
