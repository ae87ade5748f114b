import { NoWordsError } from '../../errors.ts'
import { type Canvas, layOutInSteps } from '../characters/lay-out-characters.ts'
import type { Locale } from '../english/dialects.ts'
import type { LengthLimit } from '../length-limit.ts'
import type { MarkupRun } from '../markup/tree/markup-run.ts'
import { NOTHING_SETTLED, remember, type TextMemory } from '../reading/memory.ts'
import type { ReadingScorer } from '../reading/question.ts'
import { readSentence } from '../reading/read-sentence.ts'
import { splitSentencesInSteps } from '../reading/sentences/split-sentences.ts'
import { splitTokensInSteps } from '../reading/tokens/split-tokens.ts'
import { mapInSteps, type Steps, takeSteps } from '../steps.ts'
import { warnOfSome } from '../warn-of-some.ts'
import { assembleInSteps } from './assemble-text.ts'
import type { NormalizedText } from './normalized-text.ts'

export type NormalizationOptions = {
  readonly locale: Locale
  /** The caller's text that the spans of the runs point into. */
  readonly source: string
  /** Whether the lexicon knows a word in lower case: decides, among others, if capitals are read or spelled. */
  readonly isWord: (word: string) => boolean
  /** What to do with a character that no English voice reads; `skip` unless given. */
  readonly unreadable?: 'skip' | 'refuse'
  /** Chooses between the readings of ambiguous figures; without it the usual reading is taken. */
  readonly readings?: ReadingScorer
  /** What the text before this one has settled; nothing unless given. */
  readonly memory?: TextMemory | undefined
  /** Counts what is read out. */
  readonly length?: LengthLimit
}

/**
 * Text as it is read out, every spoken word tied to the caller's word: `$4.99` is one source word and five spoken ones.
 *
 * Every written token has at least one spoken word; spoken words are letters a to z and apostrophes; `source` never
 * falls; the last word of each sentence has a boundary. Skips characters that no English voice reads, with a warning, or
 * throws MarkupSyntaxError at the first of them. Throws NoWordsError if no words are left. Time is linear in
 * the length of the text.
 */
export function normalizeText(runs: readonly MarkupRun[], options: NormalizationOptions): NormalizedText {
  return takeSteps(normalizeInSteps(runs, options))
}

/** The same, a sentence a step. */
export function* normalizeInSteps(
  runs: readonly MarkupRun[],
  { locale, source, isWord, readings, length, memory = NOTHING_SETTLED, unreadable = 'skip' }: NormalizationOptions,
): Steps<NormalizedText> {
  const canvas = yield* layOutInSteps(runs, { unreadable })
  const { tokens, decorations } = yield* splitTokensInSteps(canvas, { runs, isWord })
  if (tokens.length === 0) throw new NoWordsError()
  const written = yield* splitSentencesInSteps(tokens, { isWord, locale, readings, earlier: memory.earlier })
  let settled = memory
  const sentences = yield* mapInSteps(written, (sentence) => {
    const { parts, decisions } = readSentence(sentence.tokens, { locale, isWord, runs, readings, memory: settled })
    length?.speak(parts)
    const before = settled
    settled = remember(settled, sentence.tokens, decisions.values())
    return { ...sentence, parts, decisions, memory: before }
  })
  const warnings = [...canvas.warnings, ...warnOfEmoji(decorations, canvas)]
  return { ...(yield* assembleInSteps(sentences, { source, runs, canvas })), warnings }
}

function warnOfEmoji(decorations: readonly number[], { starts, emoji }: Canvas): readonly string[] {
  return warnOfSome(
    decorations,
    (at) =>
      `Emoji "${emoji.get(at)?.toLowerCase()}" is not said, because it decorates the text: at offset ${starts[at]}`,
    (more) => `${more} more emoji are not said, because they decorate the text`,
  )
}
