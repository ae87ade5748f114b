import { expect, test } from 'vitest'
import { DEFAULT_SCOPES, parseScopes, SCOPES, SESSION_SCOPES } from './scopes.ts'

test('scopes are each named once, in one order, however they are given', () => {
  expect(parseScopes(['usage', 'synthesize', 'usage'])).toEqual(['synthesize', 'usage'])
  expect(parseScopes(SCOPES.toReversed())).toEqual(SCOPES)
  expect(parseScopes([])).toEqual([])
})

test.each(['', 'Usage', 'clips', 'clips:read ', 'toString'])('%j is no scope', (name) => {
  expect(() => parseScopes(['usage', name])).toThrow(`Cannot use scope "${name}": expected synthesize, `)
})

test('what makes keys must be asked for, and no session in a browser administers the service', () => {
  expect(DEFAULT_SCOPES).not.toContain('keys')
  expect(DEFAULT_SCOPES).not.toContain('admin')
  expect(SESSION_SCOPES).toContain('keys')
  expect(SESSION_SCOPES).not.toContain('admin')
})
