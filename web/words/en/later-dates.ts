import type { WordsOf } from './dates.ts';

/**
 * The words of recurrences and of what may be no day, which the page loads after those of dates.ts. The texts and tables have the
 * same form as there.
 */
export const laterDates = {
  /** After these words, a single word for a recurrence is an adjective: "the weekly report". */
  adjectiveLeads:
    'tgi|for|to|the|a|my|our|your|his|her|their|this|last|next|alternate|consecutive|straight',
  /** Words in a recurrence: without effect, and not understood. */
  repeatLinks: {
    filler: 'and|of|on|the|single',
    unclear: 'or|to|through',
  },
  /** Words between a recurrence and its days: without effect; before its first day ("weekly from Monday"); others; an exception. */
  repeatBounds: {
    filler: 'on|the',
    start: 'from|starting|starts|beginning',
    limit: 'since|until|till|to|ending|ends|for|but|between|before|after|not',
    except: 'except|excluding',
  },
  /** Words before (leads) or after (tails) a day that is not the next one: "last Monday", "second Monday", "Monday after next". */
  otherDayLeads:
    'mr|mrs|ms|miss|aunt|uncle|black|good|easter|cyber|ash|shrove|fat|palm|super|bloody|past|previous|up to|older than|prior to|' +
    "fortnight[ on]|since|dated|not[ on]|but|odd|even|nth|middle|following|last week['s]|about the|twenty|thirty|blue|ruby|manic|casual|freaky|gloomy|taco|giving|" +
    'throwback|meatless|wacky|pancake|maundy|holy|whit|mothering|remembrance|stir-up|bank holiday|happy|instead of[ on]|rather than[ on]',
  otherDayTails:
    'ago|week|or (two/three)|and a half|(this/last) year|(morning/afternoon/evening/night)s|[of /from ]last week|the (twenty/thirty)',
  /** Before the name of a weekday: some day of that name, "a Sunday", "my Friday talk". */
  indefinites: 'a|an|any|one|some|my|our|your|his|her|their',
  /** Before the name of a weekday and a noun: a thing of that name, "the Monday board". */
  thingLeads: 'the',
  /** Before a day with a capital letter: a title or a person, "watch Wednesday". */
  nameLeads: '[re[-]]watch|[re[-]]read|stream|binge|listen to|thank|hello',
  /** After the English name of a weekday on a page of another language: a title, "Wednesday schauen". */
  nameTails: '',
  /** After a weekday: a part of the name of a thing, "Sunday roast". */
  thingTails:
    'best|roast|gravy|market|papers|school|off|times|telegraph|express|mirror|blues|motivation',
  /** Between two names at the end, of which the second may be a weekday: "Robinson and Friday". */
  nameLinks: 'and',
  /** Words between which and a day only "before" or "after" stands: "shortly before Friday". */
  besideLeads: 'minute[s]|hour[s]|shortly|just|right|sometime|night|evening|weekend|morning',
  /** What ends a recurrence: any words after `repeatEnds`, an amount after or before `repeatSpans`, and how often. */
  repeatEnds:
    'until|til[l]|through|thru|end(s/ing)|during|up to|for the rest|before (christmas/easter)|no later than|' +
    '[then ]stop|all of|in (a row/total)|often|or so',
  repeatSpans: '[for /over ](next/the next)|for[ another]|over|only|at most|max[imum]|a total of',
  repeatCounts: 'once|twice|thrice',
  unclearOrdinals:
    'penultimate|second last|(second/next) to last|2nd last|odd|even|alternating|middle|mid month',
  everyday: 'everyday',
  /** Words before the last day of a recurrence; before and after an amount that ends it: "for 10 days", "10 Tage lang". */
  untilLeads: 'until|till|til|ending|ends',
  spanLeads: 'for[ the next]',
  spanTails: '',
  /** Words before that as long as which a task recurs. */
  conditions: 'while|as long as|unless',
  seasonLeads: 'all|in|the|this|next|over|during|through|whole|entire',
  /** An amount that is no number: "a few days". */
  fewCounts: '[a ]few|several|some',
  /** Between an amount and its unit: "les 2 prochaines semaines". */
  nextLinks: 'more',
  /** Short names of units after a number: "3w". */
  shortUnits: 'd|w|wk[s]|mth[s]',
  /** Directly before an amount: a length, "for 3 weeks". */
  lengthLeads:
    'for|take[s]|last[s]|lasting|within|over|after|every|each|past|last|about|around|another|up to|at least|at most|than|is|are|was|' +
    'under|of|only|the|spend|spent|wait[s]|rest|fast',
  /** Some words before an amount: a thing or a verb that has a length, "trip to Rome 3 days". */
  lengthNouns:
    'holiday[s]|vacation|trip|course|sprint|rent|rental|stay|leave|warranty|break|internship|training|camp|cruise|tour|subscription|' +
    'membership|trial|duration|length|visa|pass|plan|lease|contract|guarantee|practi(c/s)e|soak|marinate|ferment|freeze|hike|' +
    'walk|travel|hire|fasting|diet|old|detox|age|quarantine|notice',
  /** After an amount: days without work, "3 days off". */
  freeTails: 'off|leave|holiday',
  /** After a year: "10 August 88 AD". */
  eras: 'ad|bc|bce|ce|be|b.c|a.d',
  /** Words of the past before or after a day. */
  pastVerbs: "was|were|did|had|been|born|wasn't|weren't|happened|died",
  /** After the name of a day: a sentence about that day, "Friday is payday", or a title. */
  sentenceVerbs: "is|isn't|was|i'm|we're|you're|never|will|comes|came|has|had|looks|feels",
  /** Directly before the name of a weekday, which is then perhaps a name: "Hotel Monday". */
  nameNouns:
    'hotel|hostel|villa|band|album|song|pastor|captain|sergeant|judge|professor|sir|lady|detective|inspector|father|robinson|man|girl',
  /** After a short name of a weekday: words of another language, "mon ami". */
  foreignTails: 'ami|amour|chéri|dieu|oncle|repos|petit',
  /** Directly before a number: "room 1 Jan". */
  numberedNouns:
    'room|flat|apartment|platform|gate|seat|bus|locker|desk|bay|lane|pier|dock|terminal|unit|suite|page|chapter|bed|ward|tram|line',
  /** Verbs before "in": "hand in 3/12". */
  verbsWithIn: 'hand|turn|check|send|get|put|move|come|be|pay',
  /** Before a code and two numbers: "flight AF 12/07". */
  codeLeads: 'flight|train|bus|order|ref|plate|gate|route|model|part',
  /** In parentheses after a title, or before "9/11": "Friday the 13th (film)". */
  mediaNouns: 'film|movie|book|novel|song|series|game|album|dvd|documentary|report|fahrenheit',
  /** Before "from" and a day: something of that day, "photos from 16 Nov". */
  recordNouns:
    '[e]mail[s]|photo[s]|picture[s]|letter[s]|message[s]|note[s]|minutes|receipt[s]|invoice[s]|video[s]|recording[s]|leftovers|feedback',
  /** Before the day on a label: "sell by 12/11 stickers". */
  labelLeads: '(sell/use/best) by|best before',
  /** Verbs before a participle at the end: "Ana hat am Montag angerufen". */
  perfectVerbs: '',
  /** Before the first day on which a task can be done: "not before Monday". */
  notBefore: 'not (before/until/till)|no (sooner/earlier) than|earliest',
  /** After the name of a day: only some weeks. */
  someWeeks: '(alternate/odd/even/other) (week[s]/weekend[s]/month[s])|alternating',
  /** Words beside the name of a day for another choice: "Friday or never", "neither Friday nor Monday". */
  alternatives: 'or',
  neither: 'neither',
  nor: 'nor',
  /** An article that makes the name of a day the subject: "der Freitag passt". */
  nominatives: '',
  /** Before two numbers: the name of a norm, "RAL 7/16". */
  codeNames: 'ral|din|iso|awg|pantone|gauge',
  /** Streets, before two numbers or after a day and a month: "Elm Street 3/12", "22 March Street". */
  streets: 'street|road|avenue|lane|close|drive|court|terrace|square|gardens|boulevard',
  /** Before "on" and a day with a noun: "essay on the 4 May protests". */
  topics:
    '(essay/article/book/paper/talk/lecture/film/documentary/podcast/report/chapter/thesis/exhibition/poem/song/notes) on the',
  /** How much each day: "500 words a day". */
  rates: '(a/per) (day/week/month)',
  /** Before a short name of a day that is rather a person's: "call tom", "dîner avec Sam". */
  personLeads:
    'call|ring|meet|text|email|see|visit|phone|with|from|and|to|for|hi|hello|dear|invite|thank|remind|message|major|uncle',
};

export type LaterDateWords = WordsOf<typeof laterDates>;
