import { useSignal } from '@preact/signals'
import type { Key, KeyPatch } from '../../../../client/src/declaim.ts'
import { EditDialog } from './edit-dialog.tsx'
import { choiceOf, KeyRules, toKeyPatch } from './key-options.tsx'
import { typed } from './typed.ts'

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
  const save = (): Promise<unknown> => {
    const patch = toKeyPatch(choice.value, before)
    const renamed = name.value.trim() === apiKey.name ? {} : { name: name.value.trim() }
    return onSave({ ...patch, ...renamed })
  }
  const heading = (
    <>
      Change the key “{apiKey.name}” <span class="mono quiet-text">…{apiKey.hint}</span>
    </>
  )
  return (
    <EditDialog
      heading={heading}
      isComplete={name.value.trim() !== '' && choice.value.scopes.length > 0}
      onSave={save}
      onClose={onClose}
    >
      <p class="why">Programs that use it need no new key: the change counts from their next request on.</p>
      <label class="labelled">
        Name
        <input class="field" maxLength={200} {...typed(name)} />
      </label>
      <KeyRules choice={choice} />
    </EditDialog>
  )
}
