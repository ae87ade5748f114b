import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

type Question = {
  readonly title: string
  /** What cannot be taken back. */
  readonly text: string
  /** The button that does it. */
  readonly action: string
}

const asked = signal<(Question & { readonly answer: (isSure: boolean) => void }) | undefined>(undefined)

/** Asks before something that cannot be taken back. Resolves with whether the person is sure. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isSure: boolean): void => {
      asked.value = undefined
      resolve(isSure)
    }
    asked.value = { ...question, answer }
  })
}

export function ConfirmDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const question = asked.value
  useEffect(() => {
    if (question !== undefined) dialog.current?.showModal()
  }, [question])
  if (question === undefined) return null
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="question-title"
      aria-describedby="question-text"
      onClose={() => question.answer(false)}
    >
      <h2 id="question-title">{question.title}</h2>
      <p id="question-text">{question.text}</p>
      <div class="actions">
        <button type="button" class="button" onClick={() => question.answer(true)}>
          {question.action}
        </button>
        <button type="button" class="button" autofocus onClick={() => question.answer(false)}>
          Cancel
        </button>
      </div>
    </dialog>
  )
}
