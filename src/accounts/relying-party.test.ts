import { expect, test } from 'vitest'
import { findRelyingParty } from './relying-party.ts'

test.each([
  ['https://speech.example.com', { id: 'speech.example.com', origin: 'https://speech.example.com' }],
  ['https://speech.example.com:8443', { id: 'speech.example.com', origin: 'https://speech.example.com:8443' }],
  ['https://speech.example.com/below', { id: 'speech.example.com', origin: 'https://speech.example.com' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://127.0.0.1:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://127.8.9.1', { id: 'localhost', origin: 'http://localhost' }],
  ['http://[::1]:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://0.0.0.0:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://studio.localhost:1', { id: 'studio.localhost', origin: 'http://studio.localhost:1' }],
  ['http://speech.example.com', undefined],
  ['http://notlocalhost', undefined],
  ['http://127.0.0.1.example.com', undefined],
  ['https://203.0.113.7', undefined],
  ['https://[2001:db8::1]', undefined],
])('the relying party of %s is %o', (url, party) => {
  expect(findRelyingParty(url)).toEqual(party)
})
