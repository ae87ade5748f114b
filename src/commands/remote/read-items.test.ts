import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseAmount, parseCount, parseDay, parseList, parseNumbers } from '../parse-options.ts'
import { formatTable } from './format-table.ts'
import { createProgressBar } from './progress-bar.ts'
import { readItems } from './read-items.ts'
import { formatOf } from './speech-input.ts'
import { openSubmissionRecord } from './submission-record.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-items-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(name: string, content: string) {
  const file = join(folder, name)
  await writeFile(file, content)
  return await readItems(file)
}

describe('texts to submit', () => {
  test.each([
    ['a.csv', '\ufeffName,Text,Voice\r\nintro,"Hello, you",nora\r\n\r\n,"Two\nlines",\r\n'],
    ['a.json', '[{"id":"intro","text":"Hello, you","speaker":"nora"},{"text":"Two\\nlines","voice":""}]'],
    ['a.jsonl', '{"name":"intro","text":"Hello, you","avatar":"nora"}\n\n"Two\\nlines"\n'],
    ['a.NDJSON', '{"title":"intro","text":"Hello, you","speaker_id":"nora"}\r\n{"text":"Two\\nlines"}'],
  ])('are read from %s', async (name, content) => {
    expect(await read(name, content)).toEqual([
      { name: 'intro', text: 'Hello, you', voice: 'nora' },
      { name: '2', text: 'Two\nlines', voice: undefined },
    ])
  })

  test('are read from a folder, in the order of the names of its files', async () => {
    for (const [name, text] of [
      ['b.txt', 'B'],
      ['a.MD', 'A'],
      ['c.ssml', '<speak>C</speak>'],
      ['d.png', 'no'],
    ] as const)
      await writeFile(join(folder, name), text)
    await mkdir(join(folder, 'e'))
    expect(await readItems(folder)).toEqual([
      { name: 'a', text: 'A' },
      { name: 'b', text: 'B' },
      { name: 'c', text: '<speak>C</speak>' },
    ])
  })

  test('without a name are numbered so that they sort', async () => {
    const items = await read('a.json', JSON.stringify(Array.from({ length: 12 }, (_, i) => `text ${i}`)))
    expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted())
    expect(items[0]!.name).toBe('01')
  })

  test.each([
    ['../../etc/passwd', '--..-etc-passwd'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['  .hidden', '-hidden'],
    ['ends. ', 'ends-'],
    ['x'.repeat(200), 'x'.repeat(100)],
    ['Größe 日本', 'Größe 日本'],
  ])('named %j get files named %s', async (name, file) => {
    const [item] = await read('a.json', JSON.stringify([{ name, text: 'x' }]))
    expect(item!.name).toBe(file)
    expect(item!.name).not.toMatch(/[/\\]|^\./)
  })

  test.each([
    ['a.csv', 'name,text\nx,\n', 'row 2 has no text'],
    ['a.csv', 'name,text\nx,"y\n', 'line 2: a quote is opened and never closed'],
    ['a.csv', 'name,text\nx,a "b" c\n', 'line 2: a quote is inside a field; put the whole field in quotes'],
    ['a.csv', 'name,text\nx,"a" b\n', 'line 2: text follows a closing quote'],
    ['a.csv', 'name,text\nx,y,z\n', 'line 2: it has more or fewer fields than the header'],
    ['a.csv', 'text\n', 'it holds no texts'],
    ['a.json', '{"text":"x"}', 'expected an array'],
    ['a.json', '[{"text":"x"},{"text":" "}]', 'entry 2 has no text'],
    ['a.json', '[null]', 'entry 1 has no text'],
    ['a.json', '[', 'the file is not JSON'],
    ['a.jsonl', '"x"\n{', 'line 2 is not JSON'],
    ['a.docx', 'x', 'expected a folder, or a file that ends in .csv, .json or .jsonl'],
    ['a.json', '[{"name":"A","text":"x"},{"name":"a","text":"y"}]', 'two texts are named "a"'],
  ])('in %s as %j are refused', async (name, content, problem) => {
    const refused = read(name, content)
    await expect(refused).rejects.toThrow(problem)
    await expect(refused).rejects.toMatchObject({ exitCode: 65 })
  })
})

describe('the record of a submission', () => {
  const [one, other] = [
    { speaker_id: 3, text: 'one' },
    { speaker_id: 3, text: 'other' },
  ]

  test('goes on where it was interrupted, for the same texts on the same service', async () => {
    const record = await openSubmissionRecord(folder, 'https://a')
    await record.keep([
      { input: one, clipId: 'c1' },
      { input: other, clipId: 'c2' },
    ])
    await record.forget(other)
    const again = await openSubmissionRecord(folder, 'https://a')
    expect([again.clipOf(one), again.clipOf(other)]).toEqual(['c1', undefined])
    expect(again.clipOf({ ...one, speaker_id: 4 })).toBeUndefined()
    expect((await openSubmissionRecord(folder, 'https://b')).clipOf(one)).toBeUndefined()
  })

  test('that is damaged is not overwritten', async () => {
    await writeFile(join(folder, '.declaim-clips.json'), '{"url":')
    await expect(openSubmissionRecord(folder, 'https://a')).rejects.toThrow('remove it to submit everything again')
    expect(await readFile(join(folder, '.declaim-clips.json'), 'utf8')).toBe('{"url":')
  })
})

test('a table has columns as wide as their widest cell on a terminal', () => {
  const green = (text: string) => `\u001b[32m${text}\u001b[0m`
  const rows = [['a', 'name', 'x'], ['日本', { text: 'b', paint: green }, 'y'], ['👩‍👩‍👧'], []]
  expect(formatTable(rows)).toEqual(['a     name  x', `日本  ${green('b')}     y`, '👩‍👩‍👧', ''])
  expect(formatTable([])).toEqual([])
})

test('a progress bar is drawn when it changes, and only on a terminal', () => {
  const written: string[] = []
  const stream = { isTTY: true, write: (text: string) => written.push(text) > 0 } as never
  const bar = createProgressBar(stream)
  bar.draw(0, 3, '0 of 3')
  bar.draw(0, 3, '0 of 3')
  bar.draw(1, 3, '1 of 3')
  bar.draw(0, 0, 'nothing')
  bar.end()
  bar.end()
  expect(written).toHaveLength(4)
  expect(written[1]).toBe(`\r[${'#'.repeat(10)}${' '.repeat(20)}] 33 %  1 of 3\u001b[K`)
  expect(written[2]).toContain('] 100 %')
  createProgressBar({ isTTY: false, write: () => expect.unreachable() } as never).draw(1, 2, 'x')
})

describe('options', () => {
  test('are read as they are meant', () => {
    expect(parseList('a, b,,c  d')).toEqual(['a', 'b', 'c', 'd'])
    expect(parseNumbers('1, 0.5 0')).toEqual([1, 0.5, 0])
    expect([parseCount('1'), parseAmount('24'), parseDay('2026-03-14')]).toEqual([1, 24, '2026-03-14'])
    expect([formatOf('a/b.OGG'), formatOf('x.raw'), formatOf('x.ulaw')]).toEqual(['opus', 'pcm', 'mulaw'])
  })

  test.each([
    [parseCount, '0'],
    [parseCount, '1.5'],
    [parseCount, '-1'],
    [parseAmount, '1e3'],
    [parseAmount, '.5'],
    [parseNumbers, '1,x'],
    [parseDay, '2026-3-14'],
    [parseDay, '2026-13-01'],
    [formatOf, 'x.aiff'],
    [formatOf, 'mp3'],
  ])('are refused (%o %s)', (parse: (text: string) => unknown, text) => {
    expect(() => parse(text)).toThrow(/Expected|Cannot write/)
  })
})
