import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import type { Homograph, HomographSense } from './homograph.ts'

/** How a homograph sounds in a compound, by the words before and after it there. */
type Compound = {
  readonly previous?: RegExp
  readonly next?: RegExp
  /** The word after the next one, of the same phrase. */
  readonly afterNext?: RegExp
  /** Also without a hyphen: `bass fishing`. */
  readonly open?: true
  readonly phonemes: string
}

const COMPOUNDS: Readonly<Record<string, readonly Compound[]>> = {
  live: [
    { next: /^(?:in|out|alone|work)$/, phonemes: 'L IH1 V' },
    { next: /./, phonemes: 'L AY1 V' },
  ],
  affects: [{ next: /^/, open: true, phonemes: 'AH0 F EH1 K T S' }],
  august: [
    {
      next: /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|.*teenth|nineteen|twent|thirt)/,
      open: true,
      phonemes: 'AO1 G AH0 S T',
    },
  ],
  estimate: [
    { previous: /^(?:dollars?|cents?|percent|million|billion|thousand)$/, open: true, phonemes: 'EH1 S T AH0 M AH0 T' },
  ],
  house: [{ previous: /^(?:open|full|white|town|farm|green)$/, open: true, phonemes: 'HH AW1 S' }],
  use: [
    { next: /^by$/, phonemes: 'Y UW1 Z' },
    { next: /^by$/, afterNext: /^dates?$/, open: true, phonemes: 'Y UW1 Z' },
    { previous: /^(?:for|of|in|no|the|its|their)$/, open: true, phonemes: 'Y UW1 S' },
    { next: /^within$/, open: true, phonemes: 'Y UW1 Z' },
  ],
  lead: [
    {
      next: /^(?:free|acid|based|lined|safe|glass|colou?red|gr[ae]y|seal(?:ed)?|weight(?:s|ed)?)$/,
      phonemes: 'L EH1 D',
    },
    {
      next: /^(?:mines?|miners?|mining|pipes?|paints?|poisoning|pencils?|bullets?|solder|seals?|aprons?|sinkers?|weights?|roofs?|ore|oxide|acetate|smelters?)$/,
      open: true,
      phonemes: 'L EH1 D',
    },
  ],
  combat: [
    {
      next: /^(?:zones?|boots?|gear|pilots?|medics?|units?|troops|veterans?|missions?|aircraft|jets|sports?|trousers|uniforms?|operations?|roles?|skills?|training)$/,
      open: true,
      phonemes: 'K AA1 M B AE0 T',
    },
  ],
  tear: [{ next: /^(?:resistant|proof|away|down|off|out|sheet)$/, phonemes: 'T EH1 R' }],
  wind: [{ next: /^(?:up|ups|down)$/, phonemes: 'W AY1 N D' }],
  bow: [
    { next: /^(?:legged|tie|tied|string|hunter|hunting)$/, phonemes: 'B OW1' },
    { previous: /^(?:cross|long|compound)$/, phonemes: 'B OW1' },
    { previous: /^(?:composite|recurve|violin|cello|hair|compound)$/, open: true, phonemes: 'B OW1' },
  ],
  record: [{ next: /^(?:breaking|setting|holder|holding|keeping|breaker|player)$/, phonemes: 'R EH1 K ER0 D' }],
  aged: [
    {
      next: /^(?:cheeses?|cheddar|gouda|parmesan|parmigiano|pecorino|manchego|asiago|provolone|gruy[eè]re|comt[eé]|emmental|camembert|brie|feta|beef|steaks?|ribeye|sirloin|ham|prosciutto|wines?|whisk(?:e)?y|bourbon|scotch|rums?|tequila|mezcal|cognac|brandy|port|burgundy|balsamic|vinegars?|soy|garlic|leather|wood|oak|brass|bronze|copper|compost|manure)$/,
      open: true,
      phonemes: 'EY1 JH D',
    },
    { next: /^(?:goat|blue|sheep|cow)$/, afterNext: /^(?:milk|cheeses?)$/, open: true, phonemes: 'EY1 JH D' },
  ],
  bowed: [
    { previous: /^(?:is|are|looks|slightly|badly)$/, open: true, phonemes: 'B OW1 D' },
    { next: /^(?:legs?|strings?|shelf|shelves|instruments?|ends?|boards?)$/, open: true, phonemes: 'B OW1 D' },
    { next: /^/, open: true, phonemes: 'B AW1 D' },
  ],
  bass: [
    { next: /^(?:fishing|fisher|boats?|lures?|fillets?)$/, open: true, phonemes: 'B AE1 S' },
    { previous: /^(?:sea|striped|largemouth|smallmouth|caught|grilled)$/, open: true, phonemes: 'B AE1 S' },
  ],
  row: [{ next: /^(?:houses?|homes?|crops?)$/, open: true, phonemes: 'R OW1' }],
  resume: [{ next: /^(?:writing|writer|tips?|templates?|builder)$/, open: true, phonemes: 'R EH1 Z AH0 M EY2' }],
  minute: [
    { next: /^(?:hands?|maid|mark)$/, open: true, phonemes: 'M IH1 N AH0 T' },
    { previous: /^last$/, open: true, phonemes: 'M IH1 N AH0 T' },
  ],
  close: [{ next: /^it$/, open: true, phonemes: 'K L OW1 Z' }],
  does: [{ next: /^not$/, open: true, phonemes: 'D AH1 Z' }],
  subjects: [{ previous: /^data$/, open: true, phonemes: 'S AH1 B JH IH0 K T S' }],
  read: [
    // `read_csv`, `read-only`.
    { next: /^(?!unread$)./, phonemes: 'R IY1 D' },
    {
      previous: /^(?!(?:i|you|he|she|we|they|who)$)/,
      next: /^(?:access|receipts?|permissions?|latency|replicas?|throughput|speeds?)$/,
      open: true,
      phonemes: 'R IY1 D',
    },
    { previous: /^(?:estimated|calculated|average|total|minute)$/, next: /^times?$/, open: true, phonemes: 'R IY1 D' },
    { previous: /^(?:well|widely|much|most|little|best)$/, phonemes: 'R EH1 D' },
  ],
}

/** The sense of the homograph at `index` in its compound (`live-in`, `bass fishing`), if the compound decides it. */
export function findCompoundSense(
  senses: Homograph,
  words: readonly NormalizedWord[],
  index: number,
): HomographSense | undefined {
  const compounds = COMPOUNDS[words[index]!.text]
  if (compounds === undefined) return undefined
  const compound = compounds.find(
    ({ previous, next, afterNext, open }) =>
      (previous === undefined || previous.test(textAt(words, index, { step: -1, open }))) &&
      (next === undefined || next.test(textAt(words, index, { step: 1, open }))) &&
      (afterNext === undefined || afterNext.test(textAt(words, index + 1, { step: 1, open }))),
  )
  return senses.find(({ phonemes }) => phonemes.join(' ') === compound?.phonemes)
}

type Side = { readonly step: 1 | -1; readonly open: true | undefined }

/** The word beside the one at `index`: of the same written word, or of the next one if no pause is between; empty if there is none. */
function textAt(words: readonly NormalizedWord[], index: number, { step, open }: Side): string {
  const [here, beside] = [words[index]!, words[index + step]]
  if (beside === undefined) return ''
  const isOpen = open === true && (step === 1 ? here : beside).boundary === undefined
  return isOpen || beside.source === here.source ? beside.text : ''
}
