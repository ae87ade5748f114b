import type { ElementNode, MarkupNode, MarkupTree } from './tree/markup-tree.ts'
import { OWN_ELEMENTS } from './tree/own-elements.ts'
import { walkMarkup } from './tree/walk-markup.ts'

/**
 * Writes a tree as markup: each tag in its plainest form, text as it is if that reads the same. Parsed with the same
 * options, it gives the same tree again, except for the places in the source. A replacement is written as the caller's own
 * words.
 */
export function printMarkup(tree: MarkupTree): string {
  const parts: string[] = []
  for (const step of walkMarkup(tree)) {
    if (step.kind === 'leaf') parts.push(printLeaf(step.node, tree.ssml))
    else if (step.kind === 'enter') parts.push(openTag(step.node, tree.ssml))
    else parts.push(`</${step.node.name}>`)
  }
  return parts.join('')
}

function printLeaf(node: Exclude<MarkupNode, ElementNode>, ssml: boolean): string {
  if (node.kind === 'respelling') return `::${node.letters}::`
  const text = node.kind === 'replaced' ? node.written : node.text
  const isDecoded = node.kind === 'text' && node.places !== undefined
  return ssml || isDecoded ? escapeText(text) : text
}

function openTag({ name, attributes }: ElementNode, ssml: boolean): string {
  const written = attributes.map(({ name: attribute, value }) => {
    if (ssml || !OWN_ELEMENTS.has(name)) return ` ${attribute}="${escapeText(value).replaceAll('"', '&quot;')}"`
    const quote = value.includes('"') ? "'" : '"'
    return ` ${attribute}=${quote}${value}${quote}`
  })
  return `<${name}${written.join('')}>`
}

/** Colons are escaped in pairs, because decoded text may hold what would read as a respelling. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('::', '&#58;&#58;')
}
