import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { describeError } from '../service.ts'
import { notice } from '../shell/notice.ts'
import { findCuts } from './import/cut-paragraph.ts'
import { refuseTooLong } from './import/read-script-file.ts'

/** Takes what is pasted as plain paragraphs of a length that the service speaks; refuses more than a script can hold. */
export function createPastePlugin(): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML: removeWordMarks,
      transformPasted: (slice) => new Slice(cutParagraphs(slice.content), slice.openStart, slice.openEnd),
      handlePaste: ({ state, dispatch }, _, { content }) => {
        try {
          refuseTooLong(state.doc.content.size + content.size)
          // Undo takes back what was pasted, and not also what was typed just before.
          dispatch(closeHistory(state.tr))
          return false
        } catch (error) {
          notice.value = describeError(error)
          return true
        }
      },
    },
  })
}

/** Word writes conditional comments, and bullets as text. */
function removeWordMarks(html: string): string {
  return html
    .replaceAll(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
    .replaceAll(/<!\[if !supportLists\]>[\s\S]*?<!\[endif\]>/g, '')
    .replaceAll(/<o:p>[\s\S]*?<\/o:p>/g, '')
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
