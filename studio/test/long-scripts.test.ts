import { expect, test } from 'vitest'
import { button, eventually, importFile, page, texts, useStudio } from './support/story.ts'
import { createWordFile } from './support/word-file.ts'
import { writeBook } from './support/write-book.ts'

useStudio()

/** As long as an audiobook. */
const WORDS = 50_000
const MOST_ELEMENTS = 8000
const MOST_HEAP_BYTES = 80e6

const countElements = () => page.evaluate(() => document.querySelectorAll('*').length)

test('a script of 50,000 words has few elements, and takes little memory, wherever it is read and written', async () => {
  await importFile('Book.md', writeBook(WORDS))
  await eventually(async () => (await page.locator('.paragraph').count()) > 700).toBe(true)
  await page.locator('.text .said').first().waitFor()
  expect(await countElements()).toBeLessThan(MOST_ELEMENTS)
  for (const part of [0.25, 0.5, 1]) {
    await page.locator('.main').evaluate((main, share) => main.scrollTo(0, main.scrollHeight * share), part)
    await page.waitForTimeout(300)
    expect(await countElements()).toBeLessThan(MOST_ELEMENTS)
  }
  // What is seen can be worked with as everything else.
  const last = page.locator('.paragraph').last()
  await last.getByRole('button', { name: /^Voice of paragraph/ }).waitFor()
  await last.locator('.text').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' The end costs $5.')
  await eventually(async () => (await texts()).at(-1)).toMatch(/The end costs \$5\.$/)
  await last.locator('.said').last().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThan(MOST_HEAP_BYTES)
  expect(await button(/^Play paragraph/).count()).toBeLessThan(100)
})

test('what is seen is explained first, wherever that is', async () => {
  await importFile('Book.md', writeBook(WORDS))
  await page.locator('.text .said').first().waitFor()
  await page.locator('.outline-title').last().click()
  const last = page.locator('.paragraph').last()
  await last.scrollIntoViewIfNeeded()
  await last.locator('.said').first().waitFor()
  // All before it would have taken minutes.
  await page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight / 2))
  await eventually(() => page.locator('.clock').textContent()).toContain('about')
})

test('a Word file as long as an audiobook is imported whole', async () => {
  const blocks = writeBook(WORDS).split('\n\n')
  const paragraphs = blocks.map((text) => (text.startsWith('# ') ? { level: 1, text: text.slice(2) } : text))
  await importFile('Book.docx', createWordFile(paragraphs))
  await eventually(() => page.locator('.paragraph').count()).toBe(blocks.length)
  expect(await texts()).toEqual(blocks.map((text) => text.replace(/^# /, '')))
})
