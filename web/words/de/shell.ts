import type { Words } from '../en.ts';

type Shell = Pick<Words, 'name' | 'retry' | 'reload' | 'close' | 'cancel' | 'fault' | 'crash'>;

export const shell: Shell = {
  name: 'Dueline',
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
  close: 'Schließen',
  cancel: 'Abbrechen',
  fault: {
    offline: {
      title: 'Der Dienst ist nicht erreichbar',
      text: 'Prüfe die Verbindung und versuche es erneut.',
    },
    refused: {
      title: 'Der Dienst konnte nicht antworten',
      text: 'Das liegt nicht an dir. Versuche es gleich noch einmal.',
    },
    mismatch: {
      title: 'Der Server hat in einer Form geantwortet, die diese Seite nicht kennt',
      text: 'Vielleicht ist die Seite älter als der Dienst. Lade sie neu; was du siehst, bleibt lesbar.',
    },
    details: (request, schema, path) => `${request} ist kein ${schema} bei ${path}`,
    requestId: (id) => `Anfrage ${id}`,
  },
  crash: {
    title: 'Diese Seite ist abgestürzt',
    text: 'Deine Entwürfe bleiben erhalten. Lade die Seite neu; passiert es wieder, kopiere die Diagnose und schicke sie denen, die diesen Dienst betreiben.',
    copy: 'Diagnose kopieren',
    copied: 'Kopiert',
  },
};
