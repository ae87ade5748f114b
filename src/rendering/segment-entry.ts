import type { SpeechChunk } from '../synthesis/speech-engine.ts'

/** Of one chunk; the samples follow all of these. */
type ChunkHead = {
  readonly samples: number
  readonly sampleRate: number
  readonly segmentSamples?: number
  readonly words: readonly (readonly [word: number, startSample: number, endSample: number])[]
}

/** Samples are kept as the engine gives them, so that nothing of them is lost. */
const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT

/** The chunks of a segment as bytes: the length of a head, the head as JSON, and the samples as 32-bit floats of this machine. */
export function formatSegmentEntry(chunks: readonly SpeechChunk[]): readonly Uint8Array[] {
  const heads = chunks.map(
    ({ audio, words, segmentSamples }): ChunkHead => ({
      samples: audio.samples.length,
      sampleRate: audio.sampleRate,
      ...(segmentSamples !== undefined && { segmentSamples }),
      words: words.map(({ word, startSample, endSample }) => [word, startSample, endSample]),
    }),
  )
  const head = Buffer.from(JSON.stringify(heads))
  const length = Buffer.alloc(SAMPLE_BYTES)
  length.writeUInt32LE(head.length)
  const samples = chunks.map(({ audio }) => {
    const { buffer, byteOffset, byteLength } = audio.samples
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
  return [length, head, ...samples]
}

/** The chunks that were formatted; each has its samples to itself. */
export function parseSegmentEntry(bytes: Uint8Array): readonly SpeechChunk[] {
  const headEnd = SAMPLE_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const heads: readonly ChunkHead[] = JSON.parse(Buffer.from(bytes.subarray(SAMPLE_BYTES, headEnd)).toString())
  let at = headEnd
  return heads.map(({ samples: length, sampleRate, words, ...known }) => {
    const samples = new Float32Array(length)
    new Uint8Array(samples.buffer).set(bytes.subarray(at, at + samples.byteLength))
    at += samples.byteLength
    return {
      ...known,
      audio: { sampleRate, samples },
      words: words.map(([word, startSample, endSample]) => ({ word, startSample, endSample })),
    }
  })
}
