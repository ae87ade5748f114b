/**
 * How well a recogniser understands the default avatar and the Flite narrator, and how far the times of their words and sounds are from those of
 * a forced alignment: 30 Harvard sentences, Debian's PocketSphinx (packages `pocketsphinx`, `pocketsphinx-en-us`). The rival of the times of sounds knows those of words alone.
 * Other avatars: name their ids.
 *   npm run bench -- intelligibility [ID ...]
 */
import { measureIntelligibility } from '../test/support/measure-intelligibility.ts'
import { measurePhoneTimes } from '../test/support/measure-phone-times.ts'
import { measureWordTimes } from '../test/support/measure-word-times.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import type { TimeErrors } from '../test/support/time-errors.ts'
import { printTable, type TableRow } from './support/print-table.ts'

const named = process.argv.slice(2).map(Number)
const resources = await loadServiceVoices()
const heard = []
const timedWords = []
const timedSounds = []

function describe({ mean, median, ninetiethPercentile, bias }: TimeErrors): TableRow {
  return {
    'mean ms': mean.toFixed(1),
    'median ms': median.toFixed(1),
    '90th percentile ms': ninetiethPercentile.toFixed(1),
    'bias ms': bias.toFixed(1),
  }
}

for (const id of named.length > 0 ? named : [3, 17]) {
  const { avatar, engineVoice } = resources.catalogue.bySpeakerId.get(id)!
  const voice = `${id} ${avatar.name}, ${avatar.style} (${engineVoice})`
  const [errors, words, sounds] = await Promise.all([
    measureIntelligibility(id, resources),
    measureWordTimes(id, { resources }),
    measurePhoneTimes(id, { resources }),
  ])
  heard.push({
    avatar: voice,
    words: errors.words,
    substituted: errors.substituted,
    missed: errors.missed,
    added: errors.added,
    'word errors %': errors.errorPercent.toFixed(1),
  })
  timedWords.push({ avatar: voice, ...describe(words) })
  timedSounds.push({ avatar: voice, ...describe(sounds.reported), 'rival mean ms': sounds.estimated.mean.toFixed(1) })
}
console.log('Words heard, of a closed vocabulary\n')
printTable(heard)
console.log('\nWord starts against a forced alignment\n')
printTable(timedWords)
console.log('\nStarts of sounds inside words against a forced alignment\n')
printTable(timedSounds)
await resources.close()
