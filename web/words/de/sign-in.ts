import type { Words } from '../en.ts';
import { countGerman as count } from '../language.ts';

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  sentence: 'Deine Aufgaben, jede unter dem Tag, an dem sie fällig ist.',
  continueWith: (label) => `Weiter mit ${label}`,
  at: (host) => `Die Anmeldung geschieht bei ${host}. Dueline sieht dein Passwort nicht.`,
  here: 'Diese Anmeldung läuft auf diesem Rechner, um Dueline auszuprobieren.',
  ended: {
    title: 'Deine Sitzung ist abgelaufen',
    text: 'Melde dich an, um weiterzumachen. Was du geschrieben oder geändert hast, bleibt auf diesem Gerät erhalten.',
  },
  cancelled: {
    title: 'Die Anmeldung wurde abgebrochen',
    text: 'Nichts wurde geändert. Du kannst es jederzeit wieder versuchen.',
  },
  failed: {
    title: 'Die Anmeldung hat nicht geklappt',
    text: 'Sie hat zu lange gedauert, oder die Antwort des Anbieters war unbrauchbar. Bitte versuche es noch einmal.',
  },
  later: {
    title: 'Die Anmeldung geht gerade nicht',
    text: 'Der Anbieter hat seine Schlüssel gewechselt und zeigt den neuen noch nicht. Bitte versuche es gleich noch einmal.',
  },
  notConfigured: {
    title: 'Die Anmeldung ist nicht eingerichtet',
    text: 'Wer diesen Dienst betreibt, muss für den Anbieter des Profils eine Client-ID und ein Client-Secret eintragen und die Anmeldung einschalten.',
  },
  unreachable: {
    title: 'Die Anmeldemöglichkeiten ließen sich nicht laden',
    text: 'Der Dienst war nicht erreichbar oder hat nicht richtig geantwortet.',
  },
  asking: 'Die Anmeldemöglichkeiten werden geladen',
};

export const account: Words['account'] = {
  menu: (name) => `Konto von ${name}`,
  signOut: 'Abmelden',
  settings: 'Einstellungen',
  language: 'Sprache',
  exchange: 'Export und Import',
  isHereNow: (name) => `Hier ist jetzt ${name} angemeldet.`,
  leaving: {
    title: 'Auf diesem Gerät bist du abgemeldet',
    text: 'Hier sind keine Daten mehr von dir. Der Dienst war nicht erreichbar; er erfährt es, sobald es geht, bevor sich wieder jemand anmeldet.',
  },
};

export const leaving: Words['leaving'] = {
  text: 'Das gibt es nur auf diesem Gerät, und beim Abmelden geht es verloren:',
  changes: (n) => count(n, 'ungespeicherte Änderung', 'ungespeicherte Änderungen'),
  drafts: (n) => count(n, 'Entwurf', 'Entwürfe'),
  filters: (n) => count(n, 'gespeicherter Filter', 'gespeicherte Filter'),
  stay: 'Angemeldet bleiben',
  discard: 'Verwerfen und abmelden',
};

export const unrenewed: Words['unrenewed'] = {
  title: 'Deine Anmeldung lässt sich nicht verlängern',
  text: 'Der Anbieter verlängert sie im Moment nicht. Melde dich neu an oder versuche es später noch einmal.',
  kept: 'Du kannst deine Aufgaben weiter lesen, und Änderungen warten hier.',
  signIn: 'Neu anmelden',
};
