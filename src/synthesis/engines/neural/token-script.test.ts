import { expect, test } from 'vitest'
import { makeSegment, makeWord } from '../../../../test/support/make-segment.ts'
import { EMBER } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { parseNeuralSettings } from './neural-settings.ts'
import { scriptSegment } from './token-script.ts'

const voicePackage = await loadVoicePackage(EMBER)
const options = { settings: parseNeuralSettings(voicePackage), sampleRate: voicePackage.sampleRate }
const script = (words: Parameters<typeof makeSegment>[1]) => scriptSegment(makeSegment('ember', words), options)

test('writes words as phonemes between boundaries, with pauses in whole frames', () => {
  const { tokens, frames, words } = script([
    makeWord('HH AY1', { pauseSeconds: 0.1 }),
    makeWord('DH EH1 R'),
    makeWord('Y UW1', { pauseSeconds: 2 }),
  ])
  expect(tokens).toEqual(['.', 'HH', 'AY1', ',', 'DH', 'EH1', 'R', '_', 'Y', 'UW1', ','])
  expect([...frames]).toEqual([6, -1, -1, 9, -1, -1, -1, 0, -1, -1, 12])
  expect(words).toEqual([
    { firstToken: 1, endToken: 3, pauseSamples: 2205 },
    { firstToken: 4, endToken: 7, pauseSamples: 0 },
    { firstToken: 8, endToken: 10, pauseSamples: 44_100 },
  ])
})

test('renders of a long pause only what shapes the sounds around it', () => {
  const { frames } = script([makeWord('AA1', { pauseSeconds: 30 }), makeWord('AA1')])
  expect(frames[2]).toBe(16)
})

test('gives each token the delivery of its word, and boundaries one between', () => {
  const { tempo, pitchSemitones, gainDb } = script([
    makeWord('AY1', { prosody: { tempo: 2, pitchSemitones: 4, gainDb: -6 } }),
    makeWord('M IY1'),
  ])
  expect([...tempo]).toEqual([1, 2, 1, 1, 1, 1])
  expect([...pitchSemitones]).toEqual([4, 4, 2, 0, 0, 0])
  expect([...gainDb]).toEqual([-6, -6, -3, 0, 0, 0])
})
