import { findSsmlRule, findTextRule } from './ssml/ssml-elements.ts'
import { MarkupWarnings } from './tokens/markup-warnings.ts'
import { type MarkupOptions, tokenizeMarkup } from './tokens/tokenize-markup.ts'
import type { MarkupTree } from './tree/markup-tree.ts'
import { TreeBuilder } from './tree/tree-builder.ts'

/**
 * Understands the markup in the caller's text. HTML outside SSML is dropped with a warning, and so are tags of
 * SSML that do not act. Takes time in proportion to its length and needs no call stack.
 * Throws MarkupSyntaxError, with the place, for markup that is unclosed, wrongly nested, cut through a word or
 * without a usable value.
 */
export function parseMarkup(source: string, options: MarkupOptions): MarkupTree {
  const warnings = new MarkupWarnings()
  const findRule = options.ssml || options.door !== undefined ? findSsmlRule : findTextRule
  const builder = new TreeBuilder(findRule, warnings)
  for (const token of tokenizeMarkup(source, { ...options, warnings })) {
    if (token.kind === 'text') builder.text(token)
    else if (token.kind === 'respelling') builder.respelling(token)
    else if (token.kind === 'open') builder.open(token)
    else builder.close(token)
  }
  return Object.freeze({ source, ssml: options.ssml, children: builder.finish(), warnings: warnings.list() })
}
