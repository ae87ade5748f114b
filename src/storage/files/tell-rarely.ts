const INTERVAL_MS = 60_000

/** Reports errors at most once a minute, because a disk that fails does so for every file. */
export function tellRarely(tell: (error: unknown) => void): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = Date.now()
    if (now - toldAt < INTERVAL_MS) return
    toldAt = now
    tell(error)
  }
}
