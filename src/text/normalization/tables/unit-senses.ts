import { near, type Scene, tokenAfter } from '../scene.ts'

/** A unit that means something else in some company. */
type UnitSense = {
  readonly one: string
  readonly many: string
  /** One of the words around it, in lower case. */
  readonly near?: RegExp
  /** The word behind it, in lower case. */
  readonly next?: RegExp
  readonly dotted?: true
}

/** What is mixed by parts. */
const MIXED = /^(?:resin|hardener|epoxy|cement|mortar|gravel|lime|plaster)$/

/** What is measured in pints. */
const POURED =
  /^(?:tsp|tbsp|cups?|c|oz|butter|cream|milk|sugar|berries|strawberries|blueberries|half-and-half|stock|broth|water|flour|h2o|concentrate|vinegar|cider)$/

/** By the written form, case counts: the first sense that holds. */
const UNIT_SENSES: ReadonlyMap<string, readonly UnitSense[]> = new Map(
  Object.entries<readonly UnitSense[]>({
    A: [
      {
        one: 'amp',
        many: 'amps',
        near: /^(?:k?v|w|hz|volts?|vac|vdc|power|input|output|current|fuse|rated|draws?|charger|[\d.–-]+(?:v|hz|w))$/,
      },
    ],
    K: [
      {
        one: 'kelvin',
        many: 'kelvin',
        near: /^(?:temperatures?|kelvins?|temp|cooled|heated|δt|[δ∆]t|absolute|superconduct.*|cryogenic|helium|nitrogen)$/,
      },
    ],
    T: [{ one: 'ton', many: 'tons', near: /^(?:weight|wt|limit|load|trucks?)$/ }],
    HR: [
      {
        one: 'H R',
        many: 'H R',
        near: /^(?:rbis?|hits?|hr|hrs|avg|batting|batted|homers?|season|career|ops|era|innings?|yankees|mets|\.\d{3})$/,
      },
    ],
    ct: [
      {
        one: 'carat',
        many: 'carats',
        near: /^(?:gold|diamonds?|rings?|carats?|sapphire|emerald|ruby|necklace|earrings?|pendant|gems?|stone|tw|ctw|studs?|solitaire|bracelet|platinum|engagement)$/,
      },
    ],
    cl: [{ one: 'clove', many: 'cloves', next: /^garlic$/ }],
    d: [{ one: 'day', many: 'days', near: /^(?:mg|ml|take|give|dose|b\.i\.d|q\.i\.d|t\.i\.d|bid|tid|qid)$/ }],
    mb: [
      {
        one: 'millibar',
        many: 'millibars',
        near: /^(?:hurricane|pressure|storm|barometer|cyclone|typhoon|mph|kts?|low|high|landfall|hpa|winds?)$/,
      },
    ],
    nm: [
      {
        one: 'nautical mile',
        many: 'nautical miles',
        near: /^(?:visibility|vis|kt|gusts?|seas?|offshore|waters|sail|sailed|sailing|vessels?|ships?|boats?|knots|kts?|nautical|port|harbor|coast|island|aircraft|runway|wpt)$/,
      },
    ],
    ...Object.fromEntries(
      ['cap', 'caps', 'tab', 'tabs'].map((written) => {
        const one = written.startsWith('c') ? 'capsule' : 'tablet'
        return [written, [{ one, many: `${one}s`, near: /^(?:mg|mcg|po|bid|tid|qid|daily|mouth|rx|dose|bedtime)$/ }]]
      }),
    ),
    pt: [
      { one: 'part', many: 'parts', near: MIXED },
      {
        one: 'pint',
        many: 'pints',
        near: POURED,
      },
      { one: 'pint', many: 'pints', next: /^of$/, dotted: true },
    ],
    GB: [{ one: 'game', many: 'games', next: /^(?:back|behind|ahead)$/ }],
    pc: [
      { one: 'piece', many: 'piece', next: /^(?!away$|from$)[a-z]{3,}$/ },
      { one: 'piece', many: 'pieces', dotted: true },
    ],
    pts: [
      { one: 'part', many: 'parts', near: MIXED },
      {
        one: 'pint',
        many: 'pints',
        near: /^(?:tsp|tbsp|cups?|milk|cream|water|(?:straw|blue)?berries|h2o|concentrate|vinegar|cider|broth)$/,
      },
    ],
  }),
)

/** What the unit at `index` means beside its neighbours, if that is not its usual sense. */
export function findUnitSense(
  scene: Scene,
  index: number,
): { readonly one: string; readonly many: string } | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  const senses = UNIT_SENSES.get(text) ?? (lower === 'pt' ? UNIT_SENSES.get(lower) : undefined)
  return senses?.find(
    (sense) =>
      (sense.dotted === undefined || dotted) &&
      (sense.next === undefined || sense.next.test(tokenAfter(scene, index)?.lower ?? '')) &&
      (sense.near === undefined ||
        near(scene, index, 12).some((token) => token !== scene.tokens[index] && sense.near!.test(token.lower))),
  )
}
