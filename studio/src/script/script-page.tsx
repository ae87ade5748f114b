import { effect, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { readParagraphs } from '../../../src/projects/read-script.ts'
import { play } from '../playback/player.ts'
import { keepTake } from '../playback/takes.ts'
import { showShared, writeTransaction } from '../projects/bind-editor.ts'
import { findCursor } from '../projects/cursor.ts'
import { type OpenScript, readOnly } from '../projects/open-script.ts'
import { EDITOR } from '../projects/origins.ts'
import { createScriptHistory, currentHistory, isSeparate, setCurrentHistory } from '../projects/script-history.ts'
import { Icon } from '../shell/icons.tsx'
import { addParagraph } from './edit-paragraphs.ts'
import {
  closeEditor,
  type EditorKeys,
  openEditor,
  restoreExplanation,
  restoreExplanations,
  showExplanations,
} from './editor.ts'
import { explainAmbiently } from './explanations.ts'
import { openFind } from './find-replace/find-dialog.tsx'
import { followPlayback } from './follow-playback.ts'
import { highlightWords } from './highlight-words.ts'
import { openPauses } from './pauses-dialog.tsx'
import { hasScenes } from './scenes.ts'
import { toDocument } from './script-nodes.ts'
import { doc, selection, title } from './script-state.ts'
import { focusText, takeFocusRequest } from './text-focus.ts'
import { WordCard } from './word-card.tsx'
import { selectedWords } from './words.ts'

const KEYS: EditorKeys = {
  'Mod-Enter': () => {
    void play({ paragraphId: selection.value?.paragraphId, alone: true })
    return true
  },
  Escape: () => {
    document.querySelector<HTMLElement>('.play-button')?.focus()
    return true
  },
  'Alt-Enter': () => {
    document.querySelector<HTMLElement>('.inspector :is(button, input)')?.focus()
    return true
  },
}

type Props = { readonly script: OpenScript; readonly isShown: boolean; readonly onDelete: () => void }

/** The script, edited in place. It stays while other views are shown, so that undo reaches back. */
export function ScriptPage({ script: { id, doc: shared }, isShown, onDelete }: Props) {
  const mount = useRef<HTMLDivElement>(null)
  const showsMarkup = useSignal(false)
  useEffect(() => {
    if (mount.current === null) return
    const view = openEditor(mount.current, toDocument(readParagraphs(shared)), {
      keys: KEYS,
      isEditable: () => readOnly.value === undefined,
      onEdit(transaction, before, after) {
        if (before.doc === after.doc) {
          if (isSeparate(transaction)) currentHistory()?.separate()
          return
        }
        currentHistory()?.begin(transaction, findCursor(before.doc, before.selection.head))
        writeTransaction(shared, { before: before.doc, after: after.doc, transaction })
      },
    })
    const show = (_: Uint8Array, origin: unknown): void => {
      if (origin !== EDITOR) showShared(view, shared)
    }
    shared.on('update', show)
    setCurrentHistory(createScriptHistory(shared))
    if (takeFocusRequest()) view.focus()
    restoreExplanations()
    const stopExplaining = explainAmbiently({
      onExplained: (id) => showExplanations([id]),
      onKnown: restoreExplanation,
      onLibraries: keepTake,
    })
    const stopFollowing = followPlayback()
    const stopTinting = effect(() => highlightWords('inspected', selectedWords.value))
    const stopLocking = effect(() => {
      view.setProps({ editable: () => readOnly.value === undefined })
    })
    return () => {
      shared.off('update', show)
      setCurrentHistory(undefined)
      stopLocking()
      stopExplaining()
      stopFollowing()
      stopTinting()
      closeEditor()
    }
  }, [id])
  const characters = doc.value.children.reduce((sum, { content }) => sum + content.size, 0)
  return (
    <article class="script" hidden={!isShown}>
      <h1 class="visually-hidden">{title.value || 'Untitled'}</h1>
      <textarea
        class="script-title"
        rows={1}
        aria-label="Title of the script"
        placeholder="Untitled"
        dir="auto"
        maxLength={200}
        readOnly={readOnly.value !== undefined}
        value={title.value}
        onInput={({ currentTarget }) => {
          title.value = currentTarget.value.replaceAll('\n', ' ')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          focusText()
        }}
      />
      <div ref={mount} class={showsMarkup.value ? 'editor shows-markup' : 'editor'} />
      <WordCard editor={mount} />
      <div class="script-foot">
        <button type="button" class="text-button" onClick={addParagraph}>
          <Icon name="plus" /> Paragraph
        </button>
        <button type="button" class="text-button" onClick={openFind}>
          <Icon name="search" /> Find and replace
        </button>
        {hasScenes.value && (
          <button type="button" class="text-button" onClick={openPauses}>
            <Icon name="heading" /> Pauses
          </button>
        )}
        <label class="switch">
          <input
            type="checkbox"
            checked={showsMarkup.value}
            onChange={() => {
              showsMarkup.value = !showsMarkup.value
            }}
          />
          Show markup
        </label>
        <button type="button" class="text-button" onClick={onDelete}>
          <Icon name="trash" /> Delete script
        </button>
        <span class="count">
          {characters.toLocaleString('en')} {characters === 1 ? 'character' : 'characters'}
        </span>
      </div>
    </article>
  )
}
