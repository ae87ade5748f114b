import { expect, test } from 'vitest'
import { button, eventually, page, useStudio, write } from './support/story.ts'
import { clickWord } from './support/studio-page.ts'

useStudio()

test('a figure with several readings is read in another way by one click, which the script keeps as a tag', async () => {
  await write('The answer is 3/4 today.')
  await page.waitForSelector('.text .said-converted')
  await clickWord(page, '3/4')
  await button('Read as a date').or(button('Read as a fraction')).first().click()
  await page.locator('.mark-sayAs').waitFor()
  await page.getByLabel('Show markup').check()
  const tag = await page.locator('.mark-sayAs').evaluate((one) => getComputedStyle(one, '::before').content)
  expect(tag).toMatch(/say-as interpret-as/)
  await page.getByText('as you chose', { exact: false }).waitFor()
  await button('Read as it stands').click()
  await eventually(() => page.locator('.mark-sayAs').count()).toBe(0)
})

test('the colours of the page are chosen, and stay', async () => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.getByLabel('Colours').selectOption('dark')
  expect(await scheme()).toBe('dark')
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await scheme()).toBe('dark')
  await page.getByLabel('Colours').selectOption('system')
  expect(await scheme()).toBe('light dark')
})

test('the script that was looked at last is open after a reload, also if it was not changed', async () => {
  await button('New script').click()
  await page.waitForSelector('.is-empty .text')
  await page.getByRole('navigation').getByRole('button', { name: 'Module three', exact: true }).click()
  await page.getByText('Welcome to module three', { exact: false }).waitFor()
  await page.reload()
  await page.getByText('Welcome to module three', { exact: false }).waitFor()
})
