import type { Pronunciations } from '../markup/tree/markup-tree.ts'
import { matchAt } from '../match-at.ts'

const POSSESSIVE = /['’]s(?![\p{L}\p{M}\p{N}])/iuy
const SIBILANTS: ReadonlySet<string> = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH'])
const VOICELESS: ReadonlySet<string> = new Set(['P', 'T', 'K', 'F', 'TH', 'S', 'SH', 'CH'])

/** The sounds of -s and -'s after a phone: a syllable of its own after sibilants, else voiced like the phone before it. */
export function soundsOfS(last: string): readonly string[] {
  if (SIBILANTS.has(last)) return ['IH0', 'Z']
  return VOICELESS.has(last) ? ['S'] : ['Z']
}

/** The sounds of -ed and -'d after a phone: a syllable of its own after T and D, else voiced like the phone before it. */
export function soundsOfD(last: string): readonly string[] {
  if (last === 'T' || last === 'D') return ['IH0', 'D']
  return VOICELESS.has(last) ? ['T'] : ['D']
}

/** The length of the possessive ending that is at a place of a text; 0 if there is none. */
export function possessiveLength(text: string, at: number): number {
  return matchAt(POSSESSIVE, text, at)?.[0].length ?? 0
}

/** Adds the sounds of `'s` to the last word. */
export function addPossessive(pronunciations: Pronunciations): Pronunciations {
  const last = pronunciations.at(-1) ?? []
  return [...pronunciations.slice(0, -1), [...last, ...soundsOfS(last.at(-1) ?? '')]]
}
