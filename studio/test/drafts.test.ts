import { expect, test } from 'vitest'
import {
  button,
  context,
  eventually,
  forgetWords,
  litWords,
  page,
  service,
  texts,
  useStudio,
  write,
} from './support/story.ts'

useStudio()

test('a reload and a lost connection lose nothing, and what was heard plays on', async () => {
  await write('This stays.')
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(litWords).toContain('stays')
  await eventually(() => button('Play').count()).toBe(1)
  await context.setOffline(true)
  await page.locator('.text').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' And this.')
  await page.getByText('The service does not answer. You can go on writing', { exact: false }).waitFor()
  await page.keyboard.press('Control+Z')
  await forgetWords()
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(litWords).toContain('stays')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Shift+Z')
  await page.waitForTimeout(500)
  await context.setOffline(false)
  await eventually(() => page.locator('.offline').count()).toBe(0)
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['This stays. And this.'])
})

test('a second tab gets a copy of a script that is open, so that neither loses anything', async () => {
  await write('Of the first tab.')
  await page.waitForTimeout(600)
  const second = await context.newPage()
  await second.goto(service.url)
  await second.waitForSelector('.paragraph')
  expect(await second.getByLabel('Title of the script').inputValue()).toBe('Module three (copy)')
  await second.locator('.text').first().click()
  await second.keyboard.type('Of the second tab. ')
  await second.waitForTimeout(600)
  await second.close()
  await page.reload()
  await page.waitForSelector('.paragraph')
  await page.getByRole('button', { name: 'Module three', exact: true }).click()
  await eventually(texts).toEqual(['Of the first tab.'])
  await page.getByRole('button', { name: 'Module three (copy)' }).click()
  await eventually(async () => (await texts()).join()).toContain('Of the second tab.')
  await page.waitForSelector('.paragraph')
  expect(page.problems).toEqual([])
})

test('a script is deleted and brought back', async () => {
  await page.getByRole('button', { name: 'New script' }).click()
  await page.getByLabel('Title of the script').fill('Second')
  await page.getByRole('button', { name: 'Delete script' }).click()
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module three')
  await button('Undo').click()
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Second')
})
