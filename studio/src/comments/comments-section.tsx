import { computed, effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Comment } from '../../../client/src/declaim.ts'
import { locateAnchors, type Place } from '../../../src/projects/anchors.ts'
import { openDocument, openScriptId, sendScript } from '../projects/open-script.ts'
import { selectWords } from '../script/edit-words.ts'
import { currentView, toPositions } from '../script/editor-view.ts'
import { revealParagraph } from '../script/fold-scenes.ts'
import { doc, paragraphNumbers, selection } from '../script/script-state.ts'
import { focusText } from '../script/text-focus.ts'
import { declaim, describeError, may } from '../service.ts'
import { confirm } from '../shell/confirm-dialog.tsx'
import { CommentList } from './comment-list.tsx'
import { type CommentSource, type ShownComment, sortComments } from './comment-source.ts'
import { comments, draft, loadComments } from './comments.ts'
import { markCommented } from './mark-comments.ts'

/** Words are searched for again when nothing was written for so long. */
const LOCATE_MS = 250

/** Where the words of comments are in the script as this page has it. */
const places = signal<ReadonlyMap<string, Place>>(new Map())

const shown = computed<readonly ShownComment[]>(() =>
  sortComments(
    comments.value.map((comment) => ({ ...comment, place: places.value.get(comment.comment_id) })),
    paragraphNumbers.value,
  ),
)

const currentId = computed(() => {
  const chosen = selection.value
  if (chosen === undefined) return undefined
  const isTouched = ({ place }: ShownComment): boolean =>
    place?.paragraphId === chosen.paragraphId && place.start <= chosen.end && chosen.start <= place.end
  return shown.value.find((comment) => comment.resolved_at === null && isTouched(comment))?.comment_id
})

/** The comments on the open script. Those that others write appear by themselves. */
export function CommentsSection() {
  useEffect(followWords, [])
  return <CommentList source={source} />
}

const source: CommentSource = {
  comments: shown,
  draft,
  currentId,
  get mayComment() {
    return may('projects:comment')
  },
  async add({ paragraphId, start, end, quote }, text) {
    // The service has to have the words.
    await sendScript()
    await declaim.projects.comment(openScriptId.value, { paragraph_id: paragraphId, start, end, quote, text })
    await loadComments()
  },
  async reply(id, text) {
    await declaim.projects.reply(openScriptId.value, id, text)
    await loadComments()
  },
  async resolve(id, isResolved) {
    await (isResolved
      ? declaim.projects.resolveComment(openScriptId.value, id)
      : declaim.projects.reopenComment(openScriptId.value, id))
    await loadComments()
  },
  async remove(id) {
    const thread = comments.value.find(({ comment_id }) => comment_id === id)
    if (!(await confirm(askToDelete(thread)))) return
    await declaim.projects.deleteComment(openScriptId.value, id)
    await loadComments()
  },
  show(place) {
    revealParagraph(place.paragraphId)
    selectWords(place)
    focusText()
  },
  leave: focusText,
  describeError,
}

function askToDelete(thread: Comment | undefined): Parameters<typeof confirm>[0] {
  const replies = thread?.replies.length ?? 0
  const text = replies > 0 ? 'The replies to it are deleted too.' : 'It cannot be brought back.'
  return { title: thread === undefined ? 'Delete this reply?' : 'Delete this comment?', text, action: 'Delete' }
}

/** Follows the words of comments while people write, and marks them, until the returned function is called. */
function followWords(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const locate = (): void => {
    const shared = openDocument()
    const all = comments.peek()
    const found =
      shared === undefined
        ? []
        : locateAnchors(
            shared,
            all.map(({ anchor }) => anchor),
          )
    places.value = new Map(
      all.flatMap(({ comment_id }, index) => (found[index] === undefined ? [] : [[comment_id, found[index]]])),
    )
  }
  const stopLocating = effect(() => {
    void comments.value
    locate()
  })
  const stopWaiting = effect(() => {
    void doc.value
    clearTimeout(timer)
    timer = setTimeout(locate, LOCATE_MS)
  })
  const stopMarking = effect(() => {
    const commented = shown.value.flatMap(({ place, resolved_at }) =>
      place === undefined || resolved_at !== null ? [] : [place],
    )
    markCommented([...commented, ...(draft.value === undefined ? [] : [draft.value])].flatMap(toRange))
  })
  return () => {
    clearTimeout(timer)
    for (const stop of [stopLocating, stopWaiting, stopMarking]) stop()
    markCommented([])
  }
}

function toRange(place: Place): readonly Range[] {
  const [view, positions] = [currentView(), toPositions(place)]
  if (view === undefined || positions === undefined) return []
  const range = new Range()
  const [from, to] = [view.domAtPos(positions[0], 1), view.domAtPos(positions[1], -1)]
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset)
  return [range]
}
