import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const STITCH = /^([kp])(\d{1,3})(tog)?$/i
const OTHERS: Readonly<Record<string, string>> = { k: 'p', p: 'k', K: 'P', P: 'K' }

/** Stitches of a pattern beside one of the other kind or a word of knitting: `k2, p2 rib`, `k2tog`. */
export function readKnitting(scene: Scene, index: number): Wording | undefined {
  const [, kind = '', count, joined] = STITCH.exec(scene.tokens[index]!.text) ?? []
  if (count === undefined) return undefined
  const other = OTHERS[kind]!
  const isPattern = near(scene, index, 8).some(
    ({ text, lower }) => WORDS.has(lower) || (text.startsWith(other) && STITCH.test(text)),
  )
  if (joined === undefined && !isPattern) return undefined
  const stitch = /k/i.test(kind) ? 'knit' : 'purl'
  return [say(`${stitch} ${spellCardinal(count, scene.locale)}${joined === undefined ? '' : ' together'}`)]
}

const WORDS = wordList('words of knitting')
