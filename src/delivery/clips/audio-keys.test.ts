import { describe, expect, test } from 'vitest'
import { checkBlobKey } from '../../storage/blob-key.ts'
import { AUDIO_FORMATS } from '../files/output-format.ts'
import { clipFile, clipKeys, clipMasterKey, previewKey } from './audio-keys.ts'

const ID = '3ff753ec-1dc0-43fa-b7b4-77da53edf80f'
const MASTER = `masters/3f/${ID}.wav`

describe('the file of a clip', () => {
  test.each([
    [{ format: 'wav' }, { key: MASTER, skippedBytes: 0 }],
    [{ format: 'pcm' }, { key: MASTER, skippedBytes: 44 }],
    [{ format: 'mp3' }, { key: `clips/3f/${ID}.mp3`, skippedBytes: 0 }],
    [
      { format: 'wav', sampleRate: 8000 },
      { key: `clips/3f/${ID}.wav`, skippedBytes: 0 },
    ],
    [
      { format: 'pcm', sampleRate: 8000 },
      { key: `clips/3f/${ID}.pcm`, skippedBytes: 0 },
    ],
    [{ format: 'flac' }, { key: `clips/3f/${ID}.flac`, skippedBytes: 0 }],
  ] as const)('as %j is %j', (output, file) => {
    expect(clipFile(ID, output)).toEqual(file)
  })

  test('is among all that may hold audio of it', () => {
    for (const format of AUDIO_FORMATS)
      for (const sampleRate of [undefined, 16_000]) {
        const output = { format, ...(sampleRate !== undefined && { sampleRate }) }
        expect(clipKeys(ID, output)).toContain(clipFile(ID, output).key)
        expect(clipKeys(ID, output)).toContain(clipMasterKey(ID))
      }
  })
})

test('all keys may be used in a store', () => {
  const keys = [...AUDIO_FORMATS.flatMap((format) => clipKeys(ID, { format })), previewKey(3, 'abc')]
  for (const key of keys) expect(checkBlobKey(key)).toBe(key)
})

test('a preview has a key for each voice that the avatar ever had', () => {
  expect(previewKey(3, 'abc')).toBe('previews/3-abc.mp3')
  expect(previewKey(3, 'abd')).not.toBe(previewKey(3, 'abc'))
})
