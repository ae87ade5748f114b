import { expect, test } from 'vitest'
import { formatFromAccept } from './accept-format.ts'
import { acceptsMultipart } from './accepts-multipart.ts'

test.each([
  [undefined, 'mp3'],
  ['', 'mp3'],
  ['*/*', 'mp3'],
  ['text/html', 'mp3'],
  ['audio/wav', 'wav'],
  ['Audio/X-WAV', 'wav'],
  ['audio/ogg; codecs=opus', 'opus'],
  ['audio/flac, audio/wav', 'flac'],
  ['audio/flac;q=0.5, audio/wav;q=0.6', 'wav'],
  ['audio/flac;q=0.5, audio/wav ; q=0.5', 'flac'],
  ['audio/wav;q=0, audio/basic;q=0.1', 'mulaw'],
  ['audio/wav;q=0', 'mp3'],
  ['audio/wav;q=high, audio/pcm;q=0.1', 'pcm'],
  ['audio/wav;q=0.2, */*', 'mp3'],
  ['application/json, audio/wav;q=0.1', 'wav'],
])('Accept: %s means %s', (accept, format) => {
  expect(formatFromAccept(accept)).toBe(format)
})

test.each([
  [undefined, false],
  ['*/*', false],
  ['multipart/mixed', true],
  ['audio/wav, Multipart/Mixed;q=0.1', true],
  ['multipart/mixed-up', false],
  ['x-multipart/mixed', false],
])('Accept: %s wants parts: %s', (accept, expected) => {
  expect(acceptsMultipart(accept)).toBe(expected)
})
