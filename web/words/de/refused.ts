import type { Words } from '../en.ts';

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
  group_not_allowed: {
    title: 'Dieses Konto gehört zu keiner zugelassenen Gruppe',
    text: 'Wer diesen Dienst betreibt, entscheidet, welche Gruppen ihn nutzen dürfen. Bitte um Aufnahme, oder melde dich ab und wähle ein anderes Konto.',
  },
  email_blocked: {
    title: 'Diese E-Mail-Adresse ist gesperrt',
    text: 'Wer diesen Dienst betreibt, hat sie gesperrt. Deine Aufgaben bleiben erhalten. Melde dich ab und wähle ein anderes Konto, oder frage dort nach.',
  },
  other: {
    title: 'Dieses Konto darf den Dienst nicht benutzen',
    text: 'Melde dich ab und wähle ein anderes Konto.',
  },
};
