import type { SegmentWord } from '../../synthesis-plan.ts'
import type { WordSeconds } from '../word-spans/set-pauses.ts'
import { flitePhone } from './flite-phone.ts'
import type { SpokenPhone } from './parse-phone-ends.ts'

/** A word as Flite spoke it: its start and end, and the end of each of its phones. */
export type FliteWord = WordSeconds & { readonly phoneEnds: readonly number[] }

/** Times each word by counting its phones. Throws if Flite did not speak exactly the requested phones. */
export function timeWords(words: readonly SegmentWord[], spoken: readonly SpokenPhone[]): readonly FliteWord[] {
  const phones = spoken.filter(({ name }) => name !== 'pau')
  let next = 0
  const spans = words.map(({ phonemes }) => {
    const own = phones.slice(next, next + phonemes.length)
    next += phonemes.length
    if (!phonemes.every((phoneme, index) => isSpokenAs(phoneme, own[index]))) throw misspoken(phones.length, words)
    const phoneEnds = own.map(({ endSeconds }) => endSeconds)
    return { startSeconds: own[0]!.startSeconds, endSeconds: phoneEnds.at(-1)!, phoneEnds }
  })
  if (next !== phones.length) throw misspoken(phones.length, words)
  return spans
}

function isSpokenAs(phoneme: string, phone: SpokenPhone | undefined): boolean {
  return phone?.name === flitePhone(phoneme).replace(/\d$/, '')
}

function misspoken(spokenCount: number, words: readonly SegmentWord[]): Error {
  const wanted = words.reduce((count, { phonemes }) => count + phonemes.length, 0)
  return new Error(`Cannot time words: Flite was given ${wanted} phones and spoke ${spokenCount} that do not match`)
}
