/**
 * Combines 100 clips of about ten seconds over HTTP, beside ffmpeg concatenating the same clips' files to one MP3 of
 * the same bit rate and sample rate. Both results are decoded, and every clip is looked for where it should stand.
 *   npm run bench -- combine [rounds]
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAV_HEADER_BYTES } from '../src/audio/encoding/wav-header.ts'
import { clipFile, clipMasterKey } from '../src/delivery/clips/audio-keys.ts'
import { decodeAudio } from '../test/support/decode-audio.ts'
import { startBenchService } from './support/bench-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { largestShift } from './support/find-shift.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const CLIPS = 100
const GOAL = 0.5
/** What the service makes of a 16 kHz voice. */
const SAMPLE_RATE = 16_000
const BIT_RATE = '64k'

const service = await startBenchService()
const caller = openHttpCaller(service.url)
const ask = async (path: string, body?: unknown) => successOf(await caller.call(path, body))
const folder = await mkdtemp(join(tmpdir(), 'declaim-combine-'))

async function renderClips(): Promise<readonly string[]> {
  const text = (index: number) => `Part ${index + 1}. ${SENTENCE}`
  const bodies = Array.from({ length: CLIPS }, (_, index) => ({ speaker_id: SPEAKERS.kal16, text: text(index) }))
  const { clip_ids: ids } = JSON.parse(String(await ask('/clips', bodies))) as { clip_ids: readonly string[] }
  while (String(await ask('/clips?status=PROCESSING&limit=1')) !== '[]') await sleep(50)
  return ids
}

/** The samples of a clip's lossless master. */
async function masterOf(id: string): Promise<Int16Array> {
  const file = await readFile(join(service.dataDirectory, 'audio', clipMasterKey(id)))
  return new Int16Array(Uint8Array.from(file.subarray(WAV_HEADER_BYTES)).buffer)
}

async function ffmpegConcat(list: string): Promise<{ seconds: number; mp3: Buffer }> {
  const output = join(folder, 'ffmpeg.mp3')
  const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list]
  const began = performance.now()
  const { status, stderr } = spawnSync(
    'ffmpeg',
    [...input, '-c:a', 'libmp3lame', '-b:a', BIT_RATE, '-ar', String(SAMPLE_RATE), '-ac', '1', output],
    { encoding: 'utf8' },
  )
  const seconds = (performance.now() - began) / 1000
  if (status !== 0) throw new Error(`Cannot run ffmpeg: ${stderr}`)
  return { seconds, mp3: await readFile(output) }
}

const ids = await renderClips()
const masters = await Promise.all(ids.map(masterOf))
const list = join(folder, 'list.txt')
const files = ids.map((id) => join(service.dataDirectory, 'audio', clipFile(id, { format: 'mp3' }).key))
await writeFile(list, files.map((file) => `file '${file}'\n`).join(''))

let [ours, firstByteMs, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
let [combined, concatenated]: readonly Buffer[] = []
for (let round = 0; round < ROUNDS; round++) {
  const answer = await caller.call('/clips/combine', { clip_ids: ids })
  combined = successOf(answer)
  ours = Math.min(ours, answer.totalMs / 1000)
  firstByteMs = Math.min(firstByteMs, answer.firstByteMs)
  const { seconds, mp3 } = await ffmpegConcat(list)
  theirs = Math.min(theirs, seconds)
  concatenated = mp3
}

const total = masters.reduce((sum, { length }) => sum + length, 0)
async function checked(mp3: Buffer) {
  const { samples } = await decodeAudio(mp3, { decoder: 'mpg123', format: 'mp3' })
  return {
    MB: (mp3.length / 1e6).toFixed(2),
    'length error, samples': samples.length - total,
    'largest shift of a clip, samples': largestShift(samples, masters),
  }
}
const ourCheck = await checked(combined!)
console.log(`${CLIPS} clips, ${(total / SAMPLE_RATE).toFixed(0)} s of audio, best of ${ROUNDS}\n`)
printTable([
  { what: 'service', s: ours.toFixed(2), 'first byte ms': formatMs(firstByteMs), ...ourCheck },
  { what: 'ffmpeg', s: theirs.toFixed(2), 'first byte ms': '', ...(await checked(concatenated!)) },
])
console.log(`\nThe service takes ${formatRatio(ours, theirs)} the time of ffmpeg.`)
printGoal(`at most ${GOAL}x ffmpeg`, ours <= GOAL * theirs)
caller.close()
await service.stop()
await rm(folder, { recursive: true })
if (ourCheck['length error, samples'] !== 0 || ourCheck['largest shift of a clip, samples'] !== 0)
  throw new Error('A clip does not stand where it should')
