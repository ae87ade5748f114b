import { expect, test } from 'vitest'
import { context, findFaults, service, useStudio } from './support/story.ts'

useStudio()

test('the documents are found by words, by keyboard alone, and nothing comes from elsewhere', async () => {
  const page = await context.newPage()
  const problems: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) foreign.push(request.url())
  })
  await page.goto(`${service.url}/docs/guide/`)
  await page.keyboard.press('/')
  await page.keyboard.type('respelling')
  await page
    .getByRole('link', { name: /Pronunciation/ })
    .first()
    .waitFor()
  await page.locator('#results a').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/guide\/[\w-]+\//)
  expect(await page.locator('main h1').textContent()).not.toBe('Five-minute start')
  await page.fill('#search', 'captions')
  await page.locator('#results mark').first().waitFor()
  await page.locator('#search').press('Escape')
  expect(await page.locator('#results').isVisible()).toBe(false)
  expect([problems, foreign]).toEqual([[], []])
})

test('axe finds nothing wrong on a page of the documents, light or dark', async () => {
  const page = await context.newPage()
  await page.goto(`${service.url}/docs/guide/markup/`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findFaults(page)).toEqual([])
  }
})
