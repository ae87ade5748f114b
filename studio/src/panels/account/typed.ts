import type { Signal } from '@preact/signals'
import type { TargetedInputEvent } from 'preact'

/** The attributes of a field whose text is a signal. */
export function typed(text: Signal<string>) {
  return {
    value: text.value,
    onInput({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void {
      text.value = currentTarget.value
    },
  }
}
