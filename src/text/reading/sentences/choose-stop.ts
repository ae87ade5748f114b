import { EVERYDAY, isHonorific } from '../../english/abbreviations.ts'
import { HAS_LETTER } from '../../english/numbered-things.ts'
import { UNITS } from '../../english/units.ts'
import { SENTENCE_STARTERS } from '../../english/word-classes.ts'
import { ABBREVIATION_MEANINGS } from '../grammars/abbreviation/meanings.ts'
import type { Token } from '../tokens/token.ts'
import { startsWithCapital } from '../tokens/token-shape.ts'
import { askEarly, type EarlyOptions } from './ask-early.ts'
import { isShortForm } from './is-short-form.ts'
import { judgeStop, opensItem, type Stop } from './judge-stop.ts'

/** What a stop may be, as classes of a question whose answer is not said. */
export const STOP = { name: 'stop', classes: ['end', 'abbreviation', 'both'] as readonly Stop[] }

/** Words behind a stop that decide what it is. A stream waits for them, so they are few. */
export const STOP_LOOKAHEAD = 4

export type ChooseStopOptions = EarlyOptions & { readonly isWord: (word: string) => boolean }

/**
 * Chooses what the single full stop right after `tokens[index]` is. Behind a short form, with what may begin a sentence
 * after it, the scorer decides; elsewhere the form of the text does.
 */
export function chooseStop(tokens: readonly Token[], index: number, options: ChooseStopOptions): Stop {
  if (isBeforeSmallLetter(tokens, index) || (isHonorific(tokens[index]!.lower) && index + 1 < tokens.length))
    return 'abbreviation'
  const usual = judgeStop(tokens, index, options.isWord)
  if (!isAmbiguous(tokens, index, options.open)) return usual
  const written = `${tokens[index]!.text}.`
  return askEarly<Stop>(tokens, index, { ...STOP, usual, written, ahead: STOP_LOOKAHEAD }, options)
}

/** `his batt. health`: no sentence begins with a small letter or a sign. */
function isBeforeSmallLetter(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  return next?.kind === 'text' && /^[a-z&(]/.test(next.text) && ABBREVIATION_MEANINGS.has(tokens[index]!.lower)
}

/** A form that may be short for a word, before what may begin a sentence. */
function isAmbiguous(tokens: readonly Token[], index: number, open: readonly Token[]): boolean {
  const { text, lower, kind, after } = tokens[index]!
  const next = tokens[index + 1]
  if (kind !== 'text' || text.length > 8 || next === undefined || after.length > 1 || next.joined) return false
  if (next.kind !== 'text' || !/^[A-Z\d]/.test(next.text)) return false
  // `plan B. The rest`, but `player B. Smith`.
  const isNoted = opensItem(next)
  if (text.length === 1 && HAS_LETTER.has(open.at(-1)?.lower ?? '') && (isNoted || SENTENCE_STARTERS.has(next.lower)))
    return false
  // A capital inside a sentence makes it no everyday word: `leaving from No. Station`.
  const isCounted = /\d$|[¼-¾⅐-⅞]$/.test(open.at(-1)?.text ?? '')
  if (isCounted && isNoted && UNITS.has(lower)) return false
  const needsFigure = EVERYDAY.has(lower) && !isCounted && !(startsWithCapital(text) && open.length > 0)
  return isShortForm(lower) && (!needsFigure || /^#?\d|^[A-Z]$|^[IVXLC]+$/.test(next.text))
}
