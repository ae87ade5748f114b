import type { SpeechTiming } from '../../timing/speech-timing.ts'

/** The timing of a part of joined audio; undefined if it was not kept. */
export type TimedPart = { readonly timing: SpeechTiming | undefined; readonly startSeconds: number }

/** Returns when the words of joined parts are heard. Parts without word times have no words in it. */
export function joinTimings(
  parts: readonly TimedPart[],
  { durationSeconds }: { readonly durationSeconds: number },
): SpeechTiming {
  const timings = parts.flatMap(({ timing }) => timing ?? [])
  let sentences = 0
  const words = parts.flatMap(({ timing, startSeconds }, part) => {
    const own = timing?.words ?? []
    const [first, offset] = [sentences, Math.round(1000 * startSeconds)]
    sentences += (own.at(-1)?.sentence ?? -1) + 1
    return own.map((word, i) => ({
      ...word,
      before: part > 0 && i === 0 ? word.before.trimStart() : word.before,
      // Captions divide words where a space follows.
      after: part < parts.length - 1 && i === own.length - 1 ? `${word.after.trimEnd()} ` : word.after,
      startMs: word.startMs + offset,
      endMs: word.endMs + offset,
      sentence: word.sentence + first,
      ...(word.phones !== undefined && {
        phones: word.phones.map(([phone, startMs, endMs]) => [phone, startMs + offset, endMs + offset] as const),
      }),
    }))
  })
  return {
    languageCode: timings[0]?.languageCode ?? 'en-us',
    confidence: Math.min(1, ...timings.map(({ confidence }) => confidence)),
    durationMs: Math.round(1000 * durationSeconds),
    words,
  }
}
