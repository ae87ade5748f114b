import type { Paragraph } from '../script-state.ts'

export type FindOptions = { readonly matchesCase: boolean; readonly isWholeWord: boolean }

/** A place of the script with the text that is looked for, in UTF-16 units of its paragraph. */
export type Match = { readonly paragraphId: string; readonly start: number; readonly end: number }

/** Finds a text in paragraphs, in order. Matches do not overlap. */
export function findText(
  paragraphs: readonly Pick<Paragraph, 'node' | 'attributes'>[],
  wanted: string,
  { matchesCase, isWholeWord }: FindOptions,
): readonly Match[] {
  if (wanted === '') return []
  const signs = wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  // A letter or digit beside it belongs to the same word.
  const pattern = isWholeWord ? String.raw`(?<![\p{L}\p{N}\p{M}])${signs}(?![\p{L}\p{N}\p{M}])` : signs
  const search = new RegExp(pattern, matchesCase ? 'gu' : 'giu')
  return paragraphs.flatMap(({ node, attributes }) =>
    Array.from(node.textContent.matchAll(search), ({ index, 0: found }) => ({
      paragraphId: attributes.id,
      start: index,
      end: index + found.length,
    })),
  )
}
