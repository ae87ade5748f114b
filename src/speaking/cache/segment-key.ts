import { createHash } from 'node:crypto'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { SHAPING_REVISION } from '../segments/shaping-revision.ts'

/** Changes with the form of an entry, or with what its key is made of. */
const FORM = 3

/**
 * A hash, in hexadecimal, of all that decides which samples a segment gives: the engine with its version, the revision of
 * the signal processing after it, and the segment. Only what a segment says of its place in the text does not count. Plans
 * have their fields in one order, so JSON is the same for the same segment.
 */
export function segmentKey(
  { name, version, sampleRate }: Pick<SpeechEngine, 'name' | 'version' | 'sampleRate'>,
  segment: Segment,
): string {
  const { endsSentence: _endsSentence, words, ...rest } = segment
  const spoken = words.map(({ source: _source, ...word }) => word)
  const content = JSON.stringify([FORM, name, version, sampleRate, SHAPING_REVISION, rest, spoken])
  return createHash('sha256').update(content).digest('hex')
}
