import { expect, test } from 'vitest'
import { isActive, needsSound } from './needs-sound.ts'

const NOW = 100_000

test.each([
  ['waits for its first sound', { dueAt: NOW, isAsking: true }, true, true],
  ['is late', { dueAt: NOW - 5000, isAsking: true }, true, true],
  ['plays what it has', { dueAt: NOW + 2000, isAsking: false }, true, true],
  ['has just heard all', { dueAt: NOW - 100, isAsking: false }, true, true],
  ['reads slower than it could play', { dueAt: NOW - 5000, isAsking: false }, false, true],
  ['has half a minute in hand', { dueAt: NOW + 30_000, isAsking: true }, true, false],
])('a listener that %s', (_, listener, active, soon) => {
  expect(isActive(listener, NOW)).toBe(active)
  expect(needsSound(listener, NOW)).toBe(soon)
})
