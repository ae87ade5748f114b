import { expect, test } from 'vitest'
import { button, openView, page, useStudio } from './support/story.ts'

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
  expect(await page.getByRole('alert').count()).toBe(0)
})
