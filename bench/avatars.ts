/**
 * What the avatars measure: loudness, true peak, the quietest twentieth of the words, the loudest pause, fundamental, width of the melody, brightness and rate of speech, each on the same
 * six sentences. The formant scale is not measured: it is the avatar's setting.
 *   npm run bench -- avatars
 */

import { HARVARD_SENTENCES } from '../test/quality/harvard-sentences.ts'
import { describeSpeech } from '../test/support/describe-speech.ts'
import { loudestPauseDb } from '../test/support/find-silence.ts'
import { loadServiceVoices, speakText } from '../test/support/speak-text.ts'
import { printTable } from './support/print-table.ts'

const TEXT = HARVARD_SENTENCES.slice(0, 6).join(' ')

const resources = await loadServiceVoices(process.env)
const rows = []
for (const { avatar, engine, engineVoice, size } of resources.catalogue.voices) {
  const spoken = await speakText(TEXT, { speakerId: avatar.id, resources })
  const figures = describeSpeech(spoken)
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
await resources.close()
