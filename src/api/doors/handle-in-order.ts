/** What a connection does with messages that come faster than they are handled. */
export type InOrderOptions = {
  /** Messages that may wait before the connection is held up. */
  readonly most: number
  readonly pause: () => void
  readonly resume: () => void
  /** Called if a message cannot be handled. Later ones are still handled. */
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
      // The peer has left, so nobody can receive this error.
      .catch(() => {})
      .then(() => {
        if (waiting-- === most) resume()
      })
  }
}
