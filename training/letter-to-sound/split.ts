import { readFileSync } from 'node:fs'
import { dictionary } from 'cmu-pronouncing-dictionary'

/** A word of CMUdict with all its pronunciations, stress digits included. */
export type LexiconEntry = { readonly word: string; readonly pronunciations: readonly (readonly string[])[] }

export type SplitLexicon = { readonly train: readonly LexiconEntry[]; readonly heldOut: readonly LexiconEntry[] }

/**
 * Every word of CMUdict in letters and apostrophes, names and inflected forms included, in two parts. A word is held out
 * where its FNV-1a hash is divisible by 10, so the parts are the same on every machine and in every order.
 */
export function splitLexicon(isHeldOut: (word: string) => boolean = isOfTheTenth): SplitLexicon {
  const entries = new Map<string, string[][]>()
  for (const [key, value] of Object.entries(dictionary)) {
    const word = key.replace(/\(\d+\)$/, '')
    if (!/^[a-z'-]+$/.test(word) || word.includes('-')) continue
    const phonemes = value.split('#')[0]!.trim().split(' ')
    const pronunciations = entries.get(word)
    if (pronunciations === undefined) entries.set(word, [phonemes])
    else pronunciations.push(phonemes)
  }
  const train: LexiconEntry[] = []
  const heldOut: LexiconEntry[] = []
  for (const [word, pronunciations] of entries) (isHeldOut(word) ? heldOut : train).push({ word, pronunciations })
  return { train, heldOut }
}

/** A test for the words of a file, one a line; lines that begin with `#` say what they are. */
export function listedIn(path: string): (word: string) => boolean {
  const lines = readFileSync(path, 'utf8').split('\n')
  const words = new Set(lines.filter((line) => !line.startsWith('#')))
  return (word) => words.has(word)
}

/** Whether a word belongs to the tenth that is never trained on. */
export function isOfTheTenth(word: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0
  return hash % 10 === 0
}
