import { readFileSync } from 'node:fs'
import { readPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { readWavHeader } from '../../src/audio/encoding/wav-header.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { WordTime } from '../../src/timing/word-time.ts'

export type Recording = { readonly audio: PcmAudio; readonly words: readonly WordTime[] }

/** Seconds at which the words of test/fixtures/NAME-river.wav begin and end. See test/fixtures/README.md. */
const WORD_SECONDS = {
  rms: [
    [0.158, 0.363],
    [0.363, 0.645],
    [0.645, 1.003],
    [1.003, 1.294],
    [1.294, 1.862],
    [1.862, 2.309],
    [2.309, 2.401],
    [2.401, 2.71],
    [2.71, 3.149],
    [3.248, 3.716],
    [3.716, 4.133],
    [4.133, 4.708],
  ],
  slt: [
    [0.192, 0.331],
    [0.331, 0.712],
    [0.712, 1.007],
    [1.007, 1.233],
    [1.233, 1.734],
    [1.734, 2.135],
    [2.135, 2.188],
    [2.188, 2.443],
    [2.443, 2.901],
    [3.007, 3.355],
    [3.355, 3.698],
    [3.698, 4.212],
  ],
} as const

/** A sentence spoken by Flite, a man (`rms`) or a woman (`slt`), and when its words are heard. */
export function loadRecording(name: keyof typeof WORD_SECONDS): Recording {
  const wav = readFileSync(new URL(`../fixtures/${name}-river.wav`, import.meta.url))
  const { sampleRate, dataOffset } = readWavHeader(wav)
  const words = WORD_SECONDS[name].map(([start, end], word) => ({
    word,
    startSample: Math.round(start * sampleRate),
    endSample: Math.round(end * sampleRate),
  }))
  return { audio: { sampleRate, samples: readPcm16(wav.subarray(dataOffset)) }, words }
}
