import { separate } from '../../projects/script-history.ts'
import { currentView } from '../editor-view.ts'
import { scriptSchema } from '../schema.ts'
import { findParagraph } from '../script-state.ts'
import type { Match } from './find-text.ts'

/** Replaces matches by a text, in one step. The text has the delivery of what it replaces, and not its respelling. */
export function replaceMatches(matches: readonly Match[], replacement: string): void {
  change(matches, (tr, { from, to, marks }) => {
    if (replacement === '') tr.delete(from, to)
    else
      tr.replaceWith(
        from,
        to,
        scriptSchema.text(
          replacement,
          marks.filter(({ type }) => type.name !== 'respell'),
        ),
      )
  })
}

/** Gives matches a respelling, in one step. */
export function respellMatches(matches: readonly Match[], respelling: string): void {
  const type = scriptSchema.marks.respell!
  change(matches, (tr, { from, to }) =>
    tr.removeMark(from, to, type).addMark(from, to, type.create({ value: respelling })),
  )
}

type View = NonNullable<ReturnType<typeof currentView>>
type Transaction = View['state']['tr']
type Range = {
  readonly from: number
  readonly to: number
  readonly marks: Parameters<typeof scriptSchema.text>[1] & object
}

function change(matches: readonly Match[], edit: (tr: Transaction, range: Range) => unknown): void {
  const view = currentView()
  if (view === undefined) return
  const { tr } = view.state
  for (const { paragraphId, start, end } of matches) {
    const paragraph = findParagraph(paragraphId)
    if (paragraph === undefined) continue
    const [from, to] = [start, end].map((offset) => tr.mapping.map(paragraph.position + 1 + offset))
    edit(tr, { from: from!, to: to!, marks: paragraph.node.childAfter(start).node?.marks ?? [] })
  }
  if (tr.docChanged) view.dispatch(separate(tr))
}
