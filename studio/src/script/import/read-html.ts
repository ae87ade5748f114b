import { type Block, tidy } from './blocks.ts'

/** What is on a page and is no text of it. */
const LEFT_OUT = [
  'script, style, head, title, template, noscript, svg, math, button, input, select, textarea, iframe, object',
  // Changes that were deleted, and text that is struck out.
  'del, s, strike',
  // Comments and notes of Word, and what refers to them.
  '.MsoCommentReference, .MsoCommentText, .MsoFootnoteReference, .MsoEndnoteReference, .MsoFootnoteText, .MsoEndnoteText',
  // Notes at the end, as Word files and Google Docs have them.
  'li[id^="footnote-"], li[id^="endnote-"], li[id^="comment-"], sup > a, a[href^="#ftnt"], a[href^="#cmnt"]',
  '[hidden], [aria-hidden="true"]',
].join(', ')

const STRUCK_OUT = /text-decoration(?:-line)?\s*:[^;]*line-through/i
const HIDDEN = /display\s*:\s*none|mso-hide\s*:\s*all|mso-element\s*:\s*(?:comment|footnote|endnote)/i

/** Elements that begin a block of their own. */
const BLOCKS =
  'p, div, section, article, main, header, footer, aside, figure, figcaption, address, li, dt, dd, dl, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6, hr'
const HEADING = /^H([1-6])$/

/** Reads HTML, of a file or the clipboard, as the parts of a document. Deleted text, comments and footnotes are left out. */
export function readHtml(html: string): readonly Block[] {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = element.getAttribute('data-style') ?? ''
    if (STRUCK_OUT.test(style) || HIDDEN.test(style)) removeNote(element)
  }
  for (const element of body.querySelectorAll(LEFT_OUT)) removeNote(element)
  for (const element of body.querySelectorAll('sup')) writeSuperscript(element)
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  return readBlocks(body)
}

/**
 * Styles would be applied while the page is parsed, which its security policy forbids. They stay readable as data. Conditional comments of
 * Word hold bullets and marks.
 */
function withoutStyles(html: string): string {
  return html
    .replaceAll(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
    .replaceAll(/<!\[if !supportLists\]>[\s\S]*?<!\[endif\]>/g, '')
    .replaceAll(/<!\[if !supportFootnotes\]>[\s\S]*?<!\[endif\]>/g, '')
    .replaceAll(/<style[\s\S]*?<\/style>/gi, '')
    .replaceAll(/<o:p>[\s\S]*?<\/o:p>/g, '')
    .replaceAll(/(<[a-z][^>]*?\s)style(\s*=)/gi, '$1data-style$2')
}

/** Removes a note, with the paragraph that has nothing else: a note at the end begins with the mark that refers to it. */
function removeNote(element: Element): void {
  const isMark = element instanceof HTMLAnchorElement && /^#(?:ftnt|cmnt)_ref/.test(element.getAttribute('href') ?? '')
  const note = isMark ? element.closest('div, p, li') : null
  ;(note ?? element).remove()
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+-', (sign, index) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'[index]!]),
)
const UNIT = /(?:^|[^\p{L}])(?:[cmkd]?m|ft|in|yd|mi)$/u

/** Powers stay, as the signs that are read so; other digits refer to notes. Ordinals such as "1st" are text. */
function writeSuperscript(element: Element): void {
  const text = element.textContent.trim()
  if (!/^\[?[-+*†‡\d]+\]?$/.test(text)) return
  const before = textBefore(element)
  const isPower = /\d\)?$/.test(before) || (UNIT.test(before) && /^[23]$/.test(text))
  element.replaceWith(isPower ? Array.from(text, (sign) => SUPERSCRIPTS[sign] ?? '').join('') : '')
}

function textBefore(element: Element): string {
  const block = element.closest('p, li, td, th, div, h1, h2, h3, h4, h5, h6') ?? element.parentElement
  if (block === null) return ''
  const range = element.ownerDocument.createRange()
  range.setStart(block, 0)
  range.setEndBefore(element)
  return range.toString()
}

/** The blocks inside an element, in order. Text between blocks is a paragraph. */
function readBlocks(parent: Element): readonly Block[] {
  const blocks: Block[] = []
  let text = ''
  const flush = (): void => {
    for (const part of text.split(/\n\s*\n/)) if (tidy(part) !== '') blocks.push({ kind: 'paragraph', text: part })
    text = ''
  }
  const walk = (node: Node): void => {
    if (!(node instanceof Element)) {
      text += node.nodeType === Node.TEXT_NODE ? node.textContent : ''
    } else if (node.matches(BLOCKS)) {
      flush()
      blocks.push(...readBlock(node))
    } else if (node.querySelector(BLOCKS) === null) text += node.textContent
    else for (const child of node.childNodes) walk(child)
  }
  for (const child of parent.childNodes) walk(child)
  flush()
  return blocks
}

function readBlock(element: Element): readonly Block[] {
  const level = HEADING.exec(element.tagName)?.[1] ?? headingOfWord(element)
  if (level !== undefined) {
    const text = element.textContent
    return tidy(text) === '' ? [] : [{ kind: 'heading', level: Number(level), text }]
  }
  switch (element.tagName) {
    case 'UL':
    case 'OL':
      return readList(element)
    case 'TABLE':
      return readTable(element as HTMLTableElement)
    case 'BLOCKQUOTE':
      return readBlocks(element).map((block) => (block.kind === 'paragraph' ? { ...block, kind: 'quote' } : block))
    case 'PRE':
    case 'HR':
      return element.tagName === 'HR' ? [] : [{ kind: 'paragraph', text: element.textContent }]
    default:
      return readBlocks(element)
  }
}

/** The clipboard of Word has headings as paragraphs with a class or an outline level. */
function headingOfWord(element: Element): string | undefined {
  if (element.tagName !== 'P') return undefined
  if (/\bMsoTitle\b/.test(element.className)) return '1'
  return (
    /\bMsoHeading([1-6])\b/.exec(element.className)?.[1] ??
    /mso-outline-level:\s*([1-6])/.exec(element.getAttribute('data-style') ?? '')?.[1]
  )
}

/** A list is one block, with the items of the lists inside it. */
function readList(list: Element): readonly Block[] {
  const items: string[] = []
  const collect = (parent: Element): void => {
    for (const item of parent.children) {
      if (item.matches('ul, ol')) collect(item)
      else {
        const inner = [...item.querySelectorAll(':scope > ul, :scope > ol')]
        for (const one of inner) one.remove()
        if (tidy(item.textContent) !== '') items.push(item.textContent)
        for (const one of inner) collect(one)
      }
    }
  }
  collect(list)
  return items.length === 0 ? [] : [{ kind: 'list', items }]
}

/** Rows of cells. A table of one column, or in which tables are, only places things on the page. */
function readTable(table: HTMLTableElement): readonly Block[] {
  const isLayout = table.querySelector('table') !== null || [...table.rows].every(({ cells }) => cells.length <= 1)
  if (isLayout) return [...table.rows].flatMap(({ cells }) => [...cells].flatMap(readBlocks))
  const rows = [...table.rows].map(({ cells }) => [...cells].map((cell) => tidy(cell.textContent)))
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  return filled.length === 0 ? [] : [{ kind: 'table', rows: filled }]
}
