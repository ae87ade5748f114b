import { MarkupWarnings } from '../markup/tokens/markup-warnings.ts'
import { type MarkupOptions, tokenizeMarkup } from '../markup/tokens/tokenize-markup.ts'

/**
 * Returns the closing tags that an unfinished text lacks. Throws MarkupSyntaxError for a broken tag. Elements that are closed in
 * the wrong order are left to the parser.
 */
export function closingTagsOf(text: string, options: MarkupOptions): string {
  if (!text.includes('<')) return ''
  const open: string[] = []
  for (const token of tokenizeMarkup(text, { ...options, warnings: new MarkupWarnings() })) {
    if (token.kind === 'open' && !token.selfClosing) open.push(token.name)
    else if (token.kind === 'close' && open.at(-1) === token.name) open.pop()
  }
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}
