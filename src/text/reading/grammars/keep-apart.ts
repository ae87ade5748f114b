import { soundLikeOne } from '../../english/numbers/say-numbers.ts'

/** Classes that say figures one after the other, with no word between. */
const WITHOUT_LINK: ReadonlySet<string> = new Set(['apart', 'pairs', 'pairs and digits', 'season'])

/** Rules out the classes in which two figures sound like one number: `30-6` is not _thirty six_. */
export function keepApart<One extends string>(classes: readonly One[], figures: readonly string[]): readonly One[] {
  const isOne = figures.some((figure, i) => i > 0 && soundLikeOne(figures[i - 1]!, figure))
  return isOne ? classes.filter((one) => !WITHOUT_LINK.has(one)) : classes
}
