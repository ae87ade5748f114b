import { expect, test } from 'vitest'
import { eventually, page, texts, useStudio } from './support/story.ts'

useStudio()

test('a script of 200 paragraphs is imported, scrolled and kept', async () => {
  const content = Array.from({ length: 200 }, (_, index) => `Paragraph **${index}** of a long script.`).join('\n\n')
  const file = { name: 'Long script.md', mimeType: 'text/markdown', buffer: Buffer.from(content) }
  await page.getByLabel('Import text or Markdown').setInputFiles(file)
  await eventually(() => page.locator('.paragraph').count()).toBe(200)
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Long script')
  await page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await page.getByText('Paragraph 199 of a long script.').waitFor()
  await page.waitForTimeout(600)
  await page.reload()
  await eventually(() => page.locator('.paragraph').count()).toBe(200)
  expect((await texts()).at(-1)).toBe('Paragraph 199 of a long script.')
})
