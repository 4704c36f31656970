import type { LaterDateWords } from '../en/later-dates.ts';

export const laterDates: LaterDateWords = {
  adjectiveLeads: 'auf|von|bis|unser|mein',
  repeatCounts: '(ein/zwei/drei/vier/fünf/sechs/sieben/acht/neun/zehn/zwölf)mal',
  repeatEnds:
    'bis[ zum/ zur/ einschließlich]|während|für den Rest|in den Ferien|vor (Ostern/Weihnachten)|längstens|vorläufig|' +
    'hintereinander|am Stück',
  unclearOrdinals: '(vor/dritt)letzte(n/r)|Mitte|[un]geraden',
  repeatSpans:
    'für|lang|noch|über|nur|höchstens|maximal|insgesamt|[für ]die nächsten|in den nächsten|den ganzen',
  repeatLinks: {
    filler: 'und|des|der|im|am|eines',
    unclear: 'paar|oder|-',
  },
  repeatBounds: {
    filler: 'am|zum|dem|der|den|und',
    start: 'ab|vom|von|beginnend',
    limit: 'seit|bis|zur|zwischen|vor|nach|nicht|ohne',
    except: 'außer|ausgenommen',
  },
  otherDayLeads:
    'schöne(r/n)|frohe(r/n)|gute(r/n)|[an]statt[ am]|anstelle von|als[ am]|älter als|Frau|Herr[n]|letztes|vorige(m/n)|vergangene(m/n)|vorvorige(m/n)|Woche (vom/von)|seit[ dem]|nicht[ am]|[un]geraden|' +
    'vo[n/m]|des|folgenden|über den|Familie|letzte Woche|schwarze(r/n)|weiße(r/n)|blaue(r/n)',
  indefinites: '[irgend]ein|[irgend]eine(m/n/s)|(mein/dein/unser)[e/em/en/er]',
  nameLinks: 'und',
  nameLeads: 'danke|hallo',
  nameTails: 'schauen|ansehen|gucken|Staffel|Folge',
  otherDayTails:
    '[in ][der ](letzte/vorige/vergangene)[n/r] Woche|' +
    'vor einer Woche|oder (zwei/drei)|und ein[en] halbe(n/s)|dieses Jahr[es]|letzte(s Jahr/n Jahres)|vorigen Jahres|' +
    'über (eine Woche/zwei Wochen/acht Tage/8 Tage)|(im/pro) Monat|des Monats',
  besideLeads: 'Minute[n]|Stunde[n]|kurz|gleich|direkt|Nacht|Abend|Wochenende|irgendwann',
  untilLeads: 'bis[ einschließlich]',
  spanLeads: 'für[ die nächsten]|die nächsten|noch',
  spanTails: 'lang',
  conditions: 'solange',
  seasonLeads: 'im|den|diesen|nächsten|ganzen|über',
  fewCounts: '[ein ]paar|einige[n]|wenige[n]|mehrere[n]',
  nextLinks: 'nächste[n]|weitere[n]',
  shortUnits: 'Wo|Tg|Wch|Mon',
  lengthLeads:
    'für|dauert|dauern|lang|seit|vor|nach|alle|noch|etwa|ca|rund|ungefähr|über|mindestens|höchstens|maximal|nur|insgesamt|ganze|' +
    'ist|sind|als|binnen|je|warten|wartet|diese|die|der|den|vergangene[n]|letzte[n]|zeit',
  lengthNouns:
    'Urlaub|Ferien|Reise|Kurs|Sprint|Miete|mieten|Aufenthalt|Garantie|Pause|Praktikum|Training|Lager|Kreuzfahrt|Tour|Abo|' +
    'Mitgliedschaft|Probezeit|Dauer|Laufzeit|Visum|Pass|Plan|Vertrag|üben|einweichen|ziehen|wandern|reisen|fasten|Diät|alt|Kur|' +
    'Quarantäne|Frist|Lieferzeit|Elternzeit|Kündigungsfrist|krank|leihen',
  freeTails: 'frei|Urlaub',
  eras: '(v/n)[.] Chr|(vor/nach) Christus',
  pastVerbs: 'war[en]|wurde[n]|hatte[n]|geboren|gestorben|passierte',
  sentenceVerbs: 'ist|war|wird|hat|kommt|bin|stirbt|bleibt|heißt|macht|fällt|grüßt',
  nameNouns:
    'Pfarrer[in]|Pastor[in]|Pater|Professor[in]|Doktor|Kommissar[in]|Bürgermeister[in]|Kolleg(e/en/in)|Nachbar[in/n]|Firma|Kanzlei|' +
    'Bäckerei|Metzgerei|Gasthof|Gasthaus|Autohaus|Verlag|Pension|bei (Bäcker/Metzger/Fleischer/Schuster/Juwelier/Optiker)|Fräulein|Eheleute|' +
    'Trainer[in]|Ehepaar|Robinson|Hotel|Villa|Album',
  numberedNouns:
    'Gleis|Sitz|Platz|Schließfach|Saal|Halle|Bett|Station|Linie|Bus|Tram|Tor|Haus|Bad|Kabine|Zimmer|Raum|Seite|Kapitel|Wohnung',
  codeLeads: 'Flug|Zug|Bus|Linie|Bestellung|Kennzeichen|Modell|Teil',
  streets: 'Straße|Str|Weg|Gasse|Allee|Platz|Ufer',
  personLeads: 'mit|von|bei|an|und|der|die|das',
  mediaNouns: 'Film|Buch|Roman|Lied|Serie|Spiel|Album|DVD|Doku|Bericht',
  perfectVerbs: 'hat|habe|haben|ist|sind|bin|wurde|war',
  notBefore: 'nicht vor|frühestens|nicht eher als',
  someWeeks: '[un]gerade[n] Woche[n]|im Wechsel|abwechselnd',
  alternatives: 'oder',
  neither: 'weder',
  nor: 'noch',
  nominatives: 'der',
  rates: '(pro/am/je) Tag|(pro/die/je) Woche|(pro/im/je) Monat|täglich',
};
