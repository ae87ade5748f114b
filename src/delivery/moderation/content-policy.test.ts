import { describe, expect, test } from 'vitest'
import { createContentPolicy, parsePatterns } from './content-policy.ts'

const NONE = { terms: [], profanities: [], patterns: [] }

describe('a content policy', () => {
  test.each([
    ['We sell Acme products', { rule: 'blocked terms', term: 'acme', start: 8, end: 12 }],
    ['ACMES and acmeish', undefined],
    ['damn it', { rule: 'profanity', start: 0, end: 4 }],
    ['Card 4111111111111111.', { rule: 'cards', start: 5, end: 21 }],
    ['card 411111111111111', undefined],
    ['SECRET-42', { rule: 'codes', start: 0, end: 9 }],
    ['', undefined],
  ])('finds in %j %j', (text, found) => {
    const patterns = [
      { rule: 'cards', pattern: String.raw`\b\d{16}\b` },
      { rule: 'codes', pattern: 'secret-[0-9]+' },
    ]
    expect(createContentPolicy({ terms: ['acme'], profanities: ['damn'], patterns }).find(text)).toEqual(found)
  })

  test('takes the terms of an account into account', () => {
    const policy = createContentPolicy({
      terms: ['acme'],
      profanities: ['damn'],
      patterns: [{ rule: 'codes', pattern: '[a-z]+-[0-9]+' }],
    })
    const account = { allow: ['Acme', 'DAMN', 'mach-1'], deny: ['falcon', 'acme corp'] }
    expect(policy.find('damn acme, mach-1', account)).toBeUndefined()
    expect(policy.find('acme, mach-1 and mach-2', account)).toEqual({ rule: 'codes', start: 17, end: 23 })
    expect(policy.find('the Falcon', account)).toMatchObject({ rule: 'terms of the account', term: 'falcon', start: 4 })
    expect(policy.find('Acme Corp', account)).toMatchObject({ rule: 'terms of the account' })
    expect(policy.find('the Falcon')).toBeUndefined()
    expect(policy.find('the Falcon', { allow: ['falcon'], deny: ['falcon'] })).toBeUndefined()
  })

  test.each([
    ['(a+)+$', 'a'],
    ['(a|aa)+$', 'a'],
    ['(.*a){25}$', 'a'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    [String.raw`(\s*\w+\s*)*;`, 'x '],
  ])(
    'takes linear time for %s, which ruins a backtracking engine',
    (pattern, piece) => {
      const policy = createContentPolicy({ ...NONE, patterns: [{ rule: 'hostile', pattern }] })
      const found = policy.find(`${piece.repeat(20_000 / piece.length)}!`)
      expect(found === undefined || found.rule === 'hostile').toBe(true)
    },
    30_000,
  )

  test('takes linear time for a text full of terms that the account may say', () => {
    const policy = createContentPolicy({ ...NONE, profanities: ['damn'] })
    const account = { allow: ['damn'], deny: ['falcon'] }
    expect(policy.find('damn '.repeat(100_000), account)).toBeUndefined()
    expect(policy.find(`${'damn '.repeat(100_000)}falcon`, account)).toMatchObject({ term: 'falcon', start: 500_000 })
  }, 30_000)

  test('skips empty matches and ends', () => {
    const policy = createContentPolicy({ ...NONE, patterns: [{ rule: 'empty', pattern: 'x*' }] })
    expect(policy.find('aaaa')).toBeUndefined()
    expect(policy.find('aaxxa')).toEqual({ rule: 'empty', start: 2, end: 4 })
  })

  test.each(['(', '[a', String.raw`(a)\1`, '(?=a)', 'a{2000}'])('refuses the pattern %s', (pattern) => {
    expect(() => createContentPolicy({ ...NONE, patterns: [{ rule: 'wrong', pattern }] })).toThrow(
      'Cannot use the pattern of rule "wrong": ',
    )
  })
})

describe('a file of patterns', () => {
  test('has a name and a pattern on each line', () => {
    expect(parsePatterns('# cards\n\ncard numbers = \\d{16}\r\n a=b=c \n')).toEqual([
      { rule: 'card numbers', pattern: String.raw`\d{16}` },
      { rule: 'a', pattern: 'b=c' },
    ])
  })

  test.each(['nothing', 'name =', '= pattern', `${'n'.repeat(101)} = x`])('with the line %j is refused', (line) => {
    expect(() => parsePatterns(`ok = x\n${line}`)).toThrow('Cannot read line 2 of the patterns')
  })
})
