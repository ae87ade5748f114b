/**
 * What the avatars measure: loudness, true peak, the quietest twentieth of the words, the loudest pause, fundamental, width of the melody, brightness and rate of speech, each on the same
 * seven sentences. The formant scale is not measured: it is the avatar's setting. Then how far the styles of one person are apart.
 *   npm run bench -- avatars
 */

import { HARVARD_SENTENCES } from '../test/quality/harvard-sentences.ts'
import { describeStyle, noticedDifferences, pairStyles } from '../test/support/compare-styles.ts'
import { describeSpeech } from '../test/support/describe-speech.ts'
import { loudestPauseDb } from '../test/support/find-silence.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import { printTable } from './support/print-table.ts'

const TEXT = `It snowed, rained, and hailed the same morning. ${HARVARD_SENTENCES.slice(0, 6).join(' ')}`

const resources = await loadServiceVoices(process.env)
const rows = []
const styles = []
for (const voice of resources.catalogue.voices) {
  const { avatar, engine, engineVoice, size } = voice
  const spoken = await speakText(TEXT, { speakerId: avatar.id, resources })
  const figures = describeSpeech(spoken)
  styles.push({ voice, figures: describeStyle(spoken, figures) })
  rows.push({
    avatar: `${avatar.id} ${avatar.name}, ${avatar.style}`,
    voice: engine === engineVoice ? engine : `${engine} ${engineVoice}`,
    LUFS: figures.loudness.toFixed(1),
    'peak dBTP': figures.peakDb.toFixed(1),
    'floor dBFS': figures.floorDb.toFixed(0),
    'pauses dBFS': loudestPauseDb(spoken).toFixed(0),
    'F0 Hz': figures.medianHertz.toFixed(0),
    'melody semitones': figures.melodySemitones.toFixed(1),
    'formant scale': size.toFixed(2),
    'brightness dB': figures.brightnessDb.toFixed(1),
    'words/min': figures.wordsPerMinute.toFixed(0),
  })
}
printTable(rows)

/** `one` against `other`, as in +20 %. */
function percent(one: number, other: number): string {
  return `${one >= other ? '+' : ''}${(100 * (one / other - 1)).toFixed(0)} %`
}

console.log('')
printTable(
  pairStyles(styles).map(([one, other]) => ({
    person: one.voice.avatar.name,
    styles: `${one.voice.avatar.style} to ${other.voice.avatar.style}`,
    melody: percent(other.figures.melody, one.figures.melody),
    tempo: percent(other.figures.tempo, one.figures.tempo),
    pauses: percent(other.figures.pause, one.figures.pause),
    'brightness dB': (other.figures.brightness - one.figures.brightness).toFixed(1),
    noticed: noticedDifferences(one.figures, other.figures).length,
  })),
)
await resources.close()
