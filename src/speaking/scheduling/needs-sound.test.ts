import { expect, test } from 'vitest'
import { needsSound } from './needs-sound.ts'

const NOW = 100_000

test.each([
  ['waits for its first sound', { dueAt: NOW, isAsking: true }, true],
  ['is late', { dueAt: NOW - 5000, isAsking: true }, true],
  ['plays what it has', { dueAt: NOW + 2000, isAsking: false }, true],
  ['has just heard all', { dueAt: NOW - 500, isAsking: false }, true],
  ['reads slower than it could play', { dueAt: NOW - 5000, isAsking: false }, false],
  ['has half a minute in hand', { dueAt: NOW + 30_000, isAsking: true }, false],
  ['is nobody', { dueAt: undefined, isAsking: true }, false],
])('a listener that %s', (_, listener, expected) => {
  expect(needsSound(listener, NOW)).toBe(expected)
})
