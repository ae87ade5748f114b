import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Key, KeyPatch } from '../../../../client/src/declaim.ts'
import { Problem } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { choiceOf, KeyRules, toKeyPatch } from './key-options.tsx'

type Props = {
  readonly apiKey: Key
  readonly onSave: (patch: KeyPatch) => Promise<unknown>
  readonly onClose: () => void
}

/** Changes the name and the rules of a key. */
export function KeyEditor({ apiKey, onSave, onClose }: Props) {
  const before = choiceOf(apiKey)
  const choice = useSignal(before)
  const name = useSignal(apiKey.name)
  const task = useTask()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const patch = toKeyPatch(choice.value, before)
    const renamed = name.value.trim() === apiKey.name ? {} : { name: name.value.trim() }
    if (await task.run(() => onSave({ ...patch, ...renamed }))) dialog.current?.close()
  }
  return (
    <dialog ref={dialog} class="dialog dialog-wide" aria-labelledby="key-editor-title" onClose={onClose}>
      <form class="dialog-form" onSubmit={(event) => void save(event)}>
        <h2 id="key-editor-title">
          Change the key “{apiKey.name}” <span class="mono quiet-text">…{apiKey.hint}</span>
        </h2>
        <p class="why">Programs that use it need no new key: the change counts from their next request on.</p>
        <Problem task={task} />
        <label class="labelled">
          Name
          <input
            class="field"
            maxLength={200}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
        </label>
        <KeyRules choice={choice} />
        <div class="actions">
          <button
            type="submit"
            class="button button-primary"
            disabled={name.value.trim() === '' || choice.value.scopes.length === 0}
          >
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
