/** A call that a thread did not answer because it died or hung; `cause` says why if that is known. */
export class ThreadDeathError extends Error {
  override readonly name = 'ThreadDeathError'
}

/** A call to threads that were closed. */
export class ThreadsClosedError extends Error {
  override readonly name = 'ThreadsClosedError'
}
