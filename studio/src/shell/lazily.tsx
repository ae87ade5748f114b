import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { notice } from './notice.ts'

/** A component that few visitors see. Its code is loaded when it is shown for the first time. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  return function Lazy(props: Props) {
    useEffect(() => {
      if (loaded.peek() !== undefined) return
      load().then(
        (component) => {
          loaded.value = component
        },
        () => {
          notice.value = 'A part of this page could not be loaded. Check the connection, then reload the page.'
        },
      )
    }, [])
    const Shown = loaded.value
    return Shown === undefined ? null : <Shown {...props} />
  }
}
