import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { separate } from '../projects/script-history.ts'
import { describeError } from '../service.ts'
import { notice } from '../shell/notice.ts'
import { toLines } from './import/blocks.ts'
import { findCuts } from './import/cut-paragraph.ts'
import { importOptions } from './import/import-options.ts'
import { readHtml } from './import/read-html.ts'
import { refuseTooLong } from './import/read-script-file.ts'

/** Takes what is pasted as plain paragraphs of a length that the service speaks; refuses more than a script can hold. */
export function createPastePlugin(): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML: toParagraphs,
      transformPasted: (slice) => new Slice(cutParagraphs(slice.content), slice.openStart, slice.openEnd),
      handlePaste: ({ state, dispatch }, { clipboardData }, { content }) => {
        if (content.size === 0 && (clipboardData?.files.length ?? 0) > 0) {
          notice.value = 'A script has no pictures or files. Drop a document on the page to import it.'
          return true
        }
        try {
          refuseTooLong(state.doc.content.size + content.size)
          // Undo takes back what was pasted, and not also what was typed just before.
          dispatch(separate(state.tr))
          return false
        } catch (error) {
          notice.value = describeError(error)
          return true
        }
      },
    },
  })
}

/** Brings HTML of other programs into the form of paragraphs: headings, a paragraph for each list and table row, and nothing that was deleted. */
function toParagraphs(html: string): string {
  if (html.includes('data-pm-slice')) return html.replaceAll(/(<[a-z][^>]*?\s)style(\s*=)/gi, '$1data-style$2')
  const blocks = readHtml(html)
  const [only] = blocks
  // A few words go into the paragraph with the cursor, with the spaces around them.
  if (blocks.length === 1 && only?.kind === 'paragraph' && !/<(?:p|div|h\d|li|td|blockquote)\b/i.test(html))
    return escapeText(only.text.replaceAll(/\s+/g, ' '))
  return toLines(blocks, importOptions.value)
    .map(({ text, level = 0, isSilent = false, pause }) => {
      const attributes = JSON.stringify({ level, isSilent, ...(pause !== undefined && { pause }) })
      return `<p data-paragraph="${escapeText(attributes)}">${escapeText(text)}</p>`
    })
    .join('')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Long paragraphs are cut at sentences; empty ones between others go. */
function cutParagraphs(content: Fragment): Fragment {
  if (content.firstChild?.isText) return content
  const nodes: Node[] = []
  content.forEach((node, _, index) => {
    const isAtAnEnd = index === 0 || index === content.childCount - 1
    if (node.textContent.trim() === '' && !isAtAnEnd) return
    let start = 0
    for (const end of findCuts(node.textContent)) {
      nodes.push(start === 0 && end === node.content.size ? node : node.cut(start, end))
      start = end
    }
  })
  return Fragment.from(nodes)
}
