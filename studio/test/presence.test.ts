import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  browser,
  button,
  eventually,
  findFaultsInBothSchemes,
  openView,
  page,
  useStudio,
  write,
} from './support/story.ts'
import { clickWord } from './support/studio-page.ts'

useStudio()

/** A browser of a new member, which has the same script open. */
async function join(name: string, role: string): Promise<{ at: Page; beside: BrowserContext }> {
  await openView('Members')
  await page.getByLabel('Name of the new member').fill(name)
  await page.locator('.new-member').getByLabel('Role').selectOption(role)
  await button('Invite').click()
  const link = await page.getByRole('textbox', { name: `The sign-in link of “${name}”` }).inputValue()
  await button('Done').click()
  await page.locator('.nav-scripts button').first().click()
  const beside = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const at = await beside.newPage()
  at.setDefaultTimeout(60_000)
  await at.goto(link)
  await at.waitForSelector('.paragraph')
  return { at, beside }
}

const people = (shown: Page) => shown.getByRole('list', { name: 'Also in this script' }).getByRole('listitem')
const namesIn = (shown: Page) => people(shown).locator('.visually-hidden').allTextContents()

/** The text between the start of the script's texts and the mark of somebody's cursor, by where it is drawn. */
async function markOf(shown: Page, initials: string): Promise<string | undefined> {
  return await shown.evaluate((wanted) => {
    const mark = document.querySelector(`.other-cursor[data-initials="${wanted}"]`)?.getBoundingClientRect()
    const place = mark && document.caretPositionFromPoint(mark.left + 1, mark.top + mark.height / 2)
    if (place === undefined || place === null) return undefined
    return place.offsetNode.textContent?.slice(0, place.offset)
  }, initials)
}

test('two people see each other and where each of them writes, until one leaves', async () => {
  await write('Welcome to the course.', 'Wear your helmet.')
  const { at, beside } = await join('Ada King Lovelace', 'editor')
  await eventually(() => namesIn(page)).toEqual(['Ada King Lovelace'])
  expect(await people(page).locator('[aria-hidden]').textContent()).toBe('AL')
  // Whoever signed in by the operator's link has no name.
  await eventually(() => namesIn(at)).toEqual(['Somebody without a name'])
  await at.bringToFront()
  await at.locator('.text').nth(1).click()
  await at.keyboard.press('Home')
  for (let step = 0; step < 'Wear'.length; step += 1) await at.keyboard.press('ArrowRight')
  await page.bringToFront()
  await eventually(() => markOf(page, 'AL')).toBe('Wear')
  // It goes with its text when others write before it.
  await page.locator('.text').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await eventually(() => markOf(page, 'AL')).toBe('Wear')
  expect(await findFaultsInBothSchemes()).toEqual([])
  await beside.close()
  await eventually(() => people(page).count()).toBe(0)
  await eventually(() => page.locator('.other-cursor').count()).toBe(0)
  expect(page.problems).toEqual([])
})

test('a viewer is seen, and so is somebody who changes to the script from another one', async () => {
  await write('A script to look at.')
  const { at, beside } = await join('Vera', 'viewer')
  await eventually(() => namesIn(page)).toEqual(['Vera'])
  expect(await people(page).locator('[aria-hidden]').textContent()).toBe('V')
  // There is nothing that she may change.
  await clickWord(at, 'look')
  await at.getByRole('button', { name: 'Hear look' }).waitFor()
  expect(await at.locator('.inspector').getByRole('button').count()).toBe(1)
  expect(await at.getByRole('slider', { name: /^Tempo/ }).count()).toBe(0)
  expect(await findFaultsInBothSchemes(at)).toEqual([])
  await button('New script').click()
  await eventually(() => people(page).count()).toBe(0)
  await eventually(() => people(at).count()).toBe(0)
  await page.locator('.nav-scripts > li').nth(1).getByRole('button').first().click()
  await eventually(() => namesIn(page)).toEqual(['Vera'])
  await beside.close()
})

test('two tabs of one person show nobody', async () => {
  const { at, beside } = await join('Ada', 'editor')
  await eventually(() => namesIn(page)).toEqual(['Ada'])
  const second = await beside.newPage()
  await second.goto(at.url())
  await second.waitForSelector('.paragraph')
  await eventually(() => namesIn(page)).toEqual(['Ada', 'Ada'])
  expect(await namesIn(at)).toEqual(['Somebody without a name'])
  await second.close()
  await eventually(() => namesIn(page)).toEqual(['Ada'])
  await beside.close()
})
