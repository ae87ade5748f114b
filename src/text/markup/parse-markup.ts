import { SSML_ELEMENTS } from './ssml/ssml-elements.ts'
import { MarkupWarnings } from './tokens/markup-warnings.ts'
import { type MarkupOptions, tokenizeMarkup } from './tokens/tokenize-markup.ts'
import type { MarkupTree } from './tree/markup-tree.ts'
import { OWN_ELEMENTS } from './tree/own-elements.ts'
import { TreeBuilder } from './tree/tree-builder.ts'

/**
 * Understands the markup in the caller's text. HTML outside SSML is dropped with a warning. Takes time in proportion to its length and needs no call stack.
 * Throws MarkupSyntaxError, with the place, for markup that is unclosed, wrongly nested, cut through a word or
 * without a usable value.
 */
export function parseMarkup(source: string, options: MarkupOptions): MarkupTree {
  const builder = new TreeBuilder(options.ssml ? SSML_ELEMENTS : OWN_ELEMENTS)
  const warnings = new MarkupWarnings()
  for (const token of tokenizeMarkup(source, { ...options, warnings })) {
    if (token.kind === 'text') builder.text(token)
    else if (token.kind === 'respelling') builder.respelling(token)
    else if (token.kind === 'open') builder.open(token)
    else builder.close(token)
  }
  return Object.freeze({ source, ssml: options.ssml, children: builder.finish(), warnings: warnings.list() })
}
