import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../../src/audio/encoding/wav-header.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { PitchRange } from './estimate-pitch.ts'

/** F0 of a recording, tracked by Praat. */
export type PitchTrack = {
  /** Seconds of the first value. */
  readonly startSeconds: number
  /** Seconds between values. */
  readonly stepSeconds: number
  /** Semitones above 100 Hz; NaN without voice. */
  readonly semitones: readonly number[]
}

const STEP_SECONDS = 0.005
const LEAP_SEMITONES = 6
const SCRAP_SECONDS = 0.04
/** Praat leaves out the edges of a recording, half a window wide. */
const MARGIN_SECONDS = 0.1

/** Prints the number of frames, the time of the first and then every F0 in Hz, for each recording. */
const SCRIPT = `
form Arguments
  sentence Folder /tmp
  integer Count 1
  positive Lowest 60
  positive Highest 600
endform
deleteFile: folder$ + "/tracks"
for i from 0 to count - 1
  sound = Read from file: folder$ + "/" + string$ (i) + ".wav"
  pitch = To Pitch (ac): ${STEP_SECONDS}, lowest, 15, "no", 0.03, 0.45, 0.01, 1, 0.14, highest
  frames = Get number of frames
  first = Get time from frame number: 1
  line$ = fixed$ (first, 6)
  for frame to frames
    hertz = Get value in frame: frame, "Hertz"
    line$ = line$ + " " + if hertz = undefined then "0" else fixed$ (hertz, 3) fi
  endfor
  appendFileLine: folder$ + "/tracks", line$
  removeObject: sound, pitch
endfor
`

/**
 * Tracks the pitch of recordings with Praat's autocorrelation method (Boersma 1993), every 5 ms. A narrow range, and a jump of an octave that
 * costs three times as much as by default, avoid octave errors.
 */
export async function trackPitches(
  recordings: readonly PcmAudio[],
  { lowestHz = 60, highestHz = 600 }: PitchRange = {},
): Promise<readonly PitchTrack[]> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-praat-'))
  try {
    await Promise.all(recordings.map((audio, i) => writeFile(join(folder, `${i}.wav`), formatWav(audio))))
    await writeFile(join(folder, 'script'), SCRIPT)
    await runPraat(['--run', join(folder, 'script'), folder, ...[recordings.length, lowestHz, highestHz].map(String)])
    const lines = (await readFile(join(folder, 'tracks'), 'utf8')).trim().split('\n')
    return lines.map(parseTrack)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function parseTrack(line: string): PitchTrack {
  const [first, ...hertz] = line.split(' ').map(Number)
  const semitones = hertz.map((hz) => (hz > 0 ? 12 * Math.log2(hz / 100) : Number.NaN))
  return { startSeconds: first! - MARGIN_SECONDS, stepSeconds: STEP_SECONDS, semitones: withoutScraps(semitones) }
}

/** Leaves out stretches of less than 40 ms that begin and end in silence or a leap: mostly octave errors in creaky voice. */
function withoutScraps(semitones: readonly number[]): readonly number[] {
  const runs: number[][] = []
  for (const [i, height] of semitones.entries()) {
    if (i === 0 || !(Math.abs(height - semitones[i - 1]!) < LEAP_SEMITONES)) runs.push([])
    runs.at(-1)!.push(height)
  }
  return runs.flatMap((run) => (run.length * STEP_SECONDS < SCRAP_SECONDS ? run.map(() => Number.NaN) : run))
}

/** A mono WAV file with a margin of silence on both sides. */
function formatWav({ samples, sampleRate }: PcmAudio): Uint8Array {
  const margin = Math.round(MARGIN_SECONDS * sampleRate)
  const padded = new Float32Array(samples.length + 2 * margin)
  padded.set(samples, margin)
  return Buffer.concat([formatWavHeader(sampleRate, padded.length), formatPcm16(padded)])
}

async function runPraat(args: readonly string[]): Promise<void> {
  const praat = spawn('praat', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const status = await new Promise<number | null>((resolve, reject) => {
    praat.once('error', reject)
    praat.once('exit', resolve)
  })
  if (status !== 0) throw new Error(`Cannot track pitch: praat ended with ${status}`)
}
