import type { RefObject } from 'preact'

const SHORTCUTS = [
  [['Space'], 'Play or pause, outside the text'],
  [['Ctrl+Enter'], 'Play the paragraph'],
  [['E'], 'Go to the text'],
  [['Alt+Enter'], 'Go from the text to the inspector'],
  [['Escape'], 'Go back to the text, then to the player'],
  [['Alt+↑', 'Alt+↓'], 'Move the paragraph'],
  [['←', '→'], 'Jump between words, on the waveform'],
  [['Ctrl+H'], 'Find and replace'],
  [['Ctrl+Alt+M'], 'Comment on the selected words'],
  [['Ctrl+Alt+1'], 'Make a heading, of level 1 to 3; 0 for none'],
  [['Ctrl+Z', 'Ctrl+Shift+Z'], 'Undo, redo'],
  [['?'], 'Show this list'],
] as const

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A key as this computer's keyboard names it. */
function nameKey(keys: string): string {
  return isMac ? keys.replace('Ctrl+', '⌘').replace('Shift+', '⇧').replace('Alt+', '⌥') : keys
}

export function ShortcutsDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} class="dialog dialog-wide" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((one) => (
                <kbd key={one}>{nameKey(one)}</kbd>
              ))}
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
