import { wordSet } from '../../language/word-set.ts'
/** What is identified by digits, which are said one by one: `order 20418`. */
export const SAID_BY_DIGITS = wordSet(
  'a/c cvv cvc pin code passcode password otp zip postcode postal account acct order ticket box serial isbn issn id ssn ' +
    'confirmation reference ref tracking invoice policy claim case member membership badge extension ext vin sku upc imei utr nino crn urn iban eori ein npi uprn ean asin lot# ' +
    'docket permit license licence voucher booking reservation shortcode squawk line hotline helpline lifeline runway rwy *',
)

/** What has a number of three or four digits that is said in pairs: `Room 305` is `three oh five`. */
export const SAID_IN_PAIRS = wordSet(
  'item part port loop room rm flight route rte highway hwy interstate boeing airbus bus suite ste apartment apt channel ' +
    'area exit gate locker bed class ward platform unit building bldg train error status http section form model',
)

/** Rooms and houses, whose numbers may be two: `Apt. 4-12`. */
export const ROOMS = wordSet('room rm apt apartment suite ste unit locker bldg building')

/** Everything that has a number: after these a lone `#` or `no.` means it (`your case # is`, `card no. followed by`). */
export const HAS_NUMBER: ReadonlySet<string> = new Set([
  ...SAID_BY_DIGITS,
  ...SAID_IN_PAIRS,
  ...wordSet(
    'phone card conf check po cell fax tel page house seat passport routing customer employee student lot batch version ' +
      "issue contact insurance telephone registration reg street avogadro's mach reynolds atomic oxidation security tax vat " +
      'mobile',
  ),
])

/** What is counted: a Roman numeral behind it is a cardinal (`Chapter IV`, `World War II`). */
export const NUMBERED_THINGS = wordSet(
  'ww chapter part act scene volume vol book section article phase type class grade level title stage war bowl appendix ' +
    'figure table episode season fantasy rocky unit lesson exhibit annex schedule group division category mark mk round ' +
    'game games apollo saturn symphony sonata quest souls wrestlemania olympiad chapters parts acts books ch fig sec art cl ' +
    'artemis gemini voyager pioneer song clause item paragraph verse canto hymn psalm opus movement zone region tier trial edition generation gen day week ' +
    'list question problem step module track set lvl pt corps army legion sura annexe protocol tablet sc gallery hall ' +
    'chamber subpart subsection plate lab experiment heat leg draft mission reel rule movie sequel installment reading form gta civ',
)

/** What has numbers with a letter behind them, besides `NUMBERED_THINGS`: `Flat 12B`, `Route 9W`. */
export const HAS_LETTERED_NUMBER: ReadonlySet<string> = new Set([
  ...NUMBERED_THINGS,
  ...wordSet(
    'flat apt apartment suite ste room rm gate seat row exit q ex exercise bus route rt rte hwy highway road platform ' +
      'terminal door bay berth dock lot plot building bldg floor line pier area ward bed house size steps figs stand stall ' +
      'rwy runway locker answer lane box page pages no nos number block quiz task version rev revision model interstate year bra cup',
  ),
])

/** What is one of several by its letter: `Series A`, `Plan B`. */
export const HAS_LETTER = wordSet(
  'series plan vitamin type group grade hepatitis class part section option appendix exhibit gate block team level ' +
    'category point wing room terminal building apartment apt unit size tier row schedule form zone elevator influenza bldg ' +
    'grp answer choice side step column drug company patient sample product model student person player version solution beaker cohort variant arm candidate ' +
    'panel tab slot bracket',
)

/** Subjects of courses, whose three figures are said in pairs: `Econ 101`. */
export const SUBJECTS = wordSet(
  'econ bio biology chem chemistry physics psych psychology math maths calc calculus stats statistics english history algebra ' +
    'economics sociology philosophy spanish french german accounting finance marketing engineering science education art ' +
    'music theater astronomy geology anatomy anthropology',
)
