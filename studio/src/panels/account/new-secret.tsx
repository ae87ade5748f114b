import { useSignal } from '@preact/signals'
import { copyText } from '../../shell/copy-text.ts'
import { Icon } from '../../shell/icons.tsx'

type Props = {
  readonly label: string
  readonly secret: string
  /** What else to know about it. */
  readonly note?: string
  readonly onDone: () => void
}

/** A secret that the service shows only once, to be copied. */
export function NewSecret({ label, secret, note, onDone }: Props) {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await copyText(secret)
    isCopied.value = true
  }
  return (
    <section class="new-secret" aria-label={label}>
      <p role="status">
        {label}. Copy it now: it is not shown again. {note}
      </p>
      <div class="secret-line">
        <input
          class="field mono"
          readOnly
          aria-label={label}
          value={secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="button" onClick={() => void copy()}>
          <Icon name={isCopied.value ? 'check' : 'copy'} /> {isCopied.value ? 'Copied' : 'Copy'}
        </button>
        <button type="button" class="button" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  )
}
