import type { LaterDateWords } from '../en/later-dates.ts';

export const laterDates: LaterDateWords = {
  adjectiveLeads: 'en|au|passer|le|la|un|une|mon|ce|notre',
  repeatEnds:
    "pendant|durant|jusqu'(à/au/en/aux/à la)|jusque|pour le reste|des semaines|avant (Pâques/Noël)|maximum|" +
    'de suite',
  unclearOrdinals: "[l']avant-dernier|avant dernier|milieu|première|dernière|[im]paire",
  repeatSpans: 'encore|pour|sur|seulement|au plus|les',
  repeatLinks: {
    filler: 'et|de|du|le|les',
    unclear: 'ou|derniers|autres',
  },
  repeatBounds: {
    filler: 'du|de|le',
    start: 'à partir|à compter|dès',
    limit: "à|depuis|jusqu'au|jusqu'à|au|pour|entre|avant|après|pas",
    except: 'sauf|hormis|excepté',
  },
  otherDayLeads:
    "bon|beau|joyeux|plutôt que[ le]|au lieu d(e/u)|m|mme|monsieur|madame|docteur|chez les|de|tante|oncle|antérieur(s/es) au|depuis[ le]|pas[ le]|du|semaine dernière|d'aujourd'hui à|sur le|vivement",
  indefinites: 'un|quel|mon|notre|votre|nos|mes',
  nameLinks: 'et',
  nameLeads: '[re]voir|regarder|[re]lire|[ré]écouter|remercier|bonjour',
  nameTails: 'saison',
  otherDayTails:
    "[de ]la semaine (dernière/passée/d'après)|suivant|d'après|il y a|" +
    "dernier|passé|noir|sur (deux/2/trois/3/quatre)|de (Pâques/Pentecôte/l'Ascension)|gras|saint|des cendres|ou (deux/trois)|" +
    "et demi[e]|[de ]cette année|[de ]l'année dernière|par (mois/semaine)|du mois",
  besideLeads: 'heure[s]|juste|peu|nuit|soir[ée]|week-end',
  untilLeads: "jusqu'(au/à/en)",
  spanLeads: 'pendant|durant',
  conditions: "tant (que/qu'il/qu'elle)",
  seasonLeads: 'en|au|tout|cet|ce|le|pendant|durant',
  fewCounts: 'quelques|plusieurs',
  nextLinks: 'prochain[e]s',
  shortUnits: 'sem|j',
  lengthLeads:
    'pendant|durant|pour|dure[nt]|depuis|après|avant|tous les|toutes les|encore|environ|sur|au moins|au plus|maximum|seulement|en|' +
    "est|sont|que|prend|prendre|attendre|à|de|d'|derniers|dernières|ces|ses|mes|nos|y a",
  lengthNouns:
    'vacances|voyage|cours|sprint|location|louer|séjour|congé[s]|garantie|pause|stage|formation|camp|croisière|tour|abonnement|adhésion|' +
    'essai|durée|visa|pass|plan|bail|contrat|pratiquer|tremper|mariner|randonnée|marcher|jeûne|régime|âge|quarantaine|préavis|délai|cure|arrêt',
  freeTails: 'de (congé/congés/vacances/repos)',
  eras: '(av/ap)[.] j[.]-c|p. chr. n|(avant/après) Jésus-Christ',
  pastVerbs: "était|étais[-je/-tu]|avais|étaient|avait|avaient|a été|ont été|né[e]|mort[e]|c'était",
  sentenceVerbs: "est|était|c'est|sera|n'est|vient|arrive|meurt|tombe|reste",
  nameNouns:
    'hôtel|chez|villa|groupe|album|chanson|maître|curé|pasteur|abbé|père|inspecteur|commissaire|capitaine|professeur|robinson|éditions|boulangerie|famille',
  numberedNouns:
    'chambre|salle|appartement|quai|voie|porte|siège|page|chapitre|bureau|box|casier|lit|bus|tram|ligne|place|terminal|hall|station|métro|arrêt|stade|gare|lycée|collège|pont|parc',
  codeLeads: 'vol|train|bus|commande|réf|plaque|modèle|ligne|pièce',
  streets: 'rue|avenue|chemin|allée|impasse|place|boulevard|quai|square|route|passage',
  personLeads: 'avec|de|chez|pour|à|et|la|ma|sa|une|appeler|voir|inviter',
  mediaNouns: 'film|livre|roman|chanson|série|jeu|album|dvd|documentaire|docu|rapport',
  notBefore: 'pas avant|au plus tôt',
  alternatives: 'ou',
  neither: 'ni',
  nor: 'ni',
  someWeeks: 'semaines [im]paires|en alternance',
  rates: 'par (jour/semaine/mois)',
};
