/**
 * Writes what the acoustic network and the vocoder read of `data/voices/ember` while its avatars speak, for `quantize_package.py`.
 * Run: npx node training/voice/record-inputs.ts FOLDER
 * Each run of a network is `ROLE-NUMBER.json` with the type and shape of every input, and one raw file an input.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, type Tensor } from 'onnxruntime-node'
import { createBarePlanner } from '../../bench/support/plan-bench-speech.ts'
import { bytesOfSamples } from '../../src/speaking/spill/bytes-of-samples.ts'
import { parseCatalogue } from '../../src/voices/catalogue.ts'

/** Vowels, fricatives, plosives, questions, cries; the tags take pitch and level as far as they go. */
const TEXTS = [
  'The quick brown fox jumps over the lazy dog, while seven zebras watch.',
  'Is this really what you wanted? I am not sure!',
  'Please hold the line; your call is important to us, and we will answer it in the order it was received.',
  'She sells sea shells by the sea shore.',
  'In 1969, three astronauts flew to the moon and came back eight days later.',
  'Thank you very much. Good night.',
  'Oh no, the fish is burning again!',
  '<pitch value="100">How high can a voice go?</pitch> <pitch value="-45">And how low?</pitch>',
  '<loudness value="9">Watch out for the judge!</loudness> <loudness value="-15">Hush, the child is asleep.</loudness>',
  '<tempo value="0.7">Very, very slowly.</tempo> <tempo value="2.3">And now as fast as anybody can speak.</tempo>',
] as const

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder for the inputs: record-inputs.ts FOLDER')
await mkdir(folder, { recursive: true })

/** Inputs of the networks that are quantised, and what no other network reads. */
const ROLES = { prosody: 'boundary', acoustic: 'frame', vocoder: 'feat' } as const
let runs = 0
const writes: Promise<void>[] = []
type Run = (this: InferenceSession, feeds: Record<string, Tensor>, ...rest: readonly unknown[]) => Promise<unknown>
const sessions = (InferenceSession as unknown as { readonly prototype: { run: Run } }).prototype
const { run } = sessions
sessions.run = function (feeds, ...rest) {
  // A reader's own acoustic network knows no readers. It is quantised already.
  const isOwn = 'frame' in feeds && !('reader' in feeds)
  for (const [role, input] of Object.entries(ROLES)) if (input in feeds && !isOwn) record(role, feeds)
  return run.call(this, feeds, ...rest)
}

function record(role: string, feeds: Readonly<Record<string, Tensor>>): void {
  const path = join(folder!, `${role}-${String(runs++).padStart(4, '0')}`)
  const inputs = Object.fromEntries(Object.entries(feeds).map(([name, { type, dims }]) => [name, { type, dims }]))
  writes.push(writeFile(`${path}.json`, JSON.stringify(inputs)))
  for (const [name, { data }] of Object.entries(feeds))
    writes.push(writeFile(`${path}-${name}.bin`, bytesOfSamples((data as Float32Array).slice())))
}

const planner = await createBarePlanner()
const engine = planner.engines.get('ember')!
const { bySpeakerId } = parseCatalogue(
  JSON.parse(await readFile(new URL('../../data/avatars.json', import.meta.url), 'utf8')),
)
const signal = new AbortController().signal
let turn = 0
for (const { avatar } of [...bySpeakerId.values()].filter((voice) => voice.engine === 'ember')) {
  for (const text of [TEXTS[turn % TEXTS.length]!, TEXTS[(turn + 3) % TEXTS.length]!])
    for (const segment of planner.plan(avatar.id, text).segments)
      for await (const _ of engine.speak(segment, { signal, pace: 'engine' }));
  turn++
  process.stdout.write(`${avatar.name} (${avatar.id}): ${runs} runs\n`)
}
await Promise.all(writes)
await engine.close()
