import { createHash } from 'node:crypto'
import { SHAPING_REVISION } from '../synthesis/shaping-revision.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import type { Segment } from '../synthesis/synthesis-plan.ts'

/** Changes with the form of an entry, or with what its key is made of. */
const FORM = 1

/** What a segment says of its place in the text: it sounds the same elsewhere. Whatever else a plan says counts. */
const PLACE: ReadonlySet<string> = new Set<keyof Segment | keyof Segment['words'][number]>(['endsSentence', 'source'])

/**
 * A hash, in hexadecimal, of all that decides which samples a segment gives: the engine with its version, the revision of
 * the signal processing after it, and the segment.
 */
export function segmentKey(
  { name, version, sampleRate }: Pick<SpeechEngine, 'name' | 'version' | 'sampleRate'>,
  segment: Segment,
): string {
  const content = JSON.stringify([FORM, name, version, sampleRate, SHAPING_REVISION, segment], inOrderWithoutPlace)
  return createHash('sha256').update(content).digest('hex')
}

/** Objects with their keys in order, so that how a plan was made, or stored and read again, makes no difference. */
function inOrderWithoutPlace(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([name]) => !PLACE.has(name))
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
