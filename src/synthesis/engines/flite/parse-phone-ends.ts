/** A phone as Flite spoke it; `pau` is a pause. Times are seconds from the start. */
export type SpokenPhone = { readonly name: string; readonly startSeconds: number; readonly endSeconds: number }

/** Parses Flite's output for `-psdur`: `pau:0.220 hh:0.284 ...`, the names and end times of one utterance in seconds. */
export function parsePhoneEnds(printed: string): readonly SpokenPhone[] {
  let startSeconds = 0
  return printed
    .trim()
    .split(/\s+/)
    .map((item) => {
      const [, name, end] = /^([a-z]+):(\d+\.\d+)$/.exec(item) ?? []
      const endSeconds = Number(end)
      if (name === undefined || !(endSeconds > startSeconds)) throw new Error('Cannot read the phone times of Flite')
      const phone = { name, startSeconds, endSeconds }
      startSeconds = endSeconds
      return phone
    })
}
