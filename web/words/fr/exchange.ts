import type { ExchangeWords } from '../en/exchange.ts';
import { countFrench as count } from '../language.ts';

const tasks = (n: number) => count(n, 'tâche', 'tâches');

export const exchange: ExchangeWords = {
  exporting: {
    title: 'Export',
    text: (n) => `${tasks(n)} dans un fichier, à garder ou à utiliser ailleurs.`,
    nothing: 'Il n’y a encore rien à exporter.',
    formats: {
      json: { name: 'JSON', hint: 'Tout, pour réimporter' },
      csv: { name: 'CSV', hint: 'Pour un tableur' },
      md: { name: 'Markdown', hint: 'Une liste à cocher, à lire ou réimporter' },
      ics: { name: 'iCalendar', hint: 'Pour un agenda' },
    },
    unsaved: (n) =>
      count(
        n,
        'tâche pas encore enregistrée n’y sera pas.',
        'tâches pas encore enregistrées n’y seront pas.',
      ),
    done: (fileName) => `Enregistré sous ${fileName}`,
  },
  importing: {
    title: 'Import',
    text: 'Choisissez un fichier CSV, JSON, iCalendar, Markdown ou OPML, exporté d’ici ou de Todoist, Microsoft To Do, Google Tasks, Things, TickTick, Trello, Asana, Vikunja, Jira, ClickUp, monday.com, Planner, Super Productivity, Taskwarrior, Remember The Milk, Wekan, Nextcloud Deck, Google Keep, OmniFocus, TaskPaper, org mode, Logseq, Toodledo, Tasks.org, Habitica, Amazing Marvin, Wunderlist, Workflowy, Dynalist, todo.txt ou Rappels d’Apple. Vous verrez un aperçu avant tout ajout.',
    choose: 'Choisir un fichier',
    another: 'Choisir un autre fichier',
    orDrop: 'ou déposez-le ici',
    reading: (fileName) => `Lecture de ${fileName}`,
    faults: {
      too_large: 'Le fichier dépasse 10 Mo. Découpez-le en fichiers plus petits.',
      too_many_entries: (most, found) =>
        `Le fichier contient ${found} entrées. Voici les ${most} premières ; importez le reste d’un autre fichier.`,
      quote_not_closed: (line, lines) =>
        `Un guillemet de la ligne ${line} n’est pas refermé : à partir de là, ${count(lines, 'ligne n’est pas lisible', 'lignes ne sont pas lisibles')}. Corrigez-le, puis choisissez à nouveau ce fichier.`,
      empty: 'Il n’y a aucune tâche dans ce fichier.',
      not_json: 'Ce JSON n’est pas valide. Si le fichier est coupé, exportez-le à nouveau.',
      cut_off: 'Le fichier s’arrête au milieu d’une tâche. Exportez-le à nouveau.',
      other_version: 'Ce fichier vient d’une version plus récente de Dueline.',
      no_list:
        'Ce fichier ne contient pas de liste de tâches. Exportez les tâches en CSV, iCalendar ou Markdown, puis choisissez ce fichier.',
      no_description:
        'Aucune colonne de ce fichier ne s’appelle tâche, titre ou description. Nommez les colonnes dans sa première ligne.',
      workbook:
        'C’est un classeur. Enregistrez sa feuille en CSV dans son programme, puis choisissez ce fichier.',
      archive: 'Ce fichier est compressé. Décompressez-le, puis choisissez le fichier des tâches.',
      document:
        'C’est un document ou une image. Exportez les tâches en CSV, JSON, iCalendar ou Markdown, puis choisissez ce fichier.',
      outline:
        'Aucune ligne de ce plan n’est marquée comme une tâche. Exportez ses tâches en Markdown ou en iCalendar, puis choisissez ce fichier.',
      unreadable: 'Le fichier n’a pas pu être ouvert.',
    },
    line: (n) => `Ligne ${n}`,
    entryFaults: {
      no_title: 'Cette entrée n’a pas de titre.',
      not_an_object: 'Ce n’est pas une tâche.',
      too_many_cells: 'Cette ligne a plus de cellules qu’il n’y a de colonnes.',
      open_quote: 'Son guillemet n’est pas refermé.',
    },
    fieldFault: (field, reason) => `${field} : ${reason}`,
    notADate: (found) => `« ${found} » n’est pas une date.`,
    lettersGuessed:
      'L’encodage de ce fichier est une supposition. Si des lettres sont fausses, enregistrez-le en « CSV UTF-8 », puis choisissez-le à nouveau.',
    from: (app) => `C’est un export de ${app}.`,
    details: {
      names: {
        list: 'Liste',
        parent: 'Tâche parente',
        labels: 'Étiquettes',
        otherDate: 'Seconde date',
        notes: 'Notes',
        repeat: 'Répétition (non comprise, non conservée)',
      },
      count: (name, n) => `${name}, dans ${tasks(n)} :`,
      legend: 'Il n’y a ici ni notes, ni tâches parentes',
      answers: { add: 'Ajouter au texte de la tâche' },
    },
    skip: 'Ignorer',
    dateOrder: 'Une date comme 3/4 signifie',
    dayNumber: (number) => `Une date comme ${number} signifie`,
    duplicates: {
      legend: (n) =>
        `${count(n, 'tâche avec ce texte et cette date existe', 'tâches avec ce texte et cette date existent')} déjà`,
      answers: { add: 'Ajouter quand même' },
    },
    cancelled: {
      legend: (n) => count(n, 'tâche est annulée', 'tâches sont annulées'),
      answers: { add: 'Ajouter comme terminées' },
    },
    finished: {
      legend: (n) => count(n, 'tâche est terminée', 'tâches sont terminées'),
      answers: { add: 'Ajouter avec leur date' },
    },
    past: {
      legend: (n) =>
        count(n, 'tâche aurait une échéance passée', 'tâches auraient une échéance passée'),
      answers: { add: 'Échéance aujourd’hui', keep: 'Garder leurs dates' },
    },
    unread: {
      legend: 'Valeurs inconnues ici',
      count: (field, value, instead, n) =>
        `${field} « ${value} », dans ${tasks(n)} : ${instead} à la place`,
    },
    undated: {
      legend: (n) => count(n, 'tâche n’a pas de date', 'tâches n’ont pas de date'),
      answers: {
        spread: 'Dans les semaines à venir',
        today: 'Aujourd’hui',
        someday: 'Très tard, #someday',
      },
      hint: (most) => `${most} par jour au plus, les jours ouvrés`,
    },
    tags: {
      legend: (tag) => `Les listes, sections et étiquettes deviennent des tags comme ${tag}`,
      answers: { add: 'Ajouter les tags' },
    },
    device: {
      text: (filters, settings) =>
        `Aussi dans ce fichier : ${count(filters, 'filtre enregistré', 'filtres enregistrés')} et ${count(settings, 'réglage', 'réglages')} que cet appareil n’a pas.`,
      taken: (name) => `Le filtre « ${name} » de cet appareil reste tel quel.`,
      unknown: (what) => `Inconnu ici, et laissé de côté : ${what}`,
      use: 'Les utiliser sur cet appareil',
      done: 'Ils sont utilisés sur cet appareil.',
    },
    firstDays: 'Les premiers jours avec ces tâches',
    onDay: (n) => tasks(n),
    faulty: (n) => count(n, 'entrée illisible sera ignorée', 'entrées illisibles seront ignorées'),
    ignored: (columns) => `Colonnes non utilisées : ${columns}`,
    columns: {
      VALARM: 'rappels',
      ATTENDEE: 'invités',
      ORGANIZER: 'organisateur',
      ATTACH: 'pièces jointes',
      COMMENT: 'commentaires',
      CONTACT: 'contacts',
      GEO: 'lieu',
      RESOURCES: 'matériel',
      EXDATE: 'exceptions d’une répétition',
      RDATE: 'autres jours d’une répétition',
    },
    otherColumn: 'données propres au logiciel',
    namelessColumn: 'une colonne sans nom',
    cut: (n) =>
      `${count(n, 'titre est trop long pour une tâche, et coupé', 'titres sont trop longs pour une tâche, et coupés')}.`,
    leftOut: {
      events: (n) =>
        `${count(n, 'entrée d’agenda est ignorée', 'entrées d’agenda sont ignorées')} : seules les tâches sont importées.`,
      lines: (n) =>
        `${count(n, 'ligne de texte est ignorée', 'lignes de texte sont ignorées')} : seuls les éléments d’une liste sont des tâches.`,
      entries: (n) =>
        `${count(n, 'entrée d’une autre liste est ignorée', 'entrées d’autres listes sont ignorées')} : seule la liste des tâches est lue.`,
    },
    preview: (n) =>
      n === 0
        ? 'Rien ne serait ajouté'
        : count(n, 'tâche serait ajoutée', 'tâches seraient ajoutées'),
    more: (n) => `et ${count(n, 'autre', 'autres')}`,
    assumedDate: 'pas de date dans le fichier',
    movedDate: 'était passée',
    add: (n) => `Ajouter ${tasks(n)}`,
    adding: (done, all) => `${done} sur ${count(all, 'tâche ajoutée', 'tâches ajoutées')}`,
    stop: 'Arrêter',
    added: (n) => count(n, 'tâche ajoutée', 'tâches ajoutées'),
    full: (n) =>
      `Vous avez atteint le nombre maximal de tâches de ce service. Supprimez-en pour faire de la place. ${count(n, 'tâche du fichier n’a pas été ajoutée', 'tâches du fichier n’ont pas été ajoutées')}.`,
    failed: (n) =>
      `${count(n, 'tâche n’a pas pu être enregistrée ; elle est signalée', 'tâches n’ont pas pu être enregistrées ; elles sont signalées')} dans la liste.`,
  },
};
