/**
 * Writes docs/audio/mouth.mp3, which the page on mouths plays, and the times of its sounds beside it.
 *
 *   npx node scripts/make-mouth-sample.ts
 */
import { writeFileSync } from 'node:fs'
import { renderFile } from '../src/delivery/files/render-file.ts'
import { planSpeech } from '../src/delivery/planning/plan-speech.ts'
import { formatPhones } from '../src/delivery/timing/phones/format-phones.ts'
import { timeSpeech } from '../src/delivery/timing/time-speech.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'

const TEXT =
  'Hello! My mouth moves because the voice knows when each of its sounds is heard. Watch the lips meet for bees, maps and poppies, and round themselves for two new moons.'
const SPEAKER_ID = 3
const FOLDER = new URL('../docs/audio/', import.meta.url)

const resources = await loadServiceVoices()
const voice = findVoice(resources.catalogue, SPEAKER_ID)
const plan = planSpeech({ voice, text: TEXT, libraries: [], ssml: false }, resources)
const file = await renderFile(plan, resources, {
  output: { format: 'mp3' },
  urgency: 'background',
  signal: new AbortController().signal,
})
const timing = timeSpeech(plan, file, resources)
const { phones, arkit } = JSON.parse(formatPhones(timing)!)
const words = timing.words.map(({ text }) => text)
writeFileSync(new URL('mouth.mp3', FOLDER), Buffer.concat(file.parts))
writeFileSync(new URL('mouth.json', FOLDER), `${JSON.stringify({ words, phones, arkit })}\n`)
await resources.close()
