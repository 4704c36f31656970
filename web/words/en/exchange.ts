import { countEnglish as count } from '../language.ts';

const tasks = (n: number) => count(n, 'task', 'tasks');

/** Export and import. These texts are loaded with the code of that dialog. */
export const exchange = {
  exporting: {
    title: 'Export',
    text: (n: number) => `${tasks(n)} in a file, to keep or to use elsewhere.`,
    nothing: 'There is nothing to export yet.',
    formats: {
      json: { name: 'JSON', hint: 'Everything, to import again' },
      csv: { name: 'CSV', hint: 'For spreadsheets' },
      md: { name: 'Markdown', hint: 'A check list, to read or import' },
      ics: { name: 'iCalendar', hint: 'To-dos for calendar apps' },
    },
    unsaved: (n: number) =>
      `Not included: ${tasks(n)} that ${n === 1 ? 'is' : 'are'} not saved yet.`,
    done: (fileName: string) => `Saved as ${fileName}`,
  },
  importing: {
    title: 'Import',
    text: 'Choose a CSV, JSON, iCalendar, Markdown or OPML file, exported from here or from Todoist, Microsoft To Do, Google Tasks, Things, TickTick, Trello, Asana, Vikunja, Jira, ClickUp, monday.com, Planner, Super Productivity, Taskwarrior, Remember The Milk, Wekan, Nextcloud Deck, Google Keep, OmniFocus, TaskPaper, org mode, Logseq, Toodledo, Tasks.org, Habitica, Amazing Marvin, Wunderlist, Workflowy, Dynalist, todo.txt or Apple Reminders. You see a preview before anything is added.',
    choose: 'Choose a file',
    another: 'Choose another file',
    orDrop: 'or drop it here',
    reading: (fileName: string) => `Reading ${fileName}`,
    faults: {
      too_large: 'The file is larger than 10 MB. Split it into smaller files.',
      too_many_entries: (most: string, found: string) =>
        `The file has ${found} entries. These are the first ${most}; import the rest from another file.`,
      quote_not_closed: (line: number, lines: number) =>
        `A quotation mark on line ${line} is never closed, so ${count(lines, 'line', 'lines')} from there on cannot be read. Correct it, and choose the file again.`,
      empty: 'There are no tasks in this file.',
      not_json: 'This is not valid JSON. If the file is cut off, export it again.',
      cut_off: 'The file ends in the middle of a task. Export it again.',
      other_version: 'This file was made by a newer version of Dueline.',
      no_list:
        'This file has no list of tasks. Export the tasks as CSV, iCalendar or Markdown, and choose that file.',
      no_description:
        'No column of this file is called task, title or description. Name the columns in its first line.',
      workbook: 'This is a workbook. Save its sheet as CSV in its program, and choose that file.',
      archive: 'This file is compressed. Unpack it, and choose the file with the tasks.',
      document:
        'This is a document or an image. Export the tasks as CSV, JSON, iCalendar or Markdown, and choose that file.',
      outline:
        'No line of this outline is marked as a task. Export its tasks as Markdown or iCalendar, and choose that file.',
      unreadable: 'The file could not be opened.',
    },
    line: (n: number) => `Line ${n}`,
    entryFaults: {
      no_title: 'It has no title.',
      not_an_object: 'This is not a task.',
      too_many_cells: 'This line has more cells than there are columns.',
      open_quote: 'Its quotation mark is never closed.',
    },
    fieldFault: (field: string, reason: string) => `${field}: ${reason}`,
    notADate: (found: string) => `“${found}” is not a date.`,
    lettersGuessed:
      'The encoding of this file is a guess. If letters look wrong, save it as “CSV UTF-8”, and choose it again.',
    from: (app: string) => `This is an export of ${app}.`,
    details: {
      names: {
        list: 'List',
        parent: 'Parent task',
        labels: 'Labels',
        otherDate: 'Second date',
        notes: 'Notes',
        repeat: 'Repetition (not understood, not kept)',
      },
      count: (name: string, n: number) => `${name}, in ${tasks(n)}:`,
      legend: 'Tasks here have no notes or parent tasks',
      answers: { add: 'Add to the task text' },
    },
    skip: 'Leave out',
    dateOrder: 'Dates like 3/4 mean',
    dayNumber: (number: string) => `Dates like ${number} mean`,
    duplicates: {
      legend: (n: number) =>
        `${tasks(n)} with the same text and date already ${n === 1 ? 'exists' : 'exist'}`,
      answers: { add: 'Add again' },
    },
    cancelled: {
      legend: (n: number) => `${tasks(n)} ${n === 1 ? 'is' : 'are'} cancelled`,
      answers: { add: 'Add as done' },
    },
    finished: {
      legend: (n: number) => `${tasks(n)} ${n === 1 ? 'is' : 'are'} finished`,
      answers: { add: 'Add with their dates' },
    },
    past: {
      legend: (n: number) => `${tasks(n)} would be due in the past`,
      answers: { add: 'Due today instead', keep: 'Keep their dates' },
    },
    unread: {
      legend: 'Values that are not known here',
      count: (field: string, value: string, instead: string, n: number) =>
        `${field} “${value}”, in ${tasks(n)}: ${instead} instead`,
    },
    undated: {
      legend: (n: number) => `${tasks(n)} ${n === 1 ? 'has' : 'have'} no date`,
      answers: {
        spread: 'Over the coming weeks',
        today: 'Today',
        someday: 'Far away, #someday',
      },
      hint: (most: number) => `Up to ${most} a day, on working days`,
    },
    tags: {
      legend: (tag: string) => `Lists, sections and labels become tags, such as ${tag}`,
      answers: { add: 'Add tags' },
    },
    /** The saved filters and settings of a file. */
    device: {
      text: (filters: number, settings: number) =>
        `Also in this file: ${count(filters, 'saved filter', 'saved filters')} and ${count(settings, 'setting', 'settings')} that this device does not have.`,
      taken: (name: string) => `The filter “${name}” of this device stays as it is.`,
      unknown: (what: string) => `Not known here, and left out: ${what}`,
      use: 'Use them on this device',
      done: 'They are in use on this device.',
    },
    firstDays: 'The first days with these tasks',
    onDay: (n: number) => tasks(n),
    faulty: (n: number) =>
      `${count(n, 'entry cannot', 'entries cannot')} be read and will be left out`,
    ignored: (columns: string) => `Columns not used: ${columns}`,
    columns: {
      VALARM: 'reminders',
      ATTENDEE: 'guests',
      ORGANIZER: 'organizer',
      ATTACH: 'attachments',
      COMMENT: 'comments',
      CONTACT: 'contacts',
      GEO: 'place',
      RESOURCES: 'equipment',
      EXDATE: 'exceptions of a recurrence',
      RDATE: 'more days of a recurrence',
    },
    otherColumn: 'data of its own program',
    namelessColumn: 'a column without a name',
    cut: (n: number) => `${count(n, 'title is', 'titles are')} too long for a task, and cut.`,
    leftOut: {
      events: (n: number) =>
        `${count(n, 'calendar entry is', 'calendar entries are')} left out: only to-dos are tasks.`,
      lines: (n: number) =>
        `${count(n, 'line of text is', 'lines of text are')} left out: only items of a list are tasks.`,
      entries: (n: number) =>
        `${count(n, 'entry of another list is', 'entries of other lists are')} left out: only the list of tasks is read.`,
    },
    preview: (n: number) => (n === 0 ? 'Nothing would be added' : `${tasks(n)} would be added`),
    more: (n: number) => `and ${count(n, 'more', 'more')}`,
    assumedDate: 'no date in the file',
    movedDate: 'was in the past',
    add: (n: number) => `Add ${tasks(n)}`,
    adding: (done: number, all: number) => `${count(done, 'task', 'tasks')} of ${all} added`,
    stop: 'Stop',
    added: (n: number) => `${tasks(n)} added`,
    full: (n: number) =>
      `You have reached this service’s limit of tasks. Delete some to make room. ${count(n, 'task of the file was', 'tasks of the file were')} not added.`,
    failed: (n: number) =>
      `${tasks(n)} could not be saved and ${n === 1 ? 'is' : 'are'} marked in the list.`,
  },
};

export type ExchangeWords = typeof exchange;
