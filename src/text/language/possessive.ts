import type { Pronunciations } from '../markup/tree/markup-tree.ts'

const POSSESSIVE = /['’]s(?![\p{L}\p{M}\p{N}])/iuy
const SIBILANTS: ReadonlySet<string> = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH'])
const VOICELESS: ReadonlySet<string> = new Set(['P', 'T', 'K', 'F', 'TH'])

/** The length of the possessive ending that stands at a place of a text; 0 where there is none. */
export function possessiveLength(text: string, at: number): number {
  POSSESSIVE.lastIndex = at
  return POSSESSIVE.exec(text)?.[0].length ?? 0
}

/** The sounds of `…'s`: after sibilants a syllable of its own, else voiced like the sound before it (the English plural rule). */
export function addPossessive(pronunciations: Pronunciations): Pronunciations {
  const last = pronunciations.at(-1) ?? []
  const sound = last.at(-1) ?? ''
  const ending = SIBILANTS.has(sound) ? ['IH0', 'Z'] : [VOICELESS.has(sound) ? 'S' : 'Z']
  return [...pronunciations.slice(0, -1), [...last, ...ending]]
}
