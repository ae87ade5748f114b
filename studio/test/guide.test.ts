import { expect, test } from 'vitest'
import { context, eventually, findFaults, service, useStudio } from './support/story.ts'

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
  await page.locator('main h1').click()
  await page.keyboard.press('Control+K')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
  // How to do something comes before why it is so.
  await page.fill('#search', 'word timing')
  await eventually(() => page.locator('#results a').first().getAttribute('href')).not.toContain('/decisions/')
})

test('axe finds nothing wrong on a page of the documents, light or dark', async () => {
  const page = await context.newPage()
  await page.goto(`${service.url}/docs/guide/markup/`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findFaults(page)).toEqual([])
  }
})

test('every block of code is copied by a button, and every page has a title', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(`${service.url}/docs/guide/`)
  expect(await page.title()).toBe('Five-minute start · Declaim')
  const block = page.locator('main pre').first()
  expect(await page.locator('.code .copy').count()).toBe(await page.locator('main pre').count())
  await page.locator('.copy').first().click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await block.textContent())!.trimEnd())
})

test('the mouth of the page on mouths moves with its sample, and rests after it', async () => {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${service.url}/docs/guide/mouths/`)
  const drawn = () => page.locator('.mouth').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  const rest = await drawn()
  await page.getByRole('button', { name: 'Play the sample' }).click()
  const shapes = new Set<string>()
  const said = new Set<string>()
  await eventually(async () => {
    shapes.add(await drawn())
    said.add((await page.locator('.said').textContent())!.split(' ')[0]!)
    return shapes.size > 20 && said.size > 8
  }).toBe(true)
  expect([...said]).toContain('mouth')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Play the sample', disabled: false }).waitFor()
  expect(await drawn()).toBe(rest)
  expect(problems).toEqual([])
})
