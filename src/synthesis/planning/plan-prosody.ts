import type { Delivery, DeliveryName, Emphasis } from '../../text/markup/tree/markup-run.ts'
import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'
import type { Voice } from '../../voices/voice.ts'
import { NEUTRAL_PROSODY, type Prosody, type ProsodyDimension } from '../synthesis-plan.ts'
import type { Aside } from './intonation/find-asides.ts'

type Range = { readonly least: number; readonly most: number }

/** Ranges of the delivery tags; values outside are clamped. */
const DELIVERY_RANGES: Readonly<Record<DeliveryName, Range>> = {
  tempo: { least: 0.7, most: 2.3 },
  loudness: { least: -15, most: 9 },
  pitch: { least: -45, most: 100 },
}

/** Prosody of emphasis relative to the neighbouring words: a little slower, higher and louder, as stressed words are. */
const EMPHASIS: Readonly<Record<Emphasis, Prosody>> = {
  none: NEUTRAL_PROSODY,
  reduced: { tempo: 1.1, pitchSemitones: -0.7, gainDb: -1.5 },
  moderate: { tempo: 0.93, pitchSemitones: 1, gainDb: 1.5 },
  strong: { tempo: 0.86, pitchSemitones: 2, gainDb: 3 },
}

/**
 * Semitones that take the place of a planned melody on engines that render none: there the whole word is moved, and its neighbours keep
 * their own accents, so an emphasised word must rise above these.
 */
const MOVED_WITHOUT_MELODY: Readonly<Record<Emphasis, number>> = { none: 0, reduced: -1, moderate: 3.5, strong: 4.5 }
const BRACKETS_WITHOUT_MELODY = -2

/** Semitones by which a word is moved that an engine cannot draw a melody for. */
export function moveWithoutMelody(emphasis: Emphasis = 'none', aside: Aside = 'none'): number {
  return MOVED_WITHOUT_MELODY[emphasis] + (aside === 'brackets' ? BRACKETS_WITHOUT_MELODY : 0)
}

/** How much longer the last word before an exclamation mark is: in 24 hours of a reader, by 17 % (35 words), before a question mark by 2 %. */
const EXCLAMATION_STRETCH = 1.15

/** Factor of the length of the word before a mark. */
export function stretchOf(mark: BoundaryMark | undefined): number {
  return mark === '!' ? EXCLAMATION_STRETCH : 1
}

/** Messages about input that was changed instead of refused, each once. */
export type Warnings = Set<string>

/** Clamps the values of tags to their ranges. Adds a warning for each value outside. */
export function clampDelivery(delivery: Delivery, warnings: Warnings): Delivery {
  const clamp = (tag: DeliveryName): number => {
    const { least, most } = DELIVERY_RANGES[tag]
    const value = Math.min(most, Math.max(least, delivery[tag]))
    if (value !== delivery[tag]) {
      warnings.add(`${tag} ${delivery[tag]} is outside ${least} to ${most}: ${value} is used`)
    }
    return value
  }
  return { tempo: clamp('tempo'), loudness: clamp('loudness'), pitch: clamp('pitch') }
}

/** True if a value is below the range of its tag. */
export function isBelowRange(tag: DeliveryName, value: number): boolean {
  return value < DELIVERY_RANGES[tag].least
}

/** Combines the voice's own prosody, the tags around a word, and its emphasis, in physical units. */
export function combineProsody(voice: Voice, delivery: Delivery, emphasis: Emphasis = 'none'): Prosody {
  const stress = EMPHASIS[emphasis]
  return {
    tempo: voice.tempo * delivery.tempo * stress.tempo,
    pitchSemitones: voice.pitchSemitones + 12 * Math.log2(1 + delivery.pitch / 100) + stress.pitchSemitones,
    gainDb: delivery.loudness + stress.gainDb,
  }
}

/** A prosody in two parts: `prosody` is rendered by the engine, `shape` by the signal processing after it. */
export type DividedProsody = { readonly prosody: Prosody; readonly shape: Prosody }

/** Divides a prosody between an engine and the signal processing after it. */
export function divideProsody(asked: Prosody, renders: ReadonlySet<ProsodyDimension>): DividedProsody {
  const pick = (isMine: (dimension: ProsodyDimension) => boolean): Prosody => ({
    tempo: isMine('tempo') ? asked.tempo : NEUTRAL_PROSODY.tempo,
    pitchSemitones: isMine('pitchSemitones') ? asked.pitchSemitones : NEUTRAL_PROSODY.pitchSemitones,
    gainDb: isMine('gainDb') ? asked.gainDb : NEUTRAL_PROSODY.gainDb,
  })
  return { prosody: pick((dimension) => renders.has(dimension)), shape: pick((dimension) => !renders.has(dimension)) }
}
