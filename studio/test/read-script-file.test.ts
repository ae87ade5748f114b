import { expect, test } from 'vitest'
import { readScriptFile } from '../src/script/read-script-file.ts'

test('a text is cut at blank lines, or at lines if it has none', () => {
  expect(readScriptFile('a.b.txt', '\uFEFFOne\nline.\r\n\r\nTwo.\n').paragraphs).toEqual(['One line.', 'Two.'])
  expect(readScriptFile('a.txt', 'One.\nTwo.').paragraphs).toEqual(['One.', 'Two.'])
  expect(readScriptFile('My script.txt', 'One.').title).toBe('My script')
  expect(readScriptFile('a.txt', ' \n').paragraphs).toEqual([])
})

test('Markdown loses its signs', () => {
  const markdown = [
    '# A title\nUnder it.',
    '* one **bold** item\n* a [link](https://example.com)',
    '```\ncode\n```',
    '---',
    '2 * 3 is `six` and _so_ on',
  ]
  expect(readScriptFile('a.md', markdown.join('\n\n')).paragraphs).toEqual([
    'A title',
    'Under it.',
    'one bold item',
    'a link',
    '2 * 3 is six and _so_ on',
  ])
})

test('a paragraph that is too long is cut at the ends of sentences, and nothing is lost', () => {
  const text = Array.from({ length: 120 }, (_, index) => `This is sentence number ${index}.`).join(' ')
  const { paragraphs } = readScriptFile('a.txt', text)
  expect(paragraphs.length).toBeGreaterThan(3)
  expect(paragraphs.every((one) => one.length <= 900 && one.endsWith('.'))).toBe(true)
  expect(paragraphs.join(' ')).toBe(text)
  expect(readScriptFile('a.txt', 'x'.repeat(2000)).paragraphs.map(({ length }) => length)).toEqual([900, 900, 200])
})
