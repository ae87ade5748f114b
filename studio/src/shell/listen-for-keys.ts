import { beginComment } from '../comments/comments.ts'
import { playFromCursor } from '../playback/play-from-cursor.ts'
import { readOnly } from '../projects/open-script.ts'
import { openFind } from '../script/find-replace/find-dialog.tsx'

/** Has the page obey the keys that nothing else wants, until the returned function is called. */
export function listenForKeys(showShortcuts: () => void): () => void {
  const listen = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    if (event.key === 'Escape' && target.closest('.inspector, .paragraph-head') !== null) focusScript()
    const takesText = target.closest('input, select, textarea, dialog, [contenteditable="true"]') !== null
    const takesSpace = takesText || target.closest('button, a, summary, [role="slider"]') !== null
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
    if (isCommand && event.key.toLowerCase() === 'h') {
      event.preventDefault()
      if (readOnly.value === undefined) openFind()
      return
    }
    // Alt makes another character of the letter on some keyboards.
    if ((event.ctrlKey || event.metaKey) && event.altKey && event.code === 'KeyM') {
      event.preventDefault()
      beginComment()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' && !takesSpace) playFromCursor()
    else if (event.key === '?' && !takesText) showShortcuts()
    else if (event.key === 'e' && !takesText) focusScript()
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

function focusScript(): void {
  document.querySelector<HTMLElement>('.ProseMirror')?.focus()
}
