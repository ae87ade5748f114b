import { CURRENCY_SIGNS } from '../../english/currencies.ts'
import { anyOf } from '../../english/word-list.ts'

const CURRENCY = CURRENCY_SIGNS.join('')
const ALNUM =
  'A-Za-z0-9\u0391-\u03a9\u03b1-\u03c9\u00bc-\u00be\u2150-\u215e\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b\u207f'
/** Signs that always have a reading of their own. */
const SIGN = `&%+=÷×±≤≥≠≈∞√°§©¢¶‰→′″−∑∏∫∂∇∈∪∩∧∨¬${CURRENCY}`
const UNIT = `[${ALNUM}${SIGN}]`
const ELISION = "(?:em|[Tt]il|[Tt]is|[Tt]was|[Tt]were|[Cc]ause|[Bb]out|[Rr]ound|n'?|N(?='? [A-Z])'?|[Cc]uz|kay)"

/** What begins a name of code: `.env`, `--force`, `-m`, `/usr/bin`, `~/notes`, `./run`. */
const CODE_LEAD =
  '(?<![^\\s`"\'(\\[{])(?:\\?(?=[a-z]\\w{0,30}=)|\\.(?=[a-z]{2,16}(?:\\.[a-z]{2,12}){0,2}(?![a-z]|\\.[a-z]))|--(?=[a-z][a-z-]*(?![a-z]))|-(?=[a-zA-Z]{1,2}\\d?(?:[\\s`,;)]|\\.(?!\\w)|$))|(?:~|\\.{1,2})?\\/\\.?(?=[A-Za-z][\\w.-]*(?:\\/|[\\s`"\').,;]|$)))'

/** What may be before a piece and belong to it: `#1`, `@home`, `~5`, `<5`, `-5`, `.5`, `'90s`, `'tis`. */
const LEAD =
  `(?:${CODE_LEAD})?(?:(?:\\*{4,16}|•{2,16})(?=\\d{2,4}(?![\\d*]))|\\*#?(?=\\d{2,4}#(?!\\w))|(?<![^\\s"'(\ue000-\ue004])\\*(?=\\d{1,3}(?![\\w*#]|[.,]\\d)))?(?:[#@](?=[${ALNUM}_])|(?<!~|[Aa](?:bout|round) |roughly |approximately )~(?=[-.\\d${CURRENCY}])|[<>](?=[-.\\d${CURRENCY}]))?` +
  `(?:-(?<![ap]\\.m\\.-|\\d["'″′]-)(?=\\.?\\d|[${CURRENCY}]\\.?\\d)|(?<=(?:^|[^\\d\\s]) |[(])–(?=\\.?\\d|[${CURRENCY}]\\.?\\d))?(?:(?<!\\.)\\.(?=\\d|NET\\b))?(?:(?<![^\\s(\ue000-\ue004])(?<!: ?):(?=[0-5]\\d(?:\\.\\d)?(?![\\d:])))?(?:'(?=\\d\\d(?:s|(?![\\d'])))|'(?=${ELISION}(?![A-Za-z]))|_(?=@)|(?<=@)_+)?`

/**
 * The spaces of `1 000 000`, as the International System of Units writes it: three groups or more, no telephone number. Two
 * groups are one number in `12 000` and `$12 500` alone: elsewhere they may be two, as in `2 500 ml bottles`. Behind the
 * name of a number, as in `ABN 89 755 348 137`, they stay groups.
 */
const NAMED = `(?<![A-Za-z])(?:${anyOf('numbers in groups')})[.:#]?:? (?:\\d{1,4} ){0,5}`
const GROUP_SPACE =
  `(?<=(?<![\\d.,+-]|\\d )[1-9]\\d{0,2}) (?=000(?!\\d|-\\d| \\d))|(?<=[${CURRENCY}][1-9]\\d{0,2}) (?=\\d{3}(?![\\d-]| \\d))|` +
  `(?<=(?<![\\d.,+-]|${NAMED})[1-9]\\d{0,2}) (?=\\d{3}(?: \\d{3}){1,6}(?![\\d-]| \\d))` +
  `|(?<=(?<![\\d.,+-]|${NAMED})[1-9]\\d{0,2}(?: \\d{3}){1,6}) (?=\\d{3}(?: \\d{3}){0,6}(?![\\d-]| \\d))`

/** What may be between two parts of a piece. Commas and colons only inside numbers. */
const JOIN =
  `(?:(?=['.\\-–/_\\\\:,@*^<>#;])(?:'(?=[A-Za-z0-9]|×\\d)|(?<=[A-Za-z])\\.[-–](?=[A-Za-z])|(?<=[a-z]{2})\\.'(?=s(?![A-Za-z0-9]))|(?<=\\.[A-Z])\\.'?(?=s(?![A-Za-z]))|[-–](?=[${ALNUM}${CURRENCY}])|(?<=\\ds)[-–](?='\\d\\ds)'?|-(?=[-−]?[.]?\\d)|\\.(?:\\.\\.(?<=\\d\\.{3})(?=[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O))?(?=[${ALNUM}])|(?<=[a-z])\\.\\/(?=[a-z])|(?<=[a-z])\\/\\.(?=[a-z]{2})|(?<![a-z]{2})\\/(?=[${ALNUM}${CURRENCY}])|(?<=[a-z]{2})\\/(?!\\d[\\d.]* ?[A-Za-z])(?=[${ALNUM}])|_+(?=[${ALNUM}])|\\\\(?=[${ALNUM}])` +
  `|(?<=\\d):(?=\\d)|(?<=\\d),(?=(?:\\d\\d,){0,6}\\d{3}(?!\\d))|,(?=\\d\\d(?!\\d))(?<=(?:€|\\d\\.)\\d{3},|€\\d{1,2},|\\d,(?=\\d\\d ?€))|:(?=[a-z]{3})(?<=[a-z]{3}:)|@[\\^~]?(?=[${ALNUM}])|(?<=\\d)\\*(?=\\d)|(?<=(?<![A-Za-z\\d*])A)\\*[-–](?=[A-U](?![A-Za-z]))|(?<=[A-Za-z])\\*+(?=[A-Za-z])|\\^-?(?=[${ALNUM}])|(?<=[${ALNUM}])[<>](?=[${ALNUM}])` +
  `|#(?=[A-Za-z])|;(?<=(?<![A-Za-z])[Tt][Ll];)(?=[Dd][Rr](?![A-Za-z]))|(?<=\\w)\\/[{:<](?=[a-z]\\w)|(?<=localhost|\\.[a-z]{2,4}|\\d\\.\\d{1,3}):(?=\\d{2,5}(?!\\d))|(?<=(?<![A-Za-z])[A-Z]):\\\\(?=[A-Za-z])|(?<=\\/sq)\\. (?=(?:ft|mi|km|m|yd|in)(?![A-Za-z])))|(?<=\\/sq) (?=(?:ft|mi|km|m|yd|in)(?![A-Za-z]))|" "(?=&)(?<=&" ")|${GROUP_SPACE})`

/** `w/`, a lone `C#`, an apostrophe as in `rockin'`, the inches of `6'2"`. */
const TAIL = `(?:(?=[-/#'′"″*])(?:(?<=(?<![A-Za-z\\d*])A)\\*(?![A-Za-z*])|(?<=(?<![A-Za-z\\d])(?:[A-FO]|AB|[A-C]{2,3}))-(?=[\\s,.;!?)\ue000-\ue004]|$)(?! \\d)|(?<=(?<![\\w.,*])\\d{1,3}(?:\\.\\d)?)\\*(?![\\w*])|(?<=(?<![A-Za-z])w)\\/(?=\\s|$)|(?<=(?<![A-Za-z])[A-G])#(?![${ALNUM}])|(?<=[a-z]in)'(?=[\\s.,!?;:]|$)|(?<=[a-z] [Nn])'(?= [A-Z])|(?<=\\d°\\d{1,2}(?:\\.\\d+)?)['′](?=[NSEW\\s,.])[NSEW]?|(?<=\\d['′]\\d{1,2}(?:\\.\\d{1,3})?)["″][NSEW](?![A-Za-z])|(?<=\\d'\\d{1,2})"|(?<=(?<![\\w#])\\d{1,9})#(?![\\w#])|(?<=\\*#?\\d{2,4}|[KQRBNa-hx1-8][a-h][1-8]|=[QRBN])#(?!\\w)|#(?=:? ?\\d)(?<=[A-Za-z]{2}#)))?`

/**
 * A run of letters, digits and spoken signs with what may join them: one written token. Sticky, linear: the numbers of
 * joined parts and of leading signs are bounded.
 */
export const PIECE = new RegExp(`[♩♪](?= ?=)|${LEAD}${UNIT}+(?:${JOIN}${UNIT}+){0,300}${TAIL}`, 'uy')

/** A row of signs that draws a line: `=====`, `+++`. */
export const RULER = /([=+&%→°])\1{3,}/y

const TOP_LEVEL = 'com|org|net|edu|gov|io|co|uk|us|ca|de|fr|eu|info|biz|tv|me|ai|app|dev'

/** An address of the web with a scheme, `www.` or a path; bounded, and to be trimmed of the punctuation after it. */
export const WEB_ADDRESS = new RegExp(
  `(?:(?:https?|ftps?|wss?|file|ssh|git|s3|gs|redis|mongodb|mysql|postgres(?:ql)?|jdbc|amqp):\\/\\/|www\\.)[^\\s"<>\\ue000-\\ue004]{1,2000}` +
    `|[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){0,4}\\.(?:${TOP_LEVEL})(?::\\d{1,5})?[/?][^\\s"<>\\ue000-\\ue004]{0,2000}`,
  'iuy',
)
export const EMAIL = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}/uy

/** `'s` and its kin right behind a word whose sound the caller gave. */
export const CLITIC = /'(?:s|re|ve|ll|d|m|t)(?![A-Za-z0-9])/iuy
