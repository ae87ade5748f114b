import { expect, test } from 'vitest'
import { openTaggingModel, packTaggingModel } from './tagging-model.ts'

const MODEL = {
  kinds: { checks: Uint16Array.of(1, 65_535), values: Uint8Array.of(3, 255) },
  tagger: Int8Array.of(-127, 0, 127),
  tight: Int8Array.of(4, -5),
  tightStep: 0.0125,
}

test('opens what it has packed', () => {
  expect(openTaggingModel(packTaggingModel(MODEL))).toEqual(MODEL)
})

test('refuses other files', () => {
  expect(() => openTaggingModel(new Uint8Array(64))).toThrow('Cannot open')
})
