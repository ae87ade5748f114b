import type { RefObject } from 'preact'

const SHORTCUTS = [
  ['Space', 'Play or pause, outside the text'],
  ['E', 'Go to the text'],
  ['Alt+Enter', 'Go from the text to the inspector'],
  ['Escape', 'Go back from there, and from the text to the player'],
  ['Ctrl+Enter', 'Play the paragraph'],
  ['Alt+↑, Alt+↓', 'Move the paragraph'],
  ['←, →', 'Jump between words, on the waveform'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo, redo'],
  ['?', 'Show this list'],
] as const

export function ShortcutsDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keys</h2>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}
