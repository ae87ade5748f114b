/** Texts longer than this are cut at the end of a sentence; plans limit what one paragraph may hold. */
const LONGEST_PARAGRAPH = 900

export type ImportedScript = { readonly title: string; readonly paragraphs: readonly string[] }

/** Reads a text or Markdown file as paragraphs: what blank lines divide, or else each line. */
export function readScriptFile(name: string, content: string): ImportedScript {
  const isMarkdown = /\.(?:md|markdown)$/i.test(name)
  const text = content
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
  const blocks = /\n\s*\n/.test(text) || isMarkdown ? text.split(/\n\s*\n/) : text.split('\n')
  const paragraphs = blocks
    .flatMap((block) => (isMarkdown ? readMarkdownBlock(block) : [block]))
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())
    .filter((block) => block !== '')
    .flatMap(cutParagraph)
  return { title: name.replace(/\.\w+$/, ''), paragraphs }
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

function cutParagraph(paragraph: string): readonly string[] {
  if (paragraph.length <= LONGEST_PARAGRAPH) return [paragraph]
  const end = paragraph.slice(0, LONGEST_PARAGRAPH).search(/[.!?]["')\]]*\s(?!.*[.!?]["')\]]*\s)/)
  const cut = end === -1 ? paragraph.lastIndexOf(' ', LONGEST_PARAGRAPH) : end + 1
  const place = cut <= 0 ? LONGEST_PARAGRAPH : cut
  return [paragraph.slice(0, place).trim(), ...cutParagraph(paragraph.slice(place).trim())]
}
