import type { Manner } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'

/** Reads a part of a token as a token of its own. */
export type ReadPart = (part: string, manner: Manner) => readonly SpokenWord[]

/** Reads one written token of a certain form without its neighbours, with `read` for its parts; undefined for any other form. */
export type PieceReader = (text: string, manner: Manner, read: ReadPart) => readonly SpokenWord[] | undefined

/** What the groups of a pattern match, in their order; empty for a group that matches nothing. */
type Groups = readonly [string, string, string, string, string, ...string[]]
/** The token, how it is read, and what reads a part of it. */
type Piece = { readonly text: string; readonly manner: Manner; readonly read: (part: string) => readonly SpokenWord[] }
/** A phrase in the notation of `say`, or phrases and words in their order. */
type Said = string | readonly (string | readonly SpokenWord[])[]

/** A reader of the tokens that a pattern matches; those that `sayGroups` says nothing for are not of the form. */
export function matching(pattern: RegExp, sayGroups: (groups: Groups, piece: Piece) => Said | undefined): PieceReader {
  return (text, manner, read) => {
    const match = pattern.exec(text)
    if (match === null) return undefined
    const groups = match.slice(1).map((group) => group ?? '') as string[] as unknown as Groups
    const said = sayGroups(groups, { text, manner, read: (part) => read(part, manner) })
    if (said === undefined) return undefined
    return typeof said === 'string' ? say(said) : said.flatMap((part) => (typeof part === 'string' ? say(part) : part))
  }
}
