/**
 * How far voices rise at the end of 20 yes/no questions, and of the same words as statements, tracked by Praat.
 *   npm run bench -- rises [AVATAR ...]
 */
import { YES_NO_QUESTIONS } from '../test/support/intonation-sentences.ts'
import { measureRises } from '../test/support/measure-rises.ts'
import { medianOf } from '../test/support/melody-figures.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { printTable } from './support/print-table.ts'

/** Each voice, its plainest avatar, and where its pitch is. */
const VOICES = [
  ['ember', 3, { lowestHz: 110, highestHz: 450 }],
  ['ember-bdl', 7, { lowestHz: 60, highestHz: 300 }],
  ['ember-kathleen', 52, { lowestHz: 85, highestHz: 400 }],
  ['ember-p239', 63, { lowestHz: 100, highestHz: 450 }],
  ['rms', 17, { lowestHz: 60, highestHz: 300 }],
  ['slt', 20, { lowestHz: 100, highestHz: 450 }],
  ['awb', 30, { lowestHz: 75, highestHz: 350 }],
  ['kal16', 33, { lowestHz: 55, highestHz: 280 }],
] as const

const named = process.argv.slice(2).map(Number)
const resources = await loadServiceVoices()
const rows = []
for (const [voice, speakerId, range] of VOICES) {
  if (named.length > 0 && !named.includes(speakerId)) continue
  const rises = await measureRises(YES_NO_QUESTIONS, { speakerId, resources, range })
  const over = rises.map(({ asked, stated }) => asked - stated)
  rows.push({
    voice,
    'question, median st': medianOf(rises.map(({ asked }) => asked)).toFixed(1),
    'statement, median st': medianOf(rises.map(({ stated }) => stated)).toFixed(1),
    'question over statement, median st': medianOf(over).toFixed(1),
    'over by 2 st': `${over.filter((semitones) => semitones >= 2).length} of ${over.length}`,
  })
}
printTable(rows)
await resources.close()
