import { startsLikeMonth } from './calendar.ts'
import { insertSigns, withSigns } from './currency-pattern.ts'

/** One sense of an abbreviation: it holds if every pattern that is given matches. */
export type AbbreviationSense = {
  readonly say: string
  /** The token as written. */
  readonly text?: RegExp
  /** The word before, in lower case; empty if there is none or punctuation parts it. */
  readonly before?: RegExp
  /** The word after, in lower case; empty if there is none or punctuation parts it. */
  readonly next?: RegExp
  /** One of the six words on either side, in lower case. */
  readonly near?: RegExp
  /** The stop belongs to the abbreviation. */
  readonly dotted?: true
  /** A colon follows. */
  readonly caption?: true
}

const FIGURE = /^#?\d/
/** What a sine or cosine is taken of. */
const ANGLE = /[πθφωλαβ]/
const LENGTHS = /^(?:ft|mi|in|yds?|km|m|cm|foot|feet|inch|inches|miles?|yards?|meters?|metres?)$/
const MONEY = withSigns(/^¤\.?\d/)
const ASKED = withSigns(/^¤?\d[\d.,]*k?$/)
/** What a medicine is given with, or how often. */
const DOSED = /^(?:\d*mc?g|tabs?|caps?|take|dose|ml|q[dhs]|[btq]id|[btq]\.i\.d|prn|daily|q\d+h|rx|od|bd|tds)$/
/** What is said of a job. */
const HIRED =
  /^(?:job|jobs|hiring|salary|shifts?|rn|lpn|cna|benefits|doe|resume|position|positions|wanted|walker|nanny|payroll|hr|asst|assistant)$/

/** Abbreviations whose sense depends on their neighbours, by their lower-case form: the first sense that holds counts. */
export const ABBREVIATION_SENSES: ReadonlyMap<string, readonly AbbreviationSense[]> = new Map(
  Object.entries<readonly AbbreviationSense[]>({
    det: [
      {
        say: 'detective',
        text: /^Det$/,
        next: /^(?:insp|sgt|supt|con|ch|chief|inspector|sergeant|superintendent|constable)$/,
      },
    ],
    sqn: [{ say: 'squadron', text: /^Sqn$/ }],

    wg: [{ say: 'wing', text: /^Wg$/, next: /^(?:cdr|commander)$/ }],
    gp: [{ say: 'group', text: /^Gp$/, next: /^(?:capt|captain)$/ }],
    'l/cpl': [{ say: 'lance corporal', text: /^L/ }],
    sin: [{ say: 'sine', text: /^sin$/, near: ANGLE }],

    vols: [
      {
        say: 'vols',
        text: /^Vols$/,
        before: /^(?!(?:two|three|four|five|six|several|in|of)$)[a-z]*$/,
        next: /^(?!\d|[ivx]+$|[a-z]$)/,
      },
    ],

    's/s': [{ say: 'stainless steel', next: /^(?:appl|appls|appliances|fridge|refrig|sink|stove|range|oven)$/ }],

    dec: [{ say: 'declared', text: /^dec$/, before: /^\d{2,3}[-–/]\d{1,2}$/ }],
    concs: [{ say: 'concessions' }],

    c: [{ say: 'caster', text: /^c$/, dotted: true, before: /^\d+g$/, next: /^sugar$/ }],
    cos: [
      { say: 'cosine', text: /^cos$/, near: ANGLE },
      { say: 'counties', text: /^Cos$/, dotted: true },
    ],
    od: [{ say: 'O D', text: /^od$/, near: DOSED }],
    avail: [{ say: 'available', next: startsLikeMonth('\\d|now$|from$|immed|asap$|today$|for$|to$|w\\/$|at$') }],
    rm: [
      {
        say: 'room',
        before:
          /^(?:dbl|double|single|sgl|twin|lvg|living|dining|family|fam|sitting|box|spare|conf|meeting|waiting|rec|changing|hotel)$/,
      },
    ],

    yo: [{ say: 'year old', before: /^\d{1,3}$/ }],

    mls: [{ say: 'miles', text: /^mls$/, before: /^\d/ }],

    oh: [
      { say: 'open house', text: /^OH$/, near: /^(?:appt|appointment)$/ },
      { say: 'open house', text: /^OH$/, next: /^(?:sat|sun)(?:ur|$)|^sunday$/ },
    ],
    sat: [{ say: 'saturated', text: /^[Ss]at$/, before: /^\d[\d.]*g$/ }],

    po: [{ say: 'P O', text: /^po$/, near: DOSED }],
    wx: [{ say: 'weather', text: /^wx$/ }],
    dd: [{ say: 'direct debit', text: /^DD$/, near: /^(?:£.*|bill|tariff|kwh|account|acct)$/ }],

    pos: [{ say: 'position', caption: true }],
    dest: [
      { say: 'destination', before: MONEY },
      { say: 'destination', dotted: true },
    ],

    ea: [{ say: 'each', before: withSigns(/^¤|\d(?:p|¢)?$/) }],

    's/c': [
      { say: 'standing charge', near: /^(?:.*kwh|electric|gas|tariff|.*p\/day)$/ },
      { say: 'service charge', next: MONEY },
      { say: 'service charge', before: /^(?:\+|plus|&|and|incl|excl|the|annual)$/ },
      { say: 'self contained', next: /^(?:flat|unit|annexe?|apartment|studio|bedsit|accommodation)$/ },
    ],
    'a/c': [{ say: 'account', next: /^(?:no|nos|number|name|holder|#.*|\d{6,})$/ }],
    eve: [
      { say: 'evening', text: /^[Ee]ve$/, before: /^parents'?$/ },
      {
        say: 'evening',
        text: /^[Ee]ve$/,
        dotted: true,
        before: /^(?:parents'?|open|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|weds?|thurs?|fri|sat|sun)$/,
      },
    ],
    hwy: [
      { say: 'highway', next: /^mpg$/ },
      { say: 'highway', text: /^hwy$/, before: /^(?:the|a|this|that|off|onto|main)$/ },
    ],

    cd: [
      {
        say: 'could',
        text: /^cd$/,
        before: /^(?!(?:the|an?|my|this|that|your|his|her|new|old|first|last|audio)$)/,
        next: /^(?:u|ya|you|we)$/,
      },
    ],

    att: [
      { say: 'attendance', text: /^[Aa]tt$/, next: /^\d{1,3},\d{3}$/ },
      { say: 'attendance', text: /^[Aa]tt$/, caption: true, near: /^\d{1,3},\d{3}$/ },
    ],

    plat: [{ say: 'plat', text: /^[Pp]lat$/, next: /^(?:book|bk|map)$/ }],
    pa: [{ say: 'per annum', text: /^pa$/, before: MONEY }],
    alt: [
      {
        say: 'alternate',
        text: /^[Aa]lt$/,
        next: /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$|^(?:days?|weeks?|rt|rte|route|side|dates?|parking)$/,
      },
    ],

    ono: [{ say: 'or nearest offer', before: ASKED }],

    sts: [{ say: 'stitches', before: /^\d/, text: /^sts$/ }],
    'a.o': [{ say: 'all out', before: /^\d/ }],

    lat: [{ say: 'latitude', text: /^[Ll]at$/, next: /^\d/ }],
    long: [{ say: 'longitude', text: /^[Ll]ong$/, next: /^\d[\d.]*°/ }],
    cal: [
      { say: 'calories', text: /^[Cc]al$/, next: /^\d/ },
      { say: 'calories', dotted: true, before: /^(?:active|total|resting|burned)$/ },
    ],
    ct: [
      { say: 'count', text: /^ct$/, before: /^\d/ },
      { say: 'count', text: /^ct$/, dotted: true, before: /^\d+$/ },
    ],

    cat: [{ say: 'category', text: /^Cat$/, next: /^[a-f]$/ }],

    est: [
      { say: 'estimates', text: /^[Ee]st$/, before: /^free$/ },
      { say: 'estate', before: /^ind(?:ustrial)?$/ },
      { say: 'estimates', dotted: true, before: /^(?:beat|beats|missed|misses|topped|exceeded|above|below)$/ },
      {
        say: 'estimated',
        text: /^[Ee]st$/,
        next: /^(?:delivery|time|arrival|cost|value|total|tax|price|wait|revenue|completion|reading)$/,
      },
      { say: 'estimated', text: /^[Ee]st$/, next: withSigns(/^¤|^\d{1,3}(?:[a-z]|[-–.,]|$)/) },
      {
        say: 'estimated',
        text: /^est$/,
        dotted: true,
        next: /^(?!(?:in|by|since|circa|c|ca|and|or|is|was|are|at|as|for|of|with|w\/|to|on|from)$)[a-z]{3,}$/,
      },
      {
        say: 'estimated',
        text: /^[Ee]st$/,
        next: /^(?:cash|read|reading|readings|usage|bill|pay|payment|monthly|annual|repair|ship|shipping|walk|drive|travel)$/,
      },
      { say: 'estimated', text: /^[Ee]st$/, before: /./, next: withSigns(/^¤?\d{1,3}(?:\D|$)|^¤/) },
      { say: 'estimate', text: /^est$/, before: /^(?:the|our|their|this|analysts?'?|street)$/, next: /^$/ },
      {
        say: 'estimate',
        text: /^est$/,
        before: /^(?!hotel|co|company)[a-z]/,
        next: /^(?:is|was|of|for|shows|looks|seems)$/,
      },
      { say: 'estimate', text: /^est$/, before: withSigns(/^¤?\d[\d.,]*[%mbk]?$/) },
    ],

    cu: [{ say: 'cubic', next: LENGTHS }],
    ft: [{ say: 'full time', text: /^FT$/, near: HIRED }],

    mi: [{ say: 'miles', text: /^mi$/, before: /^\d[\d,.]*[km]$/ }],

    wt: [{ say: 'weight', text: /^[Ww]t$/, next: FIGURE }],

    resp: [{ say: 'respiration', caption: true }],

    win: [{ say: 'windows', text: /^Win$/, next: /^(?:7|8|10|11)\+?$/ }],
    ms: [{ say: 'milliseconds', text: /^ms$/, before: /^(?:in|of|per|few|many|several)$/ }],

    rt: [
      { say: 'round trip', text: /^RT$/, before: withSigns(/^(?:mi|miles|km|hrs?|hours|mins?|minutes|flights?|¤.*)$/) },
    ],

    dep: [
      { say: 'departs', text: /^[Dd]ep$/, near: /^(?:arr|arrives?|arriving)$/ },

      { say: 'deposit', next: MONEY },
      { say: 'deposit', before: MONEY },
      { say: 'deposit', before: /^(?:\+|plus|security|sec)$/ },
    ],

    vs: [{ say: 'V S', text: /^VS$/, next: /^code$/ }],
    gal: [
      { say: 'gallon', before: /^(?:a|per|half)$/, next: /^of$/ },
      { say: 'gallon', before: /^(?:an?|per|each)$/, near: /^(?:cups?|quarts?|qts?|ounces?|oz|liters?|miles|mpg)$/ },
    ],
    ch: [{ say: 'central heating', text: /^CH$/, before: /^(?:gas|oil|electric|elec|full|combi)$/ }],

    pt: [{ say: 'part time', text: /^PT$/, near: HIRED, before: /^(?!.*\d)/ }],

    ast: [{ say: 'assists', text: /^ast$/, before: /^\d+$/ }],
    reb: [{ say: 'rebounds', text: /^reb$/, before: /^\d+$/ }],
    'c/o': [{ say: 'complains of', before: /^(?:pt|patient|she|he|pts)$/ }],
    rx: [{ say: 'prescription', caption: true }],

    min: [{ say: 'minimum', before: /^(?:order|purchase|deposit|spend|age|balance|payment|\d+-[a-z]+|[a-z]+s)$/ }],
    max: [{ say: 'maximum', text: /^max$/, before: /^(?:\d+-[a-z]+|[a-z]+s|[a-z]+)$/, next: /^$/ }],

    btw: [{ say: 'between', next: withSigns(/^¤?\d/) }],

    del: [
      {
        say: 'delivery',
        next: startsLikeMonth(insertSigns('mon$|tue|wed|thu|fri|sat|sun|by$|on$|date|chg|charge|fee|¤|free|incl')),
      },
      { say: 'delivery', before: /^(?:free|next-day|same-day|home|express|std|standard|est)$/ },
    ],

    res: [
      { say: 'residency', dotted: true, before: /^of$/ },
      { say: 'resident', dotted: true, before: MONEY },
      { say: 'resume', before: /^(?:fax|email|e-mail|send|submit|w\/)$/, next: /^(?:to|and|w\/|by)$/ },
    ],

    gar: [{ say: 'garage', before: /^(?:att|det|\d-car|attached|detached)$/ }],
    inn: [{ say: 'innings', before: /^\d+$/ }],

    in: [{ say: 'inches', before: /^(?:linear|square|cubic)$/, next: /^$/ }],

    pop: [{ say: 'population', before: /'s$|^(?:total|world|u\.s|us)$/, next: /^$/ }],
    sec: [{ say: 'secretary', text: /^Sec$/, before: /^(?:hon|gen|co|asst|club)$/ }],
  }),
)

/** What ordinals count, by its abbreviation in lower case: `the 88th min.`, `2nd rd`, `9th gr.` */
export const COUNTED_BY_ORDINALS: ReadonlyMap<string, string> = new Map(
  'min=minute sec=second hr=hour wk=week yr=year mo=month qtr=quarter qrtr=quarter cent=century c=century inn=inning rd=round gr=grade fl=floor ed=edition anniv=anniversary amend=amendment cong=congress inf=infantry ch=chapter vol=volume pl=place sem=semester dist=district div=division batt=battalion bn=battalion bde=brigade regt=regiment'
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)
