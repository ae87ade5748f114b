import { expect, test } from 'vitest'
import { collectWarnings, toShownWarnings, warnCaller } from './warn-caller.ts'

function headerOf(warnings: readonly string[]): string | undefined {
  const headers = new Map<string, string>()
  const reply = { header: (name: string, value: string) => headers.set(name, value) }
  warnCaller(reply as never, warnings)
  return headers.get('x-declaim-warning')
}

test('no warnings are no header', () => {
  expect(headerOf([])).toBeUndefined()
})

test('warnings are one header', () => {
  expect(headerOf(['one at offset 3', 'two'])).toBe('one at offset 3; two')
})

test('characters that no header may have are named', () => {
  expect(headerOf(['a\r\nX-Injected: "é" 😀\u007f'])).toBe('aU+000DU+000AX-Injected: "U+00E9" U+1F600U+007F')
})

test('a character that is named is not named twice', () => {
  expect(headerOf(['Character U+8336 "茶" is skipped'])).toBe('Character U+8336 is skipped')
})

test('a header ends with a whole warning, and counts those that do not fit', () => {
  const warnings = Array.from({ length: 40 }, (_, i) => `${i}: ${'x'.repeat(60)}`)
  const header = headerOf(warnings)!
  expect(header.length).toBeLessThanOrEqual(1000)
  const shown = header.split('; ')
  expect(shown.at(-1)).toBe(`${41 - shown.length} more warnings: POST /explain lists all`)
  expect(shown.slice(0, -1)).toEqual(warnings.slice(0, shown.length - 1))
  expect(headerOf(['é'.repeat(200)])).toBe('1 more warning: POST /explain lists all')
})

test('a clip shows 20 warnings and their number', () => {
  const warnings = Array.from({ length: 22 }, (_, i) => `warning ${i}`)
  expect(toShownWarnings(warnings.slice(0, 20))).toEqual(warnings.slice(0, 20))
  expect(toShownWarnings(warnings)).toEqual([...warnings.slice(0, 20), '2 more warnings: POST /explain lists all'])
})

test('a session shows as many of all its texts, in their order', () => {
  const session = collectWarnings()
  expect(session.shown()).toEqual([])
  const warnings = Array.from({ length: 60 }, (_, i) => `warning ${i}`)
  for (let i = 0; i < warnings.length; i += 15) {
    session.add(warnings.slice(i, i + 15))
    expect(session.shown()).toEqual(toShownWarnings(warnings.slice(0, i + 15)))
  }
})
