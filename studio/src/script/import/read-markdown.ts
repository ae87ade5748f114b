import MarkdownIt from 'markdown-it'
import type { Block } from './blocks.ts'
import { readHtml } from './read-html.ts'
import { takeTurns } from './take-turns.ts'

/** Reads Markdown as the parts of a document. Code, footnotes and the data at the top of a page are left out. */
export async function readMarkdown(content: string): Promise<readonly Block[]> {
  const markdown = content
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    // A note goes on in the indented lines below it.
    .replaceAll(/^\[\^[^\]]+\]:.*(?:\n(?:[ \t]+\S.*|[ \t]*(?=\n[ \t]+\S)))*/gm, '')
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .replaceAll(/^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm, '')
  await takeTurns()
  const html = new MarkdownIt({ html: true }).render(markdown).replaceAll(/<img\b[^>]*>/g, '')
  await takeTurns()
  return readHtml(html)
}
