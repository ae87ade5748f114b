/**
 * Measures how the voices of a package differ from their readers in level by octave, on prompts that their training heard, and writes what corrects it into the manifest: `octavesDb` of each reader. Run it again after `export_package.py`, and `npm run bench -- readers` to see the held-out prompts.
 *   npx node training/voice/calibrate-readers.ts MANIFEST FOLDER:AVATAR[:LIMIT_HZ] ...
 * LIMIT_HZ is the highest frequency with sound in the recordings.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  decodeRecording,
  isHeldOut,
  measureOctaves,
  readPrompts,
  recordingOf,
} from '../../bench/support/measure-reader.ts'
import { OCTAVES_HZ } from '../../src/synthesis/engines/neural/envelope-shaper.ts'
import { loadServiceVoices, speakText } from '../../test/support/speak-text.ts'

const PROMPTS = 60
/** Smaller differences are those of the prompts. */
const LEAST_DB = 0.5
/** What is corrected at most: more would be heard as an equaliser. */
const MOST_DB = 2.5

const [manifestFile, ...named] = process.argv.slice(2)
if (manifestFile === undefined || named.length === 0) {
  throw new Error('Cannot calibrate: name a manifest, and a reader with an avatar, as in: manifest.json FOLDER:7')
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const resources = await loadServiceVoices()
const { createResampler } = resources
for (const one of named) {
  const [folder, id, limit = 'Infinity'] = one.split(':') as [string, string, string?]
  const { engineVoice } = resources.catalogue.bySpeakerId.get(Number(id))!
  const reader = manifest.settings.readers.find(({ name }: { name: string }) => name === engineVoice)
  const prompts = readPrompts(folder).filter(({ text }) => !isHeldOut(text))
  const chosen = prompts.filter((_, i) => i % Math.max(1, Math.floor(prompts.length / PROMPTS)) === 0).slice(0, PROMPTS)
  const recorded = measureOctaves(
    chosen.map(({ id: name }) => decodeRecording(recordingOf(folder, name), createResampler)),
  )
  const said = await Promise.all(chosen.map(({ text }) => speakText(text, { speakerId: Number(id), resources })))
  const spoken = measureOctaves(said.map(({ audio }) => audio))
  const before: readonly number[] = reader.octavesDb ?? recorded.map(() => 0)
  // Where recordings have nothing, there is nothing to be like.
  const octavesDb = recorded.map((db, i) => {
    const difference = OCTAVES_HZ[i]! > Number(limit) ? 0 : db - spoken[i]!
    const wanted = before[i]! + (Math.abs(difference) < LEAST_DB ? 0 : difference)
    return Number(Math.min(Math.max(wanted, -MOST_DB), MOST_DB).toFixed(1))
  })
  process.stdout.write(`${engineVoice}: octavesDb ${octavesDb.join(' ')}\n`)
  if (octavesDb.some((db) => db !== 0)) reader.octavesDb = octavesDb
}
writeFileSync(manifestFile, `${JSON.stringify(manifest, undefined, 2)}\n`)
await resources.close()
