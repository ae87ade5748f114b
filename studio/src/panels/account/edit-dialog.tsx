import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Problem } from '../panel.tsx'
import { useTask } from '../use-task.ts'

type Props = {
  readonly heading: ComponentChildren
  readonly isComplete: boolean
  /** The dialog stays open, and says why, if it rejects. */
  readonly onSave: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog that changes something: its fields, and buttons to save them or to leave everything as it is. */
export function EditDialog({ heading, isComplete, onSave, onClose, children }: Props) {
  const task = useTask()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await task.run(onSave)) dialog.current?.close()
  }
  return (
    <dialog ref={dialog} class="dialog dialog-wide" aria-labelledby={id} onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void save(event)}>
        <h2 id={id}>{heading}</h2>
        <Problem task={task} />
        {children}
        <div class="actions">
          <button type="submit" class="button button-primary" disabled={!isComplete}>
            Save
          </button>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
