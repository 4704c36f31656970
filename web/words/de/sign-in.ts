import type { Words } from '../en.ts';

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  sentence: 'Aufgaben wie in einem Tagebuch: jede eine Zeile unter ihrem Datum.',
  continueWith: (label) => `Weiter mit ${label}`,
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
    text: 'Die Antwort des Anbieters war unbrauchbar. Bitte versuche es noch einmal.',
  },
  notConfigured: {
    title: 'Die Anmeldung ist nicht eingerichtet',
    text: 'Wer diesen Dienst betreibt, muss dem Anbieter des Profils eine Client-ID und ein Client-Secret geben und die Anmeldung einschalten.',
  },
  unreachable: {
    title: 'Die Anmeldemöglichkeiten ließen sich nicht laden',
    text: 'Der Dienst war nicht erreichbar oder hat nicht richtig geantwortet.',
  },
  asking: 'Die Anmeldemöglichkeiten werden geladen',
};

export const refused: Words['refused'] = {
  email_missing: {
    title: 'Dein Konto hat keine E-Mail-Adresse übermittelt',
    text: 'Aufgaben gehören zu einer E-Mail-Adresse. Gib deine beim Anbieter frei und melde dich erneut an.',
  },
  email_invalid: {
    title: 'Die E-Mail-Adresse deines Kontos ist ungültig',
    text: 'Sie ist unvollständig oder zu lang. Ändere sie beim Anbieter und melde dich erneut an.',
  },
  email_unverified: {
    title: 'Deine E-Mail-Adresse ist nicht bestätigt',
    text: 'Bestätige sie beim Anbieter und melde dich erneut an.',
  },
  email_not_allowed: {
    title: 'Diese E-Mail-Adresse ist hier nicht zugelassen',
    text: 'Wer diesen Dienst betreibt, entscheidet, welche Adressen ihn nutzen dürfen. Melde dich ab und wähle ein anderes Konto, oder bitte um Zugang.',
  },
  other: {
    title: 'Dieses Konto darf den Dienst nicht benutzen',
    text: 'Melde dich ab und wähle ein anderes Konto.',
  },
};

export const account: Words['account'] = {
  menu: (name) => `Konto von ${name}`,
  signOut: 'Abmelden',
  exchange: 'Export und Import',
};
