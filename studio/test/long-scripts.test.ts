import { expect, test } from 'vitest'
import { button, eventually, importFile, page, texts, useStudio } from './support/story.ts'

useStudio()

/** As long as an audiobook. */
const WORDS = 50_000
const WORDS_OF_A_PARAGRAPH = 70
const MOST_ELEMENTS = 8000
const MOST_HEAP_BYTES = 80e6

/** Prose with prices and names, which are underlined, in scenes of fifty paragraphs. */
function writeBook(): string {
  const blocks: string[] = []
  for (let word = 0; word < WORDS; word += WORDS_OF_A_PARAGRAPH) {
    const number = word / WORDS_OF_A_PARAGRAPH
    if (number % 50 === 0) blocks.push(`# Chapter ${number / 50 + 1}`)
    const sentence = `Paragraph ${number} costs $${number}.50, and Nandipha says that it is as long as it has to be. `
    blocks.push(sentence.repeat(4).trim())
  }
  return blocks.join('\n\n')
}

const countElements = () => page.evaluate(() => document.querySelectorAll('*').length)

test('a script of 50,000 words has few elements, and takes little memory, wherever it is read and written', async () => {
  await importFile('Book.md', writeBook())
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
