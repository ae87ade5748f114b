/**
 * The readers of the shipped voice beside their own recordings, on prompts that no training heard, and on texts of other kinds.
 *   npm run bench -- readers FOLDER:AVATAR[:LOCALE] ...
 * FOLDER holds a reader's `flac/ID.flac` and `metadata.tsv` (`id`, `text`, with a heading), or `alignments.jsonl.gz` in place of it. Recordings are no
 * part of the project. AVATAR speaks as this reader. Needs `praat`, `flac`, and Debian's `pocketsphinx` with `pocketsphinx-en-us`.
 */
import { basename } from 'node:path'
import { OCTAVES_HZ } from '../src/synthesis/engines/neural/envelope-shaper.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import {
  decodeRecording,
  isHeldOut,
  measureReader,
  type ReaderFigures,
  readPrompts,
  recordingOf,
} from './support/measure-reader.ts'
import { printTable } from './support/print-table.ts'

const MOST_PROMPTS = 40

/** Six texts each of courses, phone menus, news, fiction and products. */
const OTHER_TEXTS = [
  'In this lesson, you will learn how a bill becomes a law.',
  'Remember that every fraction can be written as a decimal.',
  'Before you begin, make sure that your safety glasses are on.',
  'Photosynthesis turns sunlight, water and air into sugar.',
  'Let us look at the second example more closely.',
  'When you are ready, choose the answer that fits best.',
  'Thank you for calling. Please listen carefully, as our options have changed.',
  'To speak with a nurse, press two or stay on the line.',
  'All of our agents are busy at the moment. You are caller number three.',
  'Your appointment is confirmed for Thursday at half past ten.',
  'If you know the extension of the person you want, dial it now.',
  'We are closed on public holidays. Please leave a message after the tone.',
  'The city council voted on Monday to widen the northern bridge.',
  'Heavy rain is expected along the coast until early tomorrow morning.',
  'Shares of the company fell sharply after the report was published.',
  'Firefighters rescued two children from a house near the river.',
  'The museum will open its doors again after three years of repairs.',
  'Officials said that nobody was hurt, and trains are running again.',
  'He closed the door behind him and listened to the silence of the house.',
  'The old woman smiled, but her eyes stayed on the fire.',
  'Who could have left the gate open on such a cold night?',
  'They walked for hours, and neither of them said a word.',
  'By morning the snow had covered every trace of the horses.',
  'She wanted to answer, yet the words would not come.',
  'Our new kettle boils a full litre of water in under two minutes.',
  'Charge it once, and it will play music for a whole week.',
  'The jacket is light, warm and easy to pack.',
  'Try it for thirty days, and send it back if you change your mind.',
  'One button starts the machine, and the other one cleans it.',
  'Made from recycled glass, each bottle is a little different.',
]

const perCent = ({ errors, words }: ReaderFigures): string => ((100 * errors) / words).toFixed(1)

const named = process.argv.slice(2)
if (named.length === 0) {
  console.error('Cannot measure: name a reader and an avatar, as in: npm run bench -- readers FOLDER:7')
  process.exit(1)
}
const resources = await loadServiceVoices()
const rows = []
const portraits: { name: string; recorded: ReaderFigures; spoken: ReaderFigures }[] = []
for (const one of named) {
  const [folder, id] = one.split(':') as [string, string]
  const speakerId = Number(id)
  const prompts = readPrompts(folder)
    .filter(({ text }) => isHeldOut(text))
    .slice(0, MOST_PROMPTS)
  const recordings = prompts.map((prompt) => decodeRecording(recordingOf(folder, prompt.id), resources.createResampler))
  const speak = async (texts: readonly string[]) =>
    (await Promise.all(texts.map((text) => speakText(text, { speakerId, resources })))).map(({ audio }) => audio)
  const isMan = resources.catalogue.bySpeakerId.get(speakerId)!.avatar.gender === 'male'
  const range = isMan ? { lowestHz: 60, highestHz: 300 } : { lowestHz: 100, highestHz: 450 }
  const options = { range, createResampler: resources.createResampler }
  const texts = prompts.map(({ text }) => text)
  const recorded = await measureReader(recordings, texts, options)
  const spoken = await measureReader(await speak(texts), texts, options)
  const others = await measureReader(await speak(OTHER_TEXTS), OTHER_TEXTS, options)
  const name = `${basename(folder)}, avatar ${id}`
  portraits.push({ name, recorded, spoken })
  for (const [what, figures] of [
    ['recordings', recorded],
    ['same prompts', spoken],
    ['other texts', others],
  ] as const)
    rows.push({
      reader: what === 'recordings' ? `${name} (${prompts.length} prompts)` : '',
      what,
      'word errors %': perCent(figures),
      'F0 Hz': figures.hz.toFixed(0),
      'spread of F0, st': figures.spread.toFixed(2),
      'words/s': figures.rate.toFixed(2),
      'periodicity 3 to 8 kHz': figures.buzz.toFixed(3),
      ...Object.fromEntries(OCTAVES_HZ.map((hz, i) => [`${hz} Hz, dB`, figures.octaves[i]!.toFixed(1)])),
    })
}
printTable(rows)

/** How far two portraits are apart: octaves in dB, pitch in semitones, rate in steps of 5 %. */
function distance(a: ReaderFigures, b: ReaderFigures): number {
  const octaves = a.octaves.reduce((sum, db, i) => sum + (db - b.octaves[i]!) ** 2, 0)
  return Math.sqrt(octaves + (12 * Math.log2(a.hz / b.hz)) ** 2 + (20 * Math.log(a.rate / b.rate)) ** 2)
}

if (portraits.length > 1) {
  console.log('\nDistance of each voice from each reader; the smallest of a row should be its own\n')
  printTable(
    portraits.map(({ name, spoken }) => ({
      voice: name,
      ...Object.fromEntries(portraits.map((other) => [other.name, distance(spoken, other.recorded).toFixed(1)])),
    })),
  )
}
await resources.close()
