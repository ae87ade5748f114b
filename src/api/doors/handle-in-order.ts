/** What a connection does with messages that come faster than they are handled. */
export type InOrderOptions = {
  /** Messages that may wait before the connection is held up. */
  readonly most: number
  readonly pause: () => void
  readonly resume: () => void
  /** Is told when a message cannot be handled. Later ones are still handled. */
  readonly refuse: (error: unknown) => Promise<void>
}

/** Returns a function that handles the messages of a connection one after another. */
export function handleInOrder({
  most,
  pause,
  resume,
  refuse,
}: InOrderOptions): (handle: () => void | Promise<void>) => void {
  let waiting = 0
  let handling = Promise.resolve()
  return (handle) => {
    if (++waiting === most) pause()
    handling = handling
      .then(handle)
      .catch(refuse)
      // Whoever cannot be told any more has left.
      .catch(() => {})
      .then(() => {
        if (waiting-- === most) resume()
      })
  }
}
