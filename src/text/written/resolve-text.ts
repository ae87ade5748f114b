import { foldCharacter } from '../characters/fold-character.ts'
import type { MarkupRun } from '../markup/tree/markup-run.ts'

/** A text with its tags, entities, replacements and aliases resolved, and without what nobody sees. */
export type ResolvedText = {
  /** In composed and compatible form (NFKC): full-width digits are digits. */
  readonly text: string
  /** The same with plain letters in the place of those that only look like them. It has other lengths. */
  readonly folded: string
  /** Offsets in the caller's text of each UTF-16 unit of `text`, and of `folded`. */
  readonly offsets: readonly number[]
  readonly foldedOffsets: readonly number[]
}

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u
const PLAIN = /^[\x20-\x7e\s]*$/
/** A letter or sign with the marks that belong to it. */
const CLUSTER = /[\s\S]\p{M}*/gu

/** Resolves the runs of a text. Tags alone part no words: what they part is read as one here, and as it is heard elsewhere. */
export function resolveRuns(runs: readonly MarkupRun[]): ResolvedText {
  const [offsets, foldedOffsets]: [number[], number[]] = [[], []]
  let text = ''
  let folded = ''
  const add = (piece: string, plain: string, offset: number): void => {
    text += piece
    folded += plain
    for (let i = 0; i < piece.length; i++) offsets.push(offset)
    for (let i = 0; i < plain.length; i++) foldedOffsets.push(offset)
  }
  for (const run of runs) {
    const { start } = run.span
    if (run.kind === 'break' || run.kind === 'edge') {
      add(' ', ' ', start)
      continue
    }
    const isExact = run.kind === 'text' && run.mapping === 'exact'
    if (PLAIN.test(run.text)) {
      for (let i = 0; i < run.text.length; i++) add(run.text[i]!, run.text[i]!, isExact ? start + i : start)
      continue
    }
    for (const { 0: cluster, index } of run.text.matchAll(CLUSTER)) {
      const offset = isExact ? start + index : start
      for (const character of cluster.normalize('NFKC')) {
        if (INVISIBLE.test(character)) continue
        add(character, foldCharacter(character) ?? character, offset)
      }
    }
  }
  return { text, folded, offsets, foldedOffsets }
}
