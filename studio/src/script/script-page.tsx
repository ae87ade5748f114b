import { effect, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Draft } from '../drafts.ts'
import { heard, play } from '../playback/player.ts'
import { Icon } from '../shell/icons.tsx'
import {
  addParagraph,
  closeEditor,
  type EditorKeys,
  lightWord,
  openEditor,
  restoreExplanation,
  showExplanation,
} from './editor.ts'
import { explainAmbiently } from './explanations.ts'
import { adoptDraft } from './open-draft.ts'
import { doc, selection, title } from './script-state.ts'

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

type Props = { readonly draft: Draft; readonly isShown: boolean; readonly onDelete: () => void }

/** The script, edited in place. It stays while other views are shown, so that undo reaches back. */
export function ScriptPage({ draft, isShown, onDelete }: Props) {
  const mount = useRef<HTMLDivElement>(null)
  const showsMarkup = useSignal(false)
  useEffect(() => {
    if (mount.current === null) return
    adoptDraft(draft)
    openEditor(mount.current, draft.doc, KEYS)
    const stopExplaining = explainAmbiently({ onExplained: showExplanation, onKnown: restoreExplanation })
    const stopLighting = lightWordsAsHeard()
    return () => {
      stopExplaining()
      stopLighting()
      closeEditor()
    }
  }, [draft.id])
  const characters = doc.value.children.reduce((sum, { content }) => sum + content.size, 0)
  return (
    <article class="script" hidden={!isShown}>
      <h1 class="visually-hidden">{title.value || 'Untitled'}</h1>
      <input
        class="script-title"
        aria-label="Title of the script"
        placeholder="Untitled"
        value={title.value}
        onInput={({ currentTarget }) => {
          title.value = currentTarget.value
        }}
      />
      <div ref={mount} class={showsMarkup.value ? 'editor shows-markup' : 'editor'} />
      <div class="script-foot">
        <button type="button" class="text-button" onClick={addParagraph}>
          <Icon name="plus" /> Paragraph
        </button>
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
        <span class="count">{characters.toLocaleString('en')} characters</span>
      </div>
    </article>
  )
}

/** Lights each word while it is heard, and marks its paragraph. */
function lightWordsAsHeard(): () => void {
  let lit = ''
  return effect(() => {
    const now = heard.value
    const key = now?.word === undefined ? '' : `${now.paragraphId} ${now.word.start}`
    if (key === lit) return
    lit = key
    lightWord(now?.word && { paragraphId: now.paragraphId, start: now.word.start, end: now.word.end })
  })
}
