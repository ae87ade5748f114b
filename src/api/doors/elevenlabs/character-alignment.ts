import type { PlacedWord } from '../../../delivery/streams/stream-timed-speech.ts'

/** When each character of a text is heard. The three lists are equally long. */
export type CharacterAlignment = {
  readonly characters: readonly string[]
  readonly startSeconds: readonly number[]
  readonly endSeconds: readonly number[]
}

/** Words as far as their times and places matter. */
export type AlignedWord = Pick<PlacedWord, 'startOffset' | 'endOffset' | 'sourceStart' | 'sourceEnd'>

/**
 * Spreads the times of words over the characters of a text. The characters of a word share its time evenly, those between two words share
 * the time between them. It continues after the last call, so that a text can be aligned while its words arrive.
 */
export class CharacterAligner {
  #at = 0
  #seconds = 0

  /** The characters up to the end of the last of these words. `text` may have grown since the last call. */
  align(text: string, words: readonly AlignedWord[]): CharacterAlignment {
    const aligned = new Draft()
    for (const { startOffset, endOffset, sourceStart, sourceEnd } of words) {
      const start = startOffset === undefined ? 0 : Number.parseFloat(startOffset)
      this.#spread(aligned, text.slice(0, sourceStart), start)
      this.#spread(aligned, text.slice(0, sourceEnd), Number.parseFloat(endOffset))
    }
    return aligned
  }

  /** The characters after the last word. */
  finish(text: string): CharacterAlignment {
    const aligned = new Draft()
    this.#spread(aligned, text, this.#seconds)
    return aligned
  }

  /** Spreads the time up to `seconds` over the characters that `text` has more than the last one. */
  #spread(aligned: Draft, text: string, seconds: number): void {
    const characters = Array.from(text.slice(this.#at))
    const from = this.#seconds
    const step = characters.length === 0 ? 0 : (Math.max(from, seconds) - from) / characters.length
    for (const [i, character] of characters.entries()) aligned.add(character, from + i * step, from + (i + 1) * step)
    this.#at = Math.max(this.#at, text.length)
    this.#seconds = Math.max(from, seconds)
  }
}

class Draft implements CharacterAlignment {
  readonly characters: string[] = []
  readonly startSeconds: number[] = []
  readonly endSeconds: number[] = []

  add(character: string, start: number, end: number): void {
    this.characters.push(character)
    this.startSeconds.push(roundMs(start))
    this.endSeconds.push(roundMs(end))
  }
}

function roundMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** One alignment after another. */
export function joinAlignments(alignments: readonly CharacterAlignment[]): CharacterAlignment {
  return {
    characters: alignments.flatMap(({ characters }) => characters),
    startSeconds: alignments.flatMap(({ startSeconds }) => startSeconds),
    endSeconds: alignments.flatMap(({ endSeconds }) => endSeconds),
  }
}

/** An alignment with times from the start of a chunk, which begins after so many seconds. What began earlier begins at 0. */
export function fromChunk(alignment: CharacterAlignment, seconds: number): CharacterAlignment {
  const shift = (times: readonly number[]): readonly number[] => times.map((time) => Math.max(0, time - seconds))
  return {
    characters: alignment.characters,
    startSeconds: shift(alignment.startSeconds),
    endSeconds: shift(alignment.endSeconds),
  }
}

/** An alignment as HTTP answers have it. */
export function toAlignmentBody({ characters, startSeconds, endSeconds }: CharacterAlignment): object {
  return {
    characters,
    character_start_times_seconds: startSeconds,
    character_end_times_seconds: endSeconds,
  }
}

/** An alignment as WebSocket messages have it. */
export function toAlignmentMessage({ characters, startSeconds, endSeconds }: CharacterAlignment): object {
  const startMs = startSeconds.map((seconds) => Math.round(seconds * 1000))
  return {
    chars: characters,
    charStartTimesMs: startMs,
    charDurationsMs: endSeconds.map((seconds, i) => Math.round(seconds * 1000) - startMs[i]!),
  }
}
