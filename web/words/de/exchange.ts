import type { ExchangeWords } from '../en/exchange.ts';
import { countGerman as count } from '../language.ts';

const tasks = (n: number) => count(n, 'Aufgabe', 'Aufgaben');

export const exchange: ExchangeWords = {
  exporting: {
    title: 'Export',
    text: (n) => `${tasks(n)} in einer Datei, zum Aufbewahren oder für andere Programme.`,
    nothing: 'Es gibt noch nichts zu exportieren.',
    formats: {
      json: { name: 'JSON', hint: 'Alles, zum Wiedereinlesen' },
      csv: { name: 'CSV', hint: 'Für Tabellen' },
      md: { name: 'Markdown', hint: 'Eine Checkliste, zum Lesen und Wiedereinlesen' },
      ics: { name: 'iCalendar', hint: 'Für Kalenderprogramme' },
    },
    unsaved: (n) =>
      `Nicht dabei: ${count(n, 'noch nicht gespeicherte Aufgabe', 'noch nicht gespeicherte Aufgaben')}.`,
    done: (fileName) => `Gespeichert als ${fileName}`,
  },
  importing: {
    title: 'Import',
    text: 'Wähle eine CSV-, JSON-, iCalendar-, Markdown- oder OPML-Datei, exportiert von hier oder aus Todoist, Microsoft To Do, Google Tasks, Things, TickTick, Trello, Asana, Vikunja, Jira, ClickUp, monday.com, Planner, Super Productivity, Taskwarrior, Remember The Milk, Wekan, Nextcloud Deck, Google Notizen, OmniFocus, TaskPaper, org mode, Logseq, Toodledo, Tasks.org, Habitica, Amazing Marvin, Wunderlist, Workflowy, Dynalist, todo.txt oder Apple Erinnerungen. Du siehst eine Vorschau, bevor etwas hinzugefügt wird.',
    choose: 'Datei wählen',
    another: 'Andere Datei wählen',
    orDrop: 'oder hier ablegen',
    reading: (fileName) => `${fileName} wird gelesen`,
    faults: {
      too_large: 'Die Datei ist größer als 10 MB. Teile sie in kleinere Dateien auf.',
      too_many_entries: (most, found) =>
        `Die Datei hat ${found} Einträge. Hier sind die ersten ${most}; importiere den Rest aus einer weiteren Datei.`,
      quote_not_closed: (line, lines) =>
        `Ein Anführungszeichen in Zeile ${line} wird nicht geschlossen, sodass von dort an ${count(lines, 'Zeile', 'Zeilen')} nicht lesbar ${lines === 1 ? 'ist' : 'sind'}. Berichtige es, und wähle die Datei noch einmal.`,
      empty: 'In dieser Datei stehen keine Aufgaben.',
      not_json:
        'Das ist kein gültiges JSON. Ist die Datei abgeschnitten, exportiere sie noch einmal.',
      cut_off: 'Die Datei endet mitten in einer Aufgabe. Exportiere sie noch einmal.',
      other_version: 'Diese Datei stammt aus einer neueren Version von Dueline.',
      no_list:
        'Diese Datei enthält keine Liste von Aufgaben. Exportiere die Aufgaben als CSV, iCalendar oder Markdown, und wähle diese Datei.',
      no_description:
        'Keine Spalte dieser Datei heißt Aufgabe, Titel oder Beschreibung. Benenne die Spalten in ihrer ersten Zeile.',
      workbook:
        'Das ist eine Arbeitsmappe. Speichere ihr Blatt in ihrem Programm als CSV, und wähle diese Datei.',
      archive: 'Diese Datei ist gepackt. Entpacke sie, und wähle die Datei mit den Aufgaben.',
      document:
        'Das ist ein Dokument oder ein Bild. Exportiere die Aufgaben als CSV, JSON, iCalendar oder Markdown, und wähle diese Datei.',
      outline:
        'Keine Zeile dieser Gliederung ist als Aufgabe markiert. Exportiere ihre Aufgaben als Markdown oder iCalendar, und wähle diese Datei.',
      unreadable: 'Die Datei ließ sich nicht öffnen.',
    },
    line: (n) => `Zeile ${n}`,
    entryFaults: {
      no_title: 'Der Eintrag hat keinen Titel.',
      not_an_object: 'Das ist keine Aufgabe.',
      too_many_cells: 'Diese Zeile hat mehr Zellen, als es Spalten gibt.',
      open_quote: 'In dieser Zeile wird ein Anführungszeichen nicht geschlossen.',
    },
    fieldFault: (field, reason) => `${field}: ${reason}`,
    notADate: (found) => `„${found}“ ist kein Datum.`,
    lettersGuessed:
      'Die Kodierung dieser Datei ist geraten. Sehen Buchstaben falsch aus, speichere sie als „CSV UTF-8“, und wähle sie noch einmal.',
    from: (app) => `Das ist ein Export aus ${app}.`,
    details: {
      names: {
        list: 'Liste',
        parent: 'Übergeordnete Aufgabe',
        labels: 'Etiketten',
        otherDate: 'Zweites Datum',
        notes: 'Notizen',
        repeat: 'Wiederholung (nicht verstanden, entfällt)',
      },
      count: (name, n) => `${name}, bei ${tasks(n)}:`,
      legend: 'Notizen und übergeordnete Aufgaben gibt es hier nicht',
      answers: { add: 'In den Text der Aufgabe schreiben' },
    },
    skip: 'Weglassen',
    dateOrder: 'Ein Datum wie 3/4 heißt',
    dayNumber: (number) => `Ein Datum wie ${number} heißt`,
    duplicates: {
      legend: (n) =>
        `${count(n, 'Aufgabe mit diesem Text und Datum gibt', 'Aufgaben mit diesem Text und Datum gibt')} es schon`,
      answers: { add: 'Noch einmal hinzufügen' },
    },
    cancelled: {
      legend: (n) => count(n, 'Aufgabe ist abgebrochen', 'Aufgaben sind abgebrochen'),
      answers: { add: 'Als erledigt hinzufügen' },
    },
    finished: {
      legend: (n) => count(n, 'Aufgabe ist erledigt', 'Aufgaben sind erledigt'),
      answers: { add: 'Mit ihrem Datum hinzufügen' },
    },
    past: {
      legend: (n) => `${count(n, 'Aufgabe wäre', 'Aufgaben wären')} in der Vergangenheit fällig`,
      answers: { add: 'Stattdessen heute fällig', keep: 'Daten behalten' },
    },
    unread: {
      legend: 'Werte, die hier unbekannt sind',
      count: (field, value, instead, n) =>
        `${field} „${value}“, bei ${tasks(n)}: stattdessen ${instead}`,
    },
    undated: {
      legend: (n) => count(n, 'Aufgabe hat kein Datum', 'Aufgaben haben kein Datum'),
      answers: {
        spread: 'In den nächsten Wochen',
        today: 'Heute',
        someday: 'Weit weg, #someday',
      },
      hint: (most) => `Bis zu ${most} am Tag, an Werktagen`,
    },
    tags: {
      legend: (tag) => `Listen, Abschnitte und Etiketten werden Tags wie ${tag}`,
      answers: { add: 'Tags hinzufügen' },
    },
    device: {
      text: (filters, settings) =>
        `Auch in dieser Datei: ${count(filters, 'gespeicherter Filter', 'gespeicherte Filter')} und ${count(settings, 'Einstellung', 'Einstellungen')}, die dieses Gerät nicht hat.`,
      taken: (name) => `Der Filter „${name}“ auf diesem Gerät bleibt, wie er ist.`,
      unknown: (what) => `Hier unbekannt und weggelassen: ${what}`,
      use: 'Auf diesem Gerät verwenden',
      done: 'Sie gelten jetzt auf diesem Gerät.',
    },
    firstDays: 'Die ersten Tage mit diesen Aufgaben',
    onDay: (n) => tasks(n),
    faulty: (n) =>
      `${count(n, 'Eintrag ist', 'Einträge sind')} nicht lesbar und ${n === 1 ? 'fällt' : 'fallen'} weg`,
    ignored: (columns) => `Nicht verwendete Spalten: ${columns}`,
    columns: {
      VALARM: 'Erinnerungen',
      ATTENDEE: 'Gäste',
      ORGANIZER: 'Organisator',
      ATTACH: 'Anhänge',
      COMMENT: 'Kommentare',
      CONTACT: 'Kontakte',
      GEO: 'Ort',
      RESOURCES: 'Ausstattung',
      EXDATE: 'Ausnahmen einer Wiederholung',
      RDATE: 'weitere Tage einer Wiederholung',
    },
    otherColumn: 'eigene Daten des Programms',
    namelessColumn: 'eine Spalte ohne Namen',
    cut: (n) => `${count(n, 'Titel ist', 'Titel sind')} zu lang für eine Aufgabe und gekürzt.`,
    leftOut: {
      events: (n) =>
        `${count(n, 'Kalendereintrag fällt', 'Kalendereinträge fallen')} weg: Nur To-dos sind Aufgaben.`,
      lines: (n) =>
        `${count(n, 'Textzeile fällt', 'Textzeilen fallen')} weg: Nur die Punkte einer Liste sind Aufgaben.`,
      entries: (n) =>
        `${count(n, 'Eintrag einer anderen Liste fällt', 'Einträge anderer Listen fallen')} weg: Nur die Liste der Aufgaben wird gelesen.`,
    },
    preview: (n) =>
      n === 0 ? 'Es käme nichts hinzu' : `${count(n, 'Aufgabe käme', 'Aufgaben kämen')} hinzu`,
    more: (n) => `und ${count(n, 'weitere', 'weitere')}`,
    assumedDate: 'kein Datum in der Datei',
    movedDate: 'war in der Vergangenheit',
    add: (n) => `${tasks(n)} hinzufügen`,
    adding: (done, all) => `${done} von ${tasks(all)} hinzugefügt`,
    stop: 'Anhalten',
    added: (n) => `${tasks(n)} hinzugefügt`,
    full: (n) =>
      `Du hast die Höchstzahl an Aufgaben dieses Dienstes erreicht. Lösche einige, um Platz zu schaffen. ${count(n, 'Aufgabe der Datei wurde', 'Aufgaben der Datei wurden')} nicht hinzugefügt.`,
    failed: (n) =>
      `${count(n, 'Aufgabe ließ sich nicht speichern und steht', 'Aufgaben ließen sich nicht speichern und stehen')} mit einem Vermerk in der Liste.`,
  },
};
