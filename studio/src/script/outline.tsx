import { useSignal } from '@preact/signals'
import { TextSelection } from 'prosemirror-state'
import { Icon } from '../shell/icons.tsx'
import { startDrag } from './drag-paragraphs.ts'
import { moveParagraphsTo } from './edit-paragraphs.ts'
import { currentView } from './editor-view.ts'
import { folded, revealParagraph, toggleFold } from './fold-scenes.ts'
import { listBranch, type Scene, scenes } from './scenes.ts'
import { findParagraph, paragraphs } from './script-state.ts'

/** The scenes of the open script: a click goes there, an arrow folds, and dragging or Alt with an arrow key moves. */
export function Outline({ onJump }: { onJump: () => void }) {
  const listed = scenes.value.filter(({ level }) => level > 0)
  const said = useSignal('')
  if (listed.length === 0) return null
  return (
    <>
      <ol class="outline" aria-label="Scenes">
        {listed.map((scene) => (
          <OutlineItem
            key={scene.id}
            scene={scene}
            onJump={onJump}
            onMoved={(direction) => {
              said.value = moveScene(scene, direction)
                ? `“${scene.title}” moved ${direction === 1 ? 'down' : 'up'}`
                : ''
            }}
          />
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
    </>
  )
}

type ItemProps = {
  readonly scene: Scene
  readonly onJump: () => void
  readonly onMoved: (direction: -1 | 1) => void
}

function OutlineItem({ scene, onJump, onMoved }: ItemProps) {
  const { id, title, level, ids } = scene
  const name = title.trim() || 'Untitled scene'
  const isFolded = folded.value.has(id)
  return (
    <li class={`outline-item outline-${level}`}>
      <button
        type="button"
        class="icon-button"
        aria-label={isFolded ? `Unfold ${name}` : `Fold ${name}`}
        aria-expanded={!isFolded}
        onClick={() => toggleFold(id)}
      >
        <Icon name={isFolded ? 'folded' : 'unfolded'} />
      </button>
      <button
        type="button"
        class="outline-title"
        data-scene={id}
        dir="auto"
        title={`${name}: ${ids.size} ${ids.size === 1 ? 'paragraph' : 'paragraphs'}. Drag to move`}
        onClick={() => {
          jumpToParagraph(id)
          onJump()
        }}
        onPointerDown={(event) => startDrag(event, listBranch(id))}
        onKeyDown={(event) => {
          const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
          if (direction === undefined || !event.altKey) return
          event.preventDefault()
          onMoved(direction)
        }}
      >
        {name}
      </button>
    </li>
  )
}

/** Puts the cursor at the beginning of a paragraph, and shows it. */
function jumpToParagraph(id: string): void {
  revealParagraph(id)
  const [view, paragraph] = [currentView(), findParagraph(id)]
  if (view === undefined || paragraph === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, paragraph.position + 1)))
  view.focus()
  document.querySelector(`[data-paragraph="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'start' })
}

/** Moves a scene, with those below it, over its neighbour of the same level. False if it has none. */
function moveScene({ id, level }: Scene, direction: -1 | 1): boolean {
  const branch = listBranch(id)
  const all = paragraphs.value.map(({ attributes }) => attributes.id)
  const first = all.indexOf(id)
  if (direction === 1) {
    const next = all[first + branch.length]
    if (next === undefined || (findParagraph(next)?.attributes.level ?? 0) < level) return false
    moveParagraphsTo(branch, first + branch.length + listBranch(next).length)
    return true
  }
  const before = scenes.value.findLast((scene) => scene.first < first && scene.level > 0 && scene.level <= level)
  if (before === undefined || before.level < level) return false
  moveParagraphsTo(branch, before.first)
  return true
}
