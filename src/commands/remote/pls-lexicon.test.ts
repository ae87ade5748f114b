import { expect, test } from 'vitest'
import { formatPls, parsePls } from './pls-lexicon.ts'

const lexicon = (lexemes: string, attributes = 'alphabet="ipa"') =>
  `<?xml version="1.0"?><lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" ${attributes} xml:lang="en-US">${lexemes}</lexicon>`

test('each spelling of a lexeme is a replacement, by its preferred phoneme or its alias', () => {
  const { rows, problems } = parsePls(
    lexicon(`
      <lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtəʊ</phoneme><phoneme prefer="true">təˈmeɪtoʊ</phoneme></lexeme>
      <lexeme><grapheme>W3C</grapheme><grapheme>w3c</grapheme><alias>World Wide Web Consortium</alias></lexeme>
      <lexeme><grapheme>R&amp;B</grapheme><alias>R and B</alias></lexeme>`),
    'a.pls',
  )
  expect(problems).toEqual([])
  expect(rows).toEqual([
    { original: 'tomato', replacement_text: 'tuh-MAY-toh', is_phonetic_respelling: true },
    { original: 'W3C', replacement_text: 'World Wide Web Consortium', is_phonetic_respelling: false },
    { original: 'w3c', replacement_text: 'World Wide Web Consortium', is_phonetic_respelling: false },
    { original: 'R&B', replacement_text: 'R and B', is_phonetic_respelling: false },
  ])
})

test.each([
  ['<lexeme><grapheme>a</grapheme></lexeme>', 'neither <phoneme> nor <alias>'],
  ['<lexeme><alias>a</alias></lexeme>', 'it has no <grapheme>'],
  ['<lexeme><grapheme>a</grapheme><phoneme alphabet="x-sampa">a</phoneme></lexeme>', 'alphabet "x-sampa"'],
  ['<lexeme><grapheme>a</grapheme><phoneme>ǃǁ</phoneme></lexeme>', 'a sound that English lacks'],
])('%s is left out with its reason', (lexeme, problem) => {
  const { rows, problems } = parsePls(
    lexicon(`${lexeme}<lexeme><grapheme>b</grapheme><alias>bee</alias></lexeme>`),
    'a.pls',
  )
  expect(rows).toHaveLength(1)
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['<lexicon><lexeme></lexicon>', 'line 1'],
  ['<speak/>', 'it has no <lexicon>'],
  ['no xml', 'Cannot read a.pls'],
])('%s is refused', (xml, message) => {
  expect(() => parsePls(xml, 'a.pls')).toThrow(message)
})

test('what is written is read back', () => {
  const rows = [
    { original: 'Siobhán', replacement_text: 'shih-VAWN', is_phonetic_respelling: true },
    { original: 'A<B', replacement_text: 'A & "B"', is_phonetic_respelling: false },
  ]
  const read = parsePls(formatPls(rows, 'en-GB'), 'a.pls')
  expect(read).toEqual({ rows, problems: [] })
})

test('an entity that expands without end is refused', () => {
  const bomb = `<!DOCTYPE lexicon [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]>`
  const xml = `${bomb}<lexicon alphabet="ipa"><lexeme><grapheme>x</grapheme><alias>&j;</alias></lexeme></lexicon>`
  let length = 0
  try {
    length = JSON.stringify(parsePls(xml, 'a.pls').rows).length
  } catch {}
  expect(length).toBeLessThan(10_000)
})
