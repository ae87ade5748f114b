import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { button, openView, page, service, useStudio } from './support/story.ts'

useStudio()

test('a library is edited as a table, and a CSV with bad rows names them', async () => {
  await openView('Libraries')
  await button('Library').click()
  await page.getByLabel('New word').fill('SQL')
  await page.getByLabel('Said as').fill('sequel')
  await button('Add').click()
  await page.getByLabel('Word SQL').waitFor()
  const csv = (content: string) => ({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const file = page.locator('.panel input[type=file]')
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n,empty\n'))
  await page.getByRole('alert').getByText('row 2').waitFor()
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n'))
  await page.getByLabel('Word nginx').waitFor()
  expect(await page.locator('.panel .problem').count()).toBe(0)
})

test('a lexicon goes into a library, and one with bad lexemes names them', async () => {
  await openView('Libraries')
  await button('Library').click()
  const pls = (lexemes: string) => ({
    name: 'words.pls',
    mimeType: 'application/pls+xml',
    buffer: Buffer.from(`<?xml version="1.0"?><lexicon alphabet="ipa">${lexemes}</lexicon>`),
  })
  const file = page.locator('.panel input[type=file]')
  await file.setInputFiles(pls('<lexeme><grapheme>Nguyen</grapheme></lexeme>'))
  await page.getByRole('alert').getByText('lexeme 1 (Nguyen)').waitFor()
  await file.setInputFiles(pls('<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtoʊ</phoneme></lexeme>'))
  await page.getByLabel('Word tomato').waitFor()
  expect(await page.getByLabel('tomato is respelled').isChecked()).toBe(true)
})

test('a library goes out and in as JSON, and a file that is none is refused in words', async () => {
  await openView('Libraries')
  await button('Library').click()
  await page.getByLabel('New word').fill('SQL')
  await page.getByLabel('Said as').fill('SEE-kwul')
  await button('Add').click()
  await page.getByLabel('Word SQL').waitFor()
  expect(await page.getByLabel('SQL is respelled').isChecked()).toBe(true)
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export JSON').click()])
  const path = `${service.dataDirectory}/words.json`
  await download.saveAs(path)
  const rows = JSON.parse(await readFile(path, 'utf8')) as object[]
  expect(rows).toEqual([{ original: 'SQL', replacement_text: 'SEE-kwul', is_phonetic_respelling: true, enabled: true }])
  await button('Delete SQL').click()
  await page.getByText('This library is empty.').waitFor()
  const file = page.locator('.panel input[type=file]')
  await file.setInputFiles(path)
  await page.getByLabel('Word SQL').waitFor()
  for (const [name, content, message] of [
    ['words.json', '{"a": 1}', 'expected an array of replacements'],
    ['words.json', '[', 'it is no JSON'],
    ['picture.csv', 'GIF89a\0', 'it is no CSV, JSON or PLS'],
  ]) {
    await file.setInputFiles({ name: name!, mimeType: 'text/plain', buffer: Buffer.from(content!) })
    await page.getByRole('alert').getByText(message!, { exact: false }).waitFor()
  }
  expect(await page.getByLabel('Word SQL').count()).toBe(1)
})
