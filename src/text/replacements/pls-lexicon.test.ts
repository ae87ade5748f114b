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
  )
  expect(problems).toEqual([])
  expect(rows).toEqual([
    { original: 'tomato', replacementText: 'tuh-MAY-toh', isPhoneticRespelling: true },
    { original: 'W3C', replacementText: 'World Wide Web Consortium', isPhoneticRespelling: false },
    { original: 'w3c', replacementText: 'World Wide Web Consortium', isPhoneticRespelling: false },
    { original: 'R&B', replacementText: 'R and B', isPhoneticRespelling: false },
  ])
})

test.each([
  ['<lexeme><grapheme>a</grapheme></lexeme>', 'neither <phoneme> nor <alias>'],
  ['<lexeme><alias>a</alias></lexeme>', 'it has no <grapheme>'],
  ['<lexeme><grapheme>a</grapheme><phoneme alphabet="x-sampa">a</phoneme></lexeme>', 'alphabet "x-sampa"'],
  [
    '<lexeme><grapheme>a</grapheme><phoneme alphabet="cmu-arpabet">QQ1</phoneme></lexeme>',
    'a sound that English lacks',
  ],
  ['<lexeme><grapheme>a</grapheme><phoneme>ǃǁ</phoneme></lexeme>', 'a sound that English lacks'],
])('%s is left out with its reason', (lexeme, problem) => {
  const { rows, problems } = parsePls(lexicon(`${lexeme}<lexeme><grapheme>b</grapheme><alias>bee</alias></lexeme>`))
  expect(rows).toHaveLength(1)
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['<lexicon><lexeme></lexicon>', 'line 1'],
  ['<speak/>', 'it has no <lexicon>'],
  ['no xml', 'Cannot read the lexicon'],
])('%s is refused', (xml, message) => {
  expect(() => parsePls(xml)).toThrow(message)
})

test('phonemes in ARPAbet are read', () => {
  const { rows } = parsePls(
    lexicon('<lexeme><grapheme>Nguyen</grapheme><phoneme>W IH1 N</phoneme></lexeme>', 'alphabet="cmu-arpabet"'),
  )
  expect(rows).toEqual([{ original: 'Nguyen', replacementText: 'WIHN', isPhoneticRespelling: true }])
})

test('what is written is read back', () => {
  const rows = [
    { original: 'Siobhán', replacementText: 'shih-VAWN', isPhoneticRespelling: true },
    { original: 'A<B', replacementText: 'A & "B"', isPhoneticRespelling: false },
  ]
  const read = parsePls(formatPls(rows, 'en-GB'))
  expect(read).toEqual({ rows, problems: [] })
})

test('an entity that expands without end is refused', () => {
  const bomb = `<!DOCTYPE lexicon [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]>`
  const xml = `${bomb}<lexicon alphabet="ipa"><lexeme><grapheme>x</grapheme><alias>&j;</alias></lexeme></lexicon>`
  let length = 0
  try {
    length = JSON.stringify(parsePls(xml).rows).length
  } catch {}
  expect(length).toBeLessThan(10_000)
})
