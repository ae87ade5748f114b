import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutParagraph, findCuts, LONGEST_PARAGRAPH } from '../src/script/import/cut-paragraph.ts'
import { readCues } from '../src/script/import/read-cues.ts'
import { DEFAULT_OPTIONS, readScriptFile } from '../src/script/import/read-script-file.ts'

const read = (name: string, content: string | Buffer<ArrayBuffer>) => readScriptFile(new File([content], name))
const textsOf = async (name: string, content: string | Buffer<ArrayBuffer>) =>
  (await read(name, content)).lines.map(({ text }) => text)

test('a text is cut at blank lines, or at lines if it has none', async () => {
  expect(await textsOf('a.b.txt', '\uFEFFOne\nline.\r\n\r\nTwo.\n')).toEqual(['One line.', 'Two.'])
  expect(await textsOf('a.txt', 'One.\nTwo.')).toEqual(['One.', 'Two.'])
  expect((await read('My script.txt', 'One.')).title).toBe('My script')
})

test('CSV with a header has texts, voices and pauses in any order', async () => {
  const csv = 'Pause,Character,Line\n1.5,Nora,"Hello, ""you""."\n,Silas,"Two\nlines"\n\n'
  expect((await read('a.csv', csv)).lines).toEqual([
    { text: 'Hello, "you".', voice: 'Nora', pause: 1.5 },
    { text: 'Two lines', voice: 'Silas' },
  ])
})

test('CSV without a header is texts, or voices and texts', async () => {
  expect((await read('a.csv', '"One, one."\nTwo.')).lines).toEqual([{ text: 'One, one.' }, { text: 'Two.' }])
  expect((await read('a.csv', 'Nora,One.\nSilas,Two.')).lines).toEqual([
    { voice: 'Nora', text: 'One.' },
    { voice: 'Silas', text: 'Two.' },
  ])
})

test('CSV names what is wrong in all rows at once, and takes names and semicolons', async () => {
  const csv = 'name;text;pause\nwelcome;Hello.;1\nbye;Bye.;99\nend;End.;soon\n'
  await expect(read('a.csv', csv)).rejects.toThrow(
    'row 3 has the pause “99”, expected 0 to 10 seconds; row 4 has the pause “soon”, expected 0 to 10 seconds',
  )
  expect((await read('a.csv', 'name;text\nwelcome;Hello.')).lines).toEqual([{ name: 'welcome', text: 'Hello.' }])
})

test.each<[string, readonly number[] | Buffer<ArrayBuffer>, string, string | undefined]>([
  ['UTF-8', Buffer.from('Café €'), 'Café €', undefined],
  ['UTF-16 with a mark', Buffer.from('\uFEFFCafé', 'utf16le'), 'Café', undefined],
  ['UTF-16 without a mark', Buffer.from('Plain text.', 'utf16le'), 'Plain text.', undefined],
  ['Windows-1252', Buffer.from('Caf\xe9 \x80', 'latin1'), 'Café €', 'windows-1252'],
])('%s is read, and said to be a guess if it is one', async (_, bytes, text, guess) => {
  const { lines, found } = await read('a.txt', bytes as Buffer<ArrayBuffer>)
  expect([lines, found.guess]).toEqual([[{ text }], guess])
})

test('captions become whole sentences, with or without their times', () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Nora>One\ntwo\n\n00:02.100 --> 00:03.000\nthree.\n\nNOTE x\n\n00:04.500 --> 00:05.000\nFour &amp; five.\n'
  expect(readCues(vtt, { keepsTimes: true })).toEqual([
    { text: 'One two three.', pause: 1.5 },
    { text: 'Four & five.' },
  ])
  expect(readCues(vtt, { keepsTimes: false })).toEqual([{ text: 'One two three.' }, { text: 'Four & five.' }])
})

test.each([
  ['a.txt', ' \n', 'Cannot import a.txt: it has no text'],
  ['a.txt', 'GIF89a\0\0', 'Cannot import a.txt: it is no text. The Studio reads Word'],
  ['a.doc', 'x', 'Cannot import a.doc: it is an old Word file; save it as .docx'],
  ['a.txt', '%PDF-1.4', 'Cannot import a.txt: it is a PDF'],
  ['a.epub', 'x', 'Cannot import a.epub: it is an e-book'],
  ['a.csv', 'a,b,c\n1,2,3', 'Cannot read the CSV: no column is named “text”'],
  ['a.csv', 'text,pause\nOne.,long', 'Cannot read the CSV: row 2 has the pause “long”, expected 0 to 10 seconds'],
  ['a.csv', 'text\n"open', 'Cannot read the CSV: Quote Not Closed'],
  ['a.txt', 'word '.repeat(250_000), 'A script holds up to 1,000,000 characters, and this text has 1,24'],
])('%s with %j is refused in words', async (name, content, message) => {
  await expect(read(name, content)).rejects.toThrow(message)
})

test('a paragraph that is too long is cut at the ends of sentences, and nothing is lost', async () => {
  const text = Array.from({ length: 120 }, (_, index) => `This is sentence number ${index}.`).join(' ')
  const paragraphs = await textsOf('a.txt', text)
  expect(paragraphs.length).toBeGreaterThan(3)
  expect(paragraphs.every((one) => one.length <= LONGEST_PARAGRAPH && one.endsWith('.'))).toBe(true)
  expect(paragraphs.join(' ')).toBe(text)
  expect(cutParagraph('x'.repeat(2000)).map(({ length }) => length)).toEqual([900, 900, 200])
})

test('pieces of any text are short, in order, whole characters, and add up to the text', () => {
  const words = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('End. '), fc.constant('👍'.repeat(400))))
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(' ')
      const cuts = findCuts(text)
      const pieces = cuts.map((end, index) => text.slice(cuts[index - 1] ?? 0, end))
      expect(pieces.join('')).toBe(text)
      expect(pieces.every((piece) => piece.length <= LONGEST_PARAGRAPH && piece.isWellFormed())).toBe(true)
    }),
  )
})

test('unknown voices of a CSV are named with its other faults, and are no fault alone', async () => {
  const isVoice = (name: string) => name === 'Nora'
  const importCsv = (content: string) => readScriptFile(new File([content], 'a.csv'), { ...DEFAULT_OPTIONS, isVoice })
  await expect(importCsv('text,voice,pause\nOne.,Bob,1\nTwo.,Nora,soon\nThree.,Eve,')).rejects.toThrow(
    'row 3 has the pause “soon”, expected 0 to 10 seconds; row 2 has the voice “Bob”, which nobody has; row 4 has the voice “Eve”, which nobody has',
  )
  expect((await importCsv('text,voice\nOne.,Bob')).lines).toEqual([{ text: 'One.', voice: 'Bob' }])
})
