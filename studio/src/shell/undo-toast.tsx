import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type OutsideChange, outsideChange } from '../script/undo-outside.ts'
import { Icon } from './icons.tsx'

const SHOWN_MS = 12_000

/** Offers to take back what was done outside the text. It goes after a while, but not from under a pointer or the focus. */
export function UndoToast() {
  const dismissed = useSignal<OutsideChange | undefined>(undefined)
  const isHeld = useSignal(false)
  const change = outsideChange.value
  useEffect(() => {
    if (change === undefined || isHeld.value) return
    const timer = setTimeout(() => {
      dismissed.value = change
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [change, isHeld.value])
  const hold = (held: boolean) => (): void => {
    isHeld.value = held
  }
  const undo = (): void => {
    isHeld.value = false
    outsideChange.value = undefined
    void change?.undo()
  }
  return (
    <div class="toast-place" role="status">
      {change !== undefined && change !== dismissed.value && (
        <p
          class="toast"
          onPointerEnter={hold(true)}
          onPointerLeave={hold(false)}
          onFocusIn={hold(true)}
          onFocusOut={hold(false)}
        >
          <span>{change.label}</span>
          <button type="button" class="button" onClick={undo}>
            Undo
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Dismiss"
            onClick={() => {
              isHeld.value = false
              dismissed.value = change
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  )
}
