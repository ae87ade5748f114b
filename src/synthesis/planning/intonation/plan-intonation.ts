import type { SpokenWord } from '../../../text/utterance.ts'
import type { WordMelody } from '../../synthesis-plan.ts'
import type { Draw } from '../draws.ts'
import { chooseAccents, isEmphatic } from './choose-accents.ts'
import { chooseRegister } from './choose-register.ts'
import { chooseTunes, type Tune } from './choose-tunes.ts'
import { drawContour } from './draw-contour.ts'
import type { Aside } from './find-asides.ts'
import { cutPhrases } from './phrase.ts'

/** Factor of the movements in phrases of a sentence whose emphasis is in another phrase. */
const BESIDE_EMPHASIS = 0.35

const RISING: ReadonlySet<Tune> = new Set<Tune>(['rise', 'choice-rise'])

/** More turns than the melody of a phrase takes, so that no two phrases of a sentence draw the same ones. */
const MOST_TURNS = 1000

/** A sentence and the context that affects its melody. */
export type SentenceInContext = {
  /** The sentence's words, one piece per segment. */
  readonly pieces: readonly (readonly SpokenWord[])[]
  readonly startsParagraph: boolean
  readonly draw: Draw
  /** Indexed by the words of the text. */
  readonly asides: readonly Aside[]
  /** Factor of the accents and tunes; 1 if absent. */
  readonly width?: number
}

/**
 * Returns the melody of each word of a sentence, piece by piece. Phrases get their tune from marks and words, their accents from
 * meaning, and their register from their position. docs/intonation.md has the rules and their sources.
 */
export function planIntonation(sentence: SentenceInContext): readonly (readonly WordMelody[])[] {
  return toPieces(
    sentence,
    drawPhrases(sentence).flatMap(({ contour }) => contour),
  )
}

/** Returns the melody of the words from the last accent on in phrases that rise, and undefined for all other words. */
export function planRises(sentence: SentenceInContext): readonly (readonly (WordMelody | undefined)[])[] {
  const melodies = drawPhrases(sentence).flatMap(({ tune, nucleus, contour }) =>
    contour.map((melody, i) => (RISING.has(tune) && i >= nucleus ? melody : undefined)),
  )
  return toPieces(sentence, melodies)
}

type DrawnPhrase = { readonly tune: Tune; readonly nucleus: number; readonly contour: readonly WordMelody[] }

function drawPhrases(sentence: SentenceInContext): readonly DrawnPhrase[] {
  const phrases = chooseTunes(cutPhrases(sentence.pieces))
  const registers = chooseRegister(phrases, sentence)
  const hasEmphasis = phrases.some(({ words }) => words.some(isEmphatic))
  const heard = new Set<string>()
  let spoken = 0
  return phrases.map((phrase, i) => {
    const opensSentence = i === 0
    const accents = chooseAccents(phrase.words, {
      heard,
      opensSentence,
      drawAt: (at) => sentence.draw('accent', spoken + at),
    })
    const register = registers[i]!
    const range = register.range * (hasEmphasis && !accents.isEmphatic ? BESIDE_EMPHASIS : 1)
    const drift = (at: number) => sentence.draw('wander', MOST_TURNS * i + at)
    const contour = drawContour({
      ...phrase,
      ...accents,
      ...register,
      range,
      width: sentence.width ?? 1,
      opensSentence,
      drift,
    })
    spoken += phrase.words.length
    for (const { text } of phrase.words) heard.add(text)
    return { tune: phrase.tune, nucleus: accents.nucleus, contour }
  })
}

function toPieces<T>({ pieces }: SentenceInContext, words: readonly T[]): readonly (readonly T[])[] {
  let end = 0
  return pieces.map(({ length }) => {
    end += length
    return words.slice(end - length, end)
  })
}
