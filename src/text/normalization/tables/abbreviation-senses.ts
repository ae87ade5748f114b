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
/** What is said of the agency `ICE`, whose letters are a word; those of the train and of the engine are spelled. */
const IMMIGRATION =
  /^(?:agents?|agency|raids?|arrest(?:s|ed|ing)?|detain(?:s|ed|ing|ees?)?|detention|deport(?:s|ed|ing|ations?)?|immigration|immigrants?|migrants?|custody|enforcement|officers?|held|dhs)$/
/** What is made with `CAD`, whose letters are a word; those of the disease and of the dollar are spelled. */
const DRAWN =
  /^(?:drawings?|draw|drew|drafting|draft|designs?|designed|designers?|models?|modeled|modelled|modeling|modelling|modelers?|software|programs?|files?|packages?|tools?|3d|2d|cam|engineers?|engineering|prototypes?|printers?|printing|render(?:s|ed|ing|ings)?)$/
/** Words before the number of a section, and what has sections. */
const CITING = /^(?:under|by|of|in|see|with|to|per|and|breach|contrary|pursuant)$/
const STATUTE = /^(?:acts?|section|regulations?|code|rules?|order|ca|cpr)$/
/** What is said of a quarterback. */
const PASSED = /^(?:tds?|yds|yards|passing|passes|threw|throws|quarterback|qb|completions|\d+\/\d+)$/
const LENGTHS = /^(?:ft|mi|in|yds?|km|m|cm|foot|feet|inch|inches|miles?|yards?|meters?|metres?)$/
const RAISED = /^(?:sq|cu|square|cubic)$/
const PER = /^(?:per|a|each)$/
const MONEY = withSigns(/^¤\.?\d/)
const ASKED = withSigns(/^¤?\d[\d.,]*k?$/)
const HOUR_OR_AIRPORT = /^(?:\d{1,2}[:.]\d\d.*|\d{1,2}(?::\d\d)?[ap]\.?m?|[a-z]{3})$/
const JOBS =
  /^(?:pm|se|swe|sde|sre|ae|csm|dba|bi|ml|ai|devops|backend|back-end|frontend|front-end|full-stack|fullstack|staff|care|citizens?|secretary|year|high|mortgage|loan|housing|copywriter|accounting|finance|buyer|planner|surveyor|chef|tutor|dev|eng|acct|acc|exec|svp|evp|avp|tech|dir|admin|assoc|assistant|financial|policy|mktg|sys|web|network|security|it|hr|ui|ux|qa|graphic|legal|quality|operations|ops|supply|mgr|nurse|engineer|developer|manager|director|analyst|designer|editor|vice|vp|partner|associate|lecturer|counsel|advisor|consultant|architect|scientist|accountant|administrator|officer|producer|account|product|software|program|project|data|research|marketing|sales|business|systems|technician|staff)$/
const DEPUTIES =
  /^(?:dean|prof|professor|director|justice|editor|producer|provost|vice|principal|counsel|attorney|degree)$/
const HOUR = /^\d{1,2}[:.]\d\d|^\d{1,2}[ap]\.?m?$/
const YOURS =
  /^(?:gp|dr|doctor|name|bill|email|e-mail|acct|account|card|phone|mobile|number|house|place|car|mum|mom|dad|turn|booking|ticket|seat|details|local|own|pharmacist|vet|dentist|bank|kids|reply|help|patience|order|parcel|ref|application|child|teacher|payment|visit|message|msg|call|appt|appointment|delivery|landlord|coat|stuff|address|form|nurse|dog|cat|home|work|day|weekend|holiday)$/
/** What a medicine is given with, or how often. */
const DOSED = /^(?:\d*mc?g|tabs?|caps?|take|dose|ml|q[dhs]|[btq]id|[btq]\.i\.d|prn|daily|q\d+h|rx|od|bd|tds)$/
/** What is said of a match of cricket. */
const CRICKET =
  /^(?:overs?|ovs?|wkts?|wickets?|nz|aus|ind|pak|ashes|innings|bowled|batting|edgbaston|headingley|trent)$/
/** What is said of a job. */
const HIRED =
  /^(?:job|jobs|hiring|salary|shifts?|rn|lpn|cna|benefits|doe|resume|position|positions|wanted|walker|nanny|payroll|hr|asst|assistant)$/
/** What is taught beside English, and where. */
const SCHOOL =
  /^(?:gcses?|a-levels?|maths?|sci|science|lit|lang|hist|history|hw|homework|class|teacher|essay|quiz|exams?|test|ks\d|sats?|french|geog|bio|chem|phys|ap|hons|ba)$/
/** What is between the slices, or how they were made. */
const FILLINGS =
  /^(?:chx|chicken|chkn|turkey|club|ham|fish|tuna|cheese|steak|pork|bbq|blt|egg|grilled|fried|crispy|cold|hot|open-faced|deli|sub|veg|veggie)$/
const CARE = /^(?:md|icu|dr|nurse|er|bp|dx|hx|rx|c\/o|patient|ward|rn|hosp|sob|y\/o|labs?|meds|iv|po|bid|tid|prn)$/

/** Abbreviations whose sense depends on their neighbours, by their lower-case form: the first sense that holds counts. */
export const ABBREVIATION_SENSES: ReadonlyMap<string, readonly AbbreviationSense[]> = new Map(
  Object.entries<readonly AbbreviationSense[]>({
    sr: [{ say: 'senior', next: JOBS }],
    col: [{ say: 'colonel', text: /^Col$/, before: /^(?:lt|lieut|lieutenant)$/ }],
    gen: [{ say: 'general', text: /^Gen$/, before: /^(?:lt|lieutenant|maj|major|brig|brigadier)$/ }],
    maj: [
      { say: 'major', text: /^Maj$/, before: /^(?:sgt|sergeant)$/ },
      { say: 'major', text: /^Maj$/, next: /^gen$/ },
    ],
    brig: [{ say: 'brigadier', text: /^Brig$/, next: /^gen$/ }],
    tech: [{ say: 'technical', text: /^Tech$/, next: /^sgt$/ }],
    gy: [{ say: 'gunnery', text: /^Gy$/, next: /^sgt$/ }],
    det: [
      {
        say: 'detective',
        text: /^Det$/,
        next: /^(?:insp|sgt|supt|con|ch|chief|inspector|sergeant|superintendent|constable)$/,
      },
    ],
    sqn: [{ say: 'squadron', text: /^Sqn$/ }],
    ldr: [{ say: 'leader', text: /^Ldr$/, before: /^sqn$/ }],
    wg: [{ say: 'wing', text: /^Wg$/, next: /^(?:cdr|commander)$/ }],
    gp: [{ say: 'group', text: /^Gp$/, next: /^(?:capt|captain)$/ }],
    'l/cpl': [{ say: 'lance corporal', text: /^L/ }],
    sin: [{ say: 'sine', text: /^sin$/, near: ANGLE }],
    con: [{ say: 'constable', text: /^Con$/, before: /^det$/ }],
    vols: [
      {
        say: 'vols',
        text: /^Vols$/,
        before: /^(?!(?:two|three|four|five|six|several|in|of)$)[a-z]*$/,
        next: /^(?!\d|[ivx]+$|[a-z]$)/,
      },
    ],
    ice: [{ say: 'ice', text: /^ICE$/, near: IMMIGRATION }],
    cad: [{ say: 'cad', text: /^CAD$/, near: DRAWN }],
    's/s': [{ say: 'stainless steel', next: /^(?:appl|appls|appliances|fridge|refrig|sink|stove|range|oven)$/ }],
    conc: [
      { say: 'concessions', before: /^£/ },
      { say: 'concessions', next: /^£/ },
    ],
    dec: [{ say: 'declared', text: /^dec$/, before: /^\d{2,3}[-–/]\d{1,2}$/ }],
    concs: [{ say: 'concessions' }],
    nn: [{ say: 'notes', text: /^nn$/, dotted: true, next: FIGURE }],
    n: [{ say: 'note', text: /^n$/, dotted: true, next: FIGURE }],
    s: [
      { say: 'section', text: /^s$/, dotted: true, next: FIGURE },
      { say: 'section', text: /^s$/, before: CITING, next: FIGURE, near: STATUTE },
    ],
    regs: [{ say: 'regulations', next: FIGURE, near: STATUTE }],
    sch: [{ say: 'schedule', text: /^[Ss]ch$/, next: FIGURE, near: STATUTE }],
    cxl: [{ say: 'cancellation', before: /^(?:free|no|late|flexible|penalty-free)$/ }],
    app: [
      { say: 'application', next: /^fees?\/[a-z]+$/ },
      { say: 'appetizers', next: /^@$/ },
      { say: 'application', dotted: true, next: /^(?:fees?|forms?|deadline|due|is|no|number|process)$/ },
      { say: 'appetizers', dotted: true, near: /^(?:entr[eé]es?|dessert|salads?|soups?|mains?|menu|dinner)$/ },
    ],
    med: [
      {
        say: 'medium',
        text: /^[Mm]ed$/,
        next: /^(?:eggs?|onions?|potato(?:es)?|carrots?|bowl|size|heat|high|low|speed|roast|rare|apples?|tomato(?:es)?|bananas?|curry|shirt|coffee|pizza|zucchini|avocado|latte)$/,
      },
    ],
    blk: [
      {
        say: 'black',
        next: /^(?:or|&|and|leather|int|interior|jeans|coat|dress|shirt|pants|trousers|shoes|wht|white|ink|only|friday)$/,
      },
      { say: 'black', before: /^(?:colou?r|in|wht|white)$/ },
    ],
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
    hon: [
      {
        say: 'honorary',
        text: /^Hon$/,
        next: /^(?:sec|secretary|treas|treasurer|pres|president|chair|member|fellow|degree)$/,
      },
      { say: 'honorable', text: /^Hon$/, before: /^(?:rt|right|the)$/ },
    ],
    yo: [{ say: 'year old', before: /^\d{1,3}$/ }],
    hrs: [{ say: 'home runs', text: /^HRs$/ }],
    ints: [{ say: 'interceptions', text: /^INTs$/, near: PASSED }],
    rd: [{ say: 'round', text: /^Rd$/, next: /^\d{1,2}$/ }],
    sim: [{ say: 'similar', next: /^(?:props?|properties|size|style|items?|homes?|cond|condition|to)$/ }],
    mo: [
      {
        say: 'monthly',
        next: /^(?:fees?|pymts?|payments?|pmts?|rent|charges?|svc|dues|maint|maintenance|cost|costs)$/,
      },
    ],
    mls: [{ say: 'miles', text: /^mls$/, before: /^\d/ }],
    mem: [
      {
        say: 'memorial',
        next: /^(?:day|hosp|hospital|park|library|lib|svc|svcs|service|church|stadium|hall|fund|weekend|wknd)$/,
      },
    ],
    terr: [{ say: 'terraced', text: /^[Tt]err$/, near: /^(?:\d-bed|bed|semi|house|.*pcm|let|cottage|epc|detached)$/ }],
    ctrl: [{ say: 'central', next: /^heating$/ }],
    oh: [
      { say: 'open house', text: /^OH$/, near: /^(?:appt|appointment)$/ },
      { say: 'open house', text: /^OH$/, next: /^(?:sat|sun)(?:ur|$)|^sunday$/ },
    ],
    sat: [
      { say: 'saturated', text: /^[Ss]at$/, before: /^\d[\d.]*g$/ },
      { say: 'saturated', text: /^[Ss]at$/, next: /^fats?$/ },
    ],
    ret: [{ say: 'returns', next: HOUR }],
    rtn: [{ say: 'returns', next: HOUR }],
    perm: [
      { say: 'permission', next: /^(?:slips?|forms?|granted|req|reqd|required)$/ },
      { say: 'permanent', dotted: true, next: /^[a-z]/ },
    ],
    po: [{ say: 'P O', text: /^po$/, near: DOSED }],
    wx: [{ say: 'weather', text: /^wx$/ }],
    dd: [
      { say: 'direct debit', text: /^DD$/, near: /^(?:£.*|bill|tariff|kwh|account|acct)$/ },
      { say: 'direct debit', text: /^DD$/, next: /^£|^(?:mandate|payments?|form|set|guarantee|of)$/ },
      {
        say: 'direct debit',
        text: /^DD$/,
        before: /^(?:by|via|monthly|per|your|the|new)$/,
        next: /^(?:|on|is|was|date|for|from|due|will)$/,
      },
    ],
    gch: [{ say: 'gas central heating', text: /^GCH$/ }],
    gfch: [{ say: 'gas fired central heating', text: /^GFCH$/ }],
    vac: [{ say: 'vacancy', caption: true }],
    pos: [
      { say: 'position', caption: true },
      { say: 'positive', dotted: true, next: /^(?:for|test|result|feedback|attitude)$/ },
      { say: 'positive', dotted: true, before: /^(?:tested|was|is|covid|hiv|flu|strep|rh)$/ },
    ],
    dest: [
      { say: 'destination', before: MONEY },
      { say: 'destination', dotted: true },
    ],
    int: [
      { say: 'interception', text: /^INT$/, before: /^(?:1|one|an)$/, near: PASSED },
      { say: 'interest', next: /^(?:rates?|paid|charged?|charges?|earned|income|accrued|due)$/ },
      { say: 'interest', before: /%$|^(?:mortgage|accrued|net|plus|\+|&|bond|loan)$/ },
      { say: 'intersection', dotted: true, next: /^of$/ },
      { say: 'interior', dotted: true, next: /^(?:is|paint|doors?|walls?|design|photos?|space|color|leather|trim)$/ },
    ],
    loc: [{ say: 'location', dotted: true }],
    curr: [{ say: 'currently', dotted: true }],
    cred: [{ say: 'credit', dotted: true }],
    init: [{ say: 'initial', dotted: true }],
    val: [
      { say: 'value', text: /^[Vv]al$/, next: MONEY },
      {
        say: 'value',
        dotted: true,
        before: /^(?:market|mkt|total|est|cash|face|retail|assessed|net|home|resale|trade-in|a)$/,
      },
    ],
    prop: [
      { say: 'proposition', text: /^Prop$/, dotted: true, next: /^\d{1,3}$|^[a-z]$/ },
      {
        say: 'property',
        dotted: true,
        next: /^(?:tax|taxes|mgr|mgmt|manager|management|lines?|values?|damage|owners?)$/,
      },
    ],
    cap: [{ say: 'capacity', dotted: true, before: /^(?:max|maximum|seating|room|total|storage|load|tank)$/ }],
    sal: [{ say: 'salary', next: MONEY }],
    rec: [
      {
        say: 'recommended',
        dotted: true,
        next: /^(?:dose|daily|retail|age|ages|speed|by|for|reading|amount|psi|max|min)$/,
      },
      { say: 'received', dotted: true, next: startsLikeMonth('\\d|by$|on$|from$') },
    ],
    anniv: [{ say: 'anniversary', text: /^[Aa]nniv$/ }],
    turk: [{ say: 'turkey', dotted: true, next: /^(?:sand|sandwich|club|&|breast|burger|bacon)$/ }],
    mush: [
      { say: 'mushroom', dotted: true, next: /^(?:soup|pizza|burger|sauce|gravy|risotto|&)$/ },
      { say: 'mushrooms', dotted: true, before: /^(?:&|and|w\/|sliced|oz|cups?|c)$/ },
    ],
    ann: [{ say: 'annual', next: /^(?:report|rpt|mtg|meeting|fee|review|income|sale|leave|salary|rate|gen|general)$/ }],
    proj: [{ say: 'projected', next: withSigns(/^¤?\.?\d|^(?:for|to|at)$/) }],
    ea: [{ say: 'each', before: withSigns(/^¤|\d(?:p|¢)?$/) }],
    eng: [
      { say: 'england', text: /^Eng$/, near: CRICKET },
      { say: 'english', text: /^Eng$/, near: SCHOOL },
    ],
    aus: [{ say: 'australia', text: /^Aus$/, near: CRICKET }],
    veh: [{ say: 'vehicle', before: /^(?:an?|1|one|per|each|the|single|your|my)$/ }],
    spn: [{ say: 'spoon', before: /^(?:an?|1|one|\d+-ml)$/ }],
    sand: [{ say: 'sandwich', dotted: true, before: FILLINGS }],
    appr: [
      { say: 'approval', next: /^(?:needed|req|reqd|req'd|required|pending|from|code|no|number)$/ },
      { say: 'approval', before: /^(?:mgr|manager|for|your|bank|pre|board|prior|loan)$/ },
    ],
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
    ss: [{ say: 'sections', text: /^ss$/, next: FIGURE }],
    acc: [
      { say: 'according', next: /^to$/ },
      { say: 'account', text: /^[Aa]cc$/, next: /^(?:no|nos|number|#.*|ending|holder|name)$/ },
    ],
    cd: [
      {
        say: 'could',
        text: /^cd$/,
        before: /^(?!(?:the|an?|my|this|that|your|his|her|new|old|first|last|audio)$)/,
        next: /^(?:u|ya|you|we)$/,
      },
    ],
    bt: [{ say: 'beat', text: /^bt$/, next: /^[a-z]{3,}$/ }],
    ship: [{ say: 'shipping', dotted: true, before: /^(?:free|incl|plus|\+|&|exp|expedited)$/ }],
    el: [{ say: 'elevation', text: /^El$/, next: /^\d{1,2},\d{3}|^\d{3,4}$/ }],
    yr: [
      {
        say: 'your',
        text: /^yr$/,
        before: /^(?!(?:an?|the|per|each|every|last|next|this|one|1st|first)$)[a-z']*$/,
        next: YOURS,
      },
      { say: 'your', dotted: true, next: /^(?:company|letter|kind|humble|obedient|own|reply|servant|friend)$/ },
      { say: 'your', text: /^yr$/, before: /^(?:see|call|ask|bring|enter|check|tell|use|with|from)$/, next: /^[a-z]/ },
    ],
    reg: [
      { say: 'regulation', text: /^Reg$/, next: FIGURE },
      { say: 'regulation', next: FIGURE, near: STATUTE },
    ],
    aft: [{ say: 'afternoon', before: /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$|^(?:this|every|late|early)$/ }],
    adv: [{ say: 'advisory', before: /^(?:craft|wind|heat|winter|weather|frost|flood|freeze|fog|gale|chill|travel)$/ }],
    att: [
      { say: 'attendance', text: /^[Aa]tt$/, next: /^\d{1,3},\d{3}$/ },
      { say: 'attendance', text: /^[Aa]tt$/, caption: true, near: /^\d{1,3},\d{3}$/ },
      { say: 'attempts', text: /^att$/, before: /^\d+$/ },
    ],
    bus: [
      {
        say: 'business',
        next: /^(?:casual|attire|lunch|owners?|plan|trip|center|ctr|loan|acct|account|dev|address|class|cards?|hrs|hours|days?|mgmt|admin|dist|dept|lic|school)$/,
      },
    ],
    trans: [{ say: 'transmission', near: /^(?:mi|miles|auto|manual|\d-spd|spd|engine|eng|cyl|awd|4wd|brakes)$/ }],
    adj: [{ say: 'adjusted', before: MONEY }],
    mons: [{ say: 'mondays', text: /^Mons$/, before: /^(?:on|waste|every|closed|open)$/ }],
    plat: [{ say: 'plat', text: /^[Pp]lat$/, next: /^(?:book|bk|map)$/ }],
    pa: [{ say: 'per annum', text: /^pa$/, before: MONEY }],
    alt: [
      {
        say: 'alternate',
        text: /^[Aa]lt$/,
        next: /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$|^(?:days?|weeks?|rt|rte|route|side|dates?|parking)$/,
      },
    ],
    bot: [{ say: 'bottom', text: /^[Bb]ot$/, next: /^of$/, near: /^\d(?:st|nd|rd|th)$/ }],
    cert: [
      {
        say: 'certified',
        next: /^(?:mail|copy|copies|check|cheque|pre-owned|nurse|nursing|public|funds|letter|translation)$/,
      },
    ],
    dir: [{ say: 'directed', text: /^[Dd]ir$/, next: /^by$/ }],
    prod: [{ say: 'produced', text: /^[Pp]rod$/, next: /^by$/ }],
    neg: [{ say: 'negotiable', before: ASKED }],
    meas: [{ say: 'measure', text: /^Meas$/, dotted: true, next: /^\d{1,3}$|^[a-z]$/ }],
    rep: [{ say: 'repeat', dotted: true, text: /^[Rr]ep$/, next: /^(?:from|rows?|rnds?|rounds?|steps?|until|\d+)$/ }],
    req: [
      {
        say: 'requirements',
        caption: true,
        before: /^(?:lease|course|job|degree|entry|system|grad|graduation|min|credit|visa|admission|age)$/,
      },
      {
        say: 'request',
        dotted: true,
        before:
          /^(?:on|upon|by|per|your|my|special|pto|leave|vacation|time-off|change|quote|purchase|maint|maintenance|work|transfer|refund)$/,
      },
      { say: 'requires', next: /^\d/ },
      { say: 'request', next: /^(?:id|ids|body|header|headers|url|count|rate|payload|params)$/ },
    ],
    press: [{ say: 'pressure', dotted: true, before: /^(?:tire|tyre|blood|air|water|oil|fuel|gas|vapor|atm|bar)$/ }],
    sen: [
      {
        say: 'senate',
        before: /^(?:the|u\.s|us|state)$/,
        next: /^(?:floor|committee|version|bill|vote|race|seat|judiciary|majority|minority|hearing|finance|panel|may|will|is|has|voted|votes|passed|approved|rejected|could|must|confirmed)$/,
      },
    ],
    batt: [
      { say: 'battery', dotted: true, before: /%$/ },
      { say: 'batteries', before: /^(?:aaa?a?|[2-9]|1\d|alkaline|incl)$/ },
      {
        say: 'battery',
        text: /^[Bb]att$/,
        next: /^(?:life|health|replaced|charge|charger|charged|incl|included|new|good|pack|level|low|op|operated|backup|not|is|lasts|cable|died|dead|cover)$/,
      },
    ],
    ono: [{ say: 'or nearest offer', before: ASKED }],
    ovno: [{ say: 'or very near offer', before: ASKED }],
    obo: [{ say: 'or best offer', text: /^obo$/, before: ASKED }],
    ov: [{ say: 'overs', before: /^\d/ }],
    ovs: [{ say: 'overs', before: /^\d/ }],
    sts: [{ say: 'stitches', before: /^\d/, text: /^sts$/ }],
    'a.o': [{ say: 'all out', before: /^\d/ }],
    q: [{ say: 'every', text: /^q$/, next: /^(?:\d{1,2}|other)$/ }],
    jr: [{ say: 'junior', next: JOBS }],
    assoc: [{ say: 'associate', next: DEPUTIES }],
    asst: [{ say: 'assistant' }],
    incl: [
      { say: 'inclusive', before: startsLikeMonth('mon|tue|wed|thu|fri|sat|sun'), next: /^$/ },
      { say: 'included', next: /^(?:w\/)?$/ },
      { say: 'included', before: /^(?:is|are|was|were|not|tax|all)$/ },
    ],
    inc: [
      { say: 'income', text: /^inc$/, before: /^(?:net|gross|op|operating|household|pre-tax|taxable|annual)$/ },
      {
        say: 'including',
        text: /^inc$/,
        next: withSigns(
          /^(?:vat|gst|tax|taxes|delivery|shipping|postage|p&p|bills|breakfast|fees?|all|service|parking|the|a|free|¤?\d.*)$/,
        ),
      },
    ],
    exc: [
      {
        say: 'excluding',
        text: /^exc$/,
        next: /^(?:vat|gst|tax|delivery|postage|p&p|bills|fees?|the|sundays?|weekends?)$/,
      },
    ],
    ed: [
      { say: 'education', dotted: true, before: /^(?:of|higher|special|phys|physical|driver's|continuing|adult)$/ },
      { say: 'edition', before: /^(?:rev|revised|new|special|limited)$/ },
    ],
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
    ind: [{ say: 'industrial', next: /^est(?:ates?)?$/ }],
    no: [{ say: 'number', dotted: true, next: /^(?!$)/ }],
    nos: [{ say: 'numbers', dotted: true, next: /^(?!$)/ }],
    cat: [
      { say: 'category', text: /^Cat$/, next: /^[a-f]$/ },
      { say: 'category', text: /^Cat$/, dotted: true, next: FIGURE },
    ],
    conf: [{ say: 'confirmation', next: /^(?:no|nos|code|number|#)$|^#|^(?=.*\d)(?=.*[a-z])[a-z\d]{5,8}$/ }],
    ste: [{ say: 'suite', next: /^(?:[a-z]?-?\d{1,4}[a-z]?|[a-z])$/ }],
    econ: [
      { say: 'economy', caption: true },
      { say: 'economy', next: /^class$/ },
    ],
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
    calc: [
      { say: 'calculator', text: /^[Cc]alc$/, near: /^(?:bring|pencil|ruler|scientific|graphing)$/ },
      {
        say: 'calculator',
        text: /^[Cc]alc$/,
        next: /^(?:ok|okay|allowed|permitted|required|needed|active|inactive)$/,
      },
      {
        say: 'calculator',
        text: /^calc$/,
        near: /^(?:non-calc|mocks?|gcse|maths|paper|p[123]|no|allowed|exam)$/,
        before: /^(?!the$)/,
      },
      { say: 'calculator', before: /^(?:no|w\/o|w\/|with|graphing|a|your)$/ },
      { say: 'calculus', text: /^Calc$/, before: /^(?:ap|pre|multi|advanced)$/ },
    ],
    tab: [{ say: 'tablet', before: /\d-?m?c?g$/ }],
    l: [{ say: 'line', text: /^l$/, before: /^(?!\d)/, next: FIGURE }],
    ll: [{ say: 'lines', text: /^ll$/, next: FIGURE }],
    ht: [{ say: 'height', text: /^[Hh]t$/, next: FIGURE }],
    edu: [{ say: 'educational', dotted: true }],
    poss: [{ say: 'possible', dotted: true }],
    pres: [{ say: 'president', text: /^pres$/, dotted: true }],
    sq: [{ say: 'square', next: LENGTHS }],
    cu: [{ say: 'cubic', next: LENGTHS }],
    ft: [
      { say: 'full time', text: /^FT$/, near: HIRED },
      { say: 'foot', before: RAISED, near: PER },
      { say: 'feet', before: RAISED },
      { say: 'feet', text: /^ft$/, before: /^\d[\d,.]*[km]$/ },
    ],
    yd: [
      { say: 'yard', before: RAISED, near: PER },
      { say: 'yards', before: RAISED },
    ],
    mi: [
      { say: 'mile', text: /^mi$/, before: /^(?:|near|nr|at|past|from|to)$/, next: FIGURE },
      { say: 'miles', text: /^mi$/, before: /^\d[\d,.]*[km]$/ },
      { say: 'mile', before: RAISED, near: PER },
      { say: 'miles', before: RAISED },
    ],
    secs: [{ say: 'sections', text: /^Secs$/, next: FIGURE }],
    bn: [{ say: 'billion', before: /\d$/ }],
    mn: [{ say: 'million', before: /\d$/ }],
    mln: [{ say: 'million', before: /\d$/ }],
    tn: [{ say: 'trillion', before: /\d$/ }],
    trn: [{ say: 'trillion', before: /\d$/ }],
    apps: [{ say: 'applications', dotted: true, before: /^(?:mortgage|loan|job|visa|patent|credit|college)$/ }],
    op: [
      {
        say: 'operating',
        next: /^(?:temps?|temperatures?|range|hrs|hours|voltage|instructions|sys|system|margins?|income|profits?|loss|losses|expenses?|cash|costs?)$/,
      },
    ],
    wt: [
      { say: 'weight', before: /^(?:net|gross|body|total|shipping|max|dry|curb|birth|live|unit)$/ },
      { say: 'weight', text: /^[Ww]t$/, next: FIGURE },
    ],
    ext: [{ say: 'external', next: /^(?:use|drive|hdd|ssd|monitor|links?|walls?|doors?|ear)$/ }],
    pp: [{ say: 'per person', text: /^pp$/, before: MONEY }],
    resp: [{ say: 'respiration', caption: true }],
    elev: [{ say: 'elevator', before: /^(?:the|by|near|an|w\/|no|take)$/, next: /^$/ }],
    dist: [
      { say: 'distance', next: /^[=≈]$/ },
      { say: 'distance', caption: true },
    ],
    win: [{ say: 'windows', text: /^Win$/, next: /^(?:7|8|10|11)\+?$/ }],
    ms: [{ say: 'milliseconds', text: /^ms$/, before: /^(?:in|of|per|few|many|several)$/ }],
    rts: [{ say: 'routes', text: /^[Rr]ts$/, next: FIGURE }],
    rt: [
      { say: 'right', text: /^Rt$/, next: /^(?:hon|rev|revd|reverend|honou?rable)$/ },
      { say: 'round trip', text: /^RT$/, before: withSigns(/^(?:mi|miles|km|hrs?|hours|mins?|minutes|flights?|¤.*)$/) },
      { say: 'route', before: /^(?:alt|alternate|bus|detour)$/ },
      { say: 'right', text: /^Rt$/, next: /^hon$/ },
      { say: 'right', text: /^[Rr]t$/, next: /^(?:turn|lane|side|knee|hip|arm|leg|eye|ear|hand|foot|shoulder|ankle)$/ },
    ],
    rev: [
      { say: 'revenue', near: MONEY },
      { say: 'revision', next: /^(?:\d|[a-z]$)/ },
    ],
    dep: [
      { say: 'departs', text: /^[Dd]ep$/, near: /^(?:arr|arrives?|arriving)$/ },
      { say: 'departure', dotted: true, before: /^(?:last|first|next)$/ },
      { say: 'deposit', next: MONEY },
      { say: 'deposit', before: MONEY },
      { say: 'deposit', before: /^(?:\+|plus|security|sec)$/ },
      { say: 'departure', before: /^(?:new|sched|scheduled|est|actual|your|our|the|early|late)$/ },
      { say: 'departs', next: HOUR_OR_AIRPORT },
    ],
    arr: [{ say: 'arrives', next: HOUR_OR_AIRPORT }],
    vs: [{ say: 'V S', text: /^VS$/, next: /^code$/ }],
    gal: [
      { say: 'gallon', before: /^(?:a|per|half)$/, next: /^of$/ },
      { say: 'gallon', before: /^(?:an?|per|each)$/, near: /^(?:cups?|quarts?|qts?|ounces?|oz|liters?|miles|mpg)$/ },
    ],
    ch: [
      { say: 'chief', text: /^Ch$/, next: /^(?:insp|supt|inspector|superintendent)$/ },
      { say: 'central heating', text: /^CH$/, before: /^(?:gas|oil|electric|elec|full|combi)$/ },
      {
        say: 'channel',
        before: /^on$/,
        next: FIGURE,
        near: /^(?:game|game's|show|show's|movie|news|debate|e\.?t|p\.?t|tonight|live)$/,
      },
      { say: 'channel', near: /^(?:tune|tuned|watch|watching|channel|fm|tv|airs?|aired|broadcast)$/ },
    ],
    ex: [
      { say: 'exhibit', text: /^Ex$/, next: /^(?:\d{1,3}-)?[a-z]$/ },
      {
        say: 'exercises',
        near: /^(?:solve|do|complete|homework|hw|answer|odd|even|try|pp?|pgs?|pages?)$/,
        next: /\d[-–]\d|,/,
      },
      { say: 'exercise', near: /^(?:solve|do|complete|homework|hw|answer|odd|even|try)$/ },
    ],
    pt: [
      { say: 'pint', next: /^of$/, near: /^(?:lager|beer|ale|bitter|cider|guinness|stout|milk|£.*)$/ },
      { say: 'patient', near: CARE, next: /^(?!\d)/ },
      {
        say: 'patient',
        before: /^(?:the|this|our|each|new)$/,
        next: /^(?:is|was|has|had|will|to|denies|reports|states|presents)$/,
      },
      { say: 'part time', text: /^PT$/, near: HIRED, before: /^(?!.*\d)/ },
      { say: 'point', before: /^dew$/ },
      {
        say: 'patient',
        text: /^Pt$/,
        next: /^(?:is|was|has|had|presents|presented|denies|reports|reported|states|c\/o|seen|to|should|will|tolerated|complains|alert)$/,
      },
    ],
    pts: [{ say: 'patients', near: CARE, before: /^(?!\d)/ }],
    ast: [{ say: 'assists', text: /^ast$/, before: /^\d+$/ }],
    reb: [{ say: 'rebounds', text: /^reb$/, before: /^\d+$/ }],
    'c/o': [{ say: 'complains of', before: /^(?:pt|patient|she|he|pts)$/ }],
    rx: [{ say: 'prescription', caption: true }],
    div: [
      { say: 'divided', next: /^doses$/ },
      { say: 'dividend', next: withSigns(/^(?:yields?|payout|per)$|^¤/) },
      { say: 'dividend', next: /^of$/, near: MONEY },
    ],
    min: [
      { say: 'minutes', before: /^q\d+$/ },
      { say: 'minutes', caption: true, before: /^(?:meeting|mtg|board|council)$/ },
      { say: 'minutes', before: /^\d+:\d\d$/ },
      { say: 'minutes', dotted: true, next: /^of$/, near: /^\d{1,2}\/\d{1,2}$|^(?:approved|meeting|mtg)$/ },
      {
        say: 'minimum',
        text: /^min$/,
        dotted: true,
        before: /^(?!\d|few|several|couple|of|more|some|one|two|three|five|ten|for|every|per)/,
        next: /^[a-z]/,
      },
      { say: 'minimum', before: /^(?:order|purchase|deposit|spend|age|balance|payment|\d+-[a-z]+|[a-z]+s)$/ },
    ],
    max: [
      { say: 'max', before: /^(?:vo2|pro|hbo|mad|studio|iphone|airpods)$/ },
      { say: 'maximum', text: /^max$/, before: /^(?:\d+-[a-z]+|[a-z]+s|[a-z]+)$/, next: /^$/ },
    ],
    b: [{ say: 'born', dotted: true, next: startsLikeMonth('\\d') }],
    v: [{ say: 'verse', dotted: true, next: FIGURE, near: /^(?:chp?|chap|chapter|verse|psalm)$/ }],
    ca: [{ say: 'circa', dotted: true, next: /^(?:ad|bce?|ce)$/ }],
    btw: [{ say: 'between', next: withSigns(/^¤?\d/) }],
    exp: [
      { say: 'expect', text: /^[Ee]xp$/, next: /^delays?$/ },
      { say: 'expect', next: /^\d+(?:[-–]\d+)?-(?:min|minute|hr|hour)$/ },
      { say: 'expected', text: /^[Ee]xp$/, next: /^(?:by|around|between|delivery|arrival|late|early|return|time)$/ },
      { say: 'expenses', next: MONEY },
      { say: 'expected', text: /^exp$/, before: withSigns(/^¤?\d[\d.,]*[%mbk]?$|^(?:vs|versus|than|as)$/), next: /^$/ },
      { say: 'expiration', next: /^dates?$/ },
      { say: 'expires', next: startsLikeMonth('\\d') },
      {
        say: 'experience',
        near: /^(?:yrs?|years?|req|req'd|required|w\/|wanted|mgr|no|prior|prev|pref|skills?|salary|job|work)$/,
      },
    ],
    wk: [{ say: 'week', dotted: true, before: /^(?!\d)/, next: /^(?:of|ending|beginning|commencing)$/ }],
    ph: [{ say: 'phone', text: /^[Pp]h$/, dotted: true }],
    del: [
      {
        say: 'delivery',
        next: startsLikeMonth(insertSigns('mon$|tue|wed|thu|fri|sat|sun|by$|on$|date|chg|charge|fee|¤|free|incl')),
      },
      { say: 'delivery', before: /^(?:free|next-day|same-day|home|express|std|standard|est)$/ },
    ],
    occ: [{ say: 'occupancy', before: /^(?:max|maximum|min|room|double|single|dbl|sgl)$/ }],
    fed: [
      { say: 'federal', text: /^[Ff]ed$/, dotted: true },
      {
        say: 'federal',
        text: /^fed$/,
        next: /^(?:holidays?|taxe?s?|govt|government|court|law|agency|agencies|employees?|funds?|funding|income|budget)$/,
      },
    ],
    eq: [{ say: 'equivalent', before: /^\d+w$/ }],
    fin: [{ say: 'finished', next: /^(?:bsmt|basement|attic|garage)$/ }],
    kit: [{ say: 'kitchen', dotted: true, before: /^(?:lg|eat-in|mod|modern|upd|updated|new|large|full)$/ }],
    inst: [{ say: 'installation', before: MONEY }],
    ck: [{ say: 'check', dotted: true, before: /^(?:mail|by|send|a|personal|cashier's|w\/)$/ }],
    res: [
      { say: 'residency', dotted: true, before: /^of$/ },
      { say: 'resident', dotted: true, before: MONEY },
      { say: 'resume', before: /^(?:fax|email|e-mail|send|submit|w\/)$/, next: /^(?:to|and|w\/|by)$/ },
    ],
    tu: [{ say: 'tuesday', text: /^Tu$/, dotted: true }],
    disp: [{ say: 'dispense', dotted: true }],
    gar: [{ say: 'garage', before: /^(?:att|det|\d-car|attached|detached)$/ }],
    inn: [{ say: 'innings', before: /^\d+$/ }],
    pub: [
      { say: 'publication', text: /^Pub$/, next: FIGURE },
      {
        say: 'public',
        dotted: true,
        next: /^(?:hearings?|meetings?|notice|library|lib|works|schools?|sch|transit|transport|records?|comments?|relations|rel|health|safety|domain|auction|sale|holidays?|house|l|law|opinion|parking|interest|sector|domain|affairs|policy|admin)$/,
      },
    ],
    d: [
      { say: 'died', dotted: true, next: startsLikeMonth('1\\d{3}|20\\d\\d|\\d{1,2}\\/\\d{1,2}\\/') },
      { say: 'defeated', text: /^d$/, dotted: true, next: /^[a-z]{2}/ },
    ],
    def: [{ say: 'defeated', dotted: true, near: /^\d{1,3}[-–]\d{1,3}$/ }],
    in: [{ say: 'inches', before: /^(?:linear|square|cubic)$/, next: /^$/ }],
    th: [{ say: 'thursday', text: /^Th$/, dotted: true, before: /^(?:\d(?:st|nd|rd|th)|first|last|every)$/ }],
    pop: [
      { say: 'population', before: /'s$|^(?:total|world|u\.s|us)$/, next: /^$/ },
      { say: 'population', text: /^[Pp]op$/, next: /^\d/ },
    ],
    sec: [
      { say: 'section', text: /^Sec$/, next: /^[a-z]$/ },
      { say: 'secretary', text: /^Sec$/, before: /^(?:hon|gen|co|asst|club)$/ },
      { say: 'security', next: /^(?:dep|deposit|cam|camera|guard|clearance)$/ },
      { say: 'secretary', text: /^Sec$/, dotted: true, next: /^(?:of|[a-z]{4,})$/ },
    ],
    mt: [{ say: 'mountain', before: /^(?:sugarloaf|stone|pilot)$/, next: /^$/ }],
  }),
)

/** What ordinals count, by its abbreviation in lower case: `the 88th min.`, `2nd rd`, `9th gr.` */
export const COUNTED_BY_ORDINALS: ReadonlyMap<string, string> = new Map(
  'min=minute sec=second hr=hour wk=week yr=year mo=month qtr=quarter qrtr=quarter cent=century c=century inn=inning rd=round gr=grade fl=floor ed=edition anniv=anniversary amend=amendment cong=congress inf=infantry ch=chapter vol=volume pl=place sem=semester dist=district div=division batt=battalion bn=battalion bde=brigade regt=regiment'
    .split(' ')
    .map((entry) => entry.split('=') as [string, string]),
)
