/** Reads text or Markdown as paragraphs: what blank lines divide, or else each line. */
export function readText(content: string, { isMarkdown = false } = {}): readonly string[] {
  const text = content
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
  const blocks = /\n\s*\n/.test(text) || isMarkdown ? text.split(/\n\s*\n/) : text.split('\n')
  return blocks.flatMap((block) => (isMarkdown ? readMarkdownBlock(block) : [block]))
}

/** The text of a Markdown block without its signs; each heading and list item is a paragraph of its own. */
function readMarkdownBlock(block: string): readonly string[] {
  if (/^\s*(?:```|~~~)/.test(block) || /^\s*(?:[-*_]\s*){3,}$/.test(block)) return []
  return block.split(/\n(?=\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s))|(?<=^\s*#{1,6}\s.*)\n/).map((part) =>
    part
      .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/, '')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1/g, '$2'),
  )
}
