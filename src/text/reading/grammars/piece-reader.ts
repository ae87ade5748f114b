import type { Manner } from '../scene.ts'
import type { SpokenWord } from '../spoken-word.ts'

/** Reads a part of a token as a token of its own. */
export type ReadPart = (part: string, manner: Manner) => readonly SpokenWord[]

/** Reads one written token of a certain form without its neighbours, with `read` for its parts; undefined for any other form. */
export type PieceReader = (text: string, manner: Manner, read: ReadPart) => readonly SpokenWord[] | undefined
