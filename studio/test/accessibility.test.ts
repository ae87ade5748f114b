import { expect, test } from 'vitest'
import { findFaults, openView, page, useStudio } from './support/story.ts'
import { clickWord } from './support/studio-page.ts'

useStudio()

test('axe finds nothing wrong on any screen, light or dark', async () => {
  await page.waitForSelector('.said')
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, colours are final at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findFaults()).toEqual([])
    await clickWord(page, '$4.99')
    await page.getByText('four dollars ninety nine cents').waitFor()
    expect(await findFaults()).toEqual([])
    for (const name of ['Libraries', 'Clips', 'Voices', 'Usage']) {
      await openView(name)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.waitForTimeout(200)
      expect(await findFaults(), `${name}, ${colorScheme}`).toEqual([])
    }
    await openView('Module three')
    await page.locator('.player').getByRole('button', { name: 'Export' }).click()
    expect(await findFaults()).toEqual([])
    await page.keyboard.press('Escape')
  }
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect(await findFaults()).toEqual([])
  expect(page.problems).toEqual([])
})
