/**
 * How well a recogniser understands the default avatar and the Flite narrator, and how far the words' times lie from those of
 * a forced alignment: 30 Harvard sentences, Debian's PocketSphinx (packages `pocketsphinx`, `pocketsphinx-en-us`).
 * Other avatars: name their ids.
 *   npm run bench -- intelligibility [ID ...]
 */
import { measureIntelligibility } from '../test/support/measure-intelligibility.ts'
import { measureWordTimes } from '../test/support/measure-word-times.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { printTable } from './support/print-table.ts'

const named = process.argv.slice(2).map(Number)
const resources = await loadServiceVoices()
const heard = []
const timed = []
for (const id of named.length > 0 ? named : [3, 17]) {
  const { avatar, engineVoice } = resources.catalogue.bySpeakerId.get(id)!
  const voice = `${id} ${avatar.name}, ${avatar.style} (${engineVoice})`
  const [errors, times] = await Promise.all([
    measureIntelligibility(id, resources),
    measureWordTimes(id, { resources }),
  ])
  heard.push({
    avatar: voice,
    words: errors.words,
    substituted: errors.substituted,
    missed: errors.missed,
    added: errors.added,
    'word errors %': errors.errorPercent.toFixed(1),
  })
  timed.push({
    avatar: voice,
    'mean ms': times.mean.toFixed(1),
    'median ms': times.median.toFixed(1),
    '90th percentile ms': times.ninetiethPercentile.toFixed(1),
    'bias ms': times.bias.toFixed(1),
  })
}
console.log('Words heard, of a closed vocabulary\n')
printTable(heard)
console.log('\nWord starts against a forced alignment\n')
printTable(timed)
await resources.close()
