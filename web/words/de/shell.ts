import type { Words } from '../en.ts';

export const name = 'Dueline';
export const retry = 'Erneut versuchen';
export const reload = 'Neu laden';
export const close = 'Schließen';
export const cancel = 'Abbrechen';

export const fault: Words['fault'] = {
  offline: {
    title: 'Der Dienst ist nicht erreichbar',
    text: 'Prüfe die Verbindung und versuche es erneut.',
  },
  refused: {
    title: 'Der Dienst konnte nicht antworten',
    text: 'Auf unserer Seite ist etwas schiefgegangen. Versuche es gleich noch einmal.',
  },
  mismatch: {
    title: 'Diese Seite versteht die Antwort des Dienstes nicht',
    text: 'Vielleicht ist die Seite veraltet.',
  },
  details: (request, schema, path) => `${request} ist kein ${schema} bei ${path}`,
  requestId: (id) => `Anfrage ${id}`,
};

export const crash: Words['crash'] = {
  title: 'Diese Seite ist abgestürzt',
  text: 'Deine Entwürfe bleiben erhalten. Lade die Seite neu; passiert es wieder, kopiere die Diagnose und schicke sie an den Betreiber dieses Dienstes.',
  copy: 'Diagnose kopieren',
  copied: 'Kopiert',
};
