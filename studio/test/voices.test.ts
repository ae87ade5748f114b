import { expect, test } from 'vitest'
import { button, eventually, litWords, openView, page, texts, useStudio, write } from './support/story.ts'
import { waitForSound } from './support/studio-page.ts'

useStudio({ AVATARS_FILE: '' })

const preview = () =>
  page.locator('audio').evaluate((audio) => ({
    seconds: (audio as HTMLAudioElement).currentTime,
    isPaused: (audio as HTMLAudioElement).paused,
  }))

test('a voice is previewed with real audio, one at a time', async () => {
  await openView('Voices')
  await button('Preview Nora Narration').click()
  await eventually(async () => (await preview()).seconds).toBeGreaterThan(0.2)
  await button('Preview Silas Narration').click()
  await button('Stop the preview of Silas Narration').click()
  await eventually(async () => (await preview()).isPaused).toBe(true)
})

test('voices are found by words and traits', async () => {
  await openView('Voices')
  const names = () => page.locator('.voices .voice-name').allInnerTexts()
  const all = (await names()).length
  await page.getByLabel('Search voices').fill('nora promo')
  expect(await names()).toEqual(['Nora\nPromo'])
  await page.getByLabel('Search voices').fill('')
  await page.getByLabel('Any gender').selectOption('male')
  const male = (await names()).length
  expect(male).toBeGreaterThan(0)
  expect(male).toBeLessThan(all)
  await page.getByLabel('Search voices').fill('no such voice')
  await page.getByText('No voice is like that.').waitFor()
})

test('up to four voices say the same paragraph side by side, and one of them is used', async () => {
  await write('Hello there.')
  await openView('Voices')
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  for (const box of (await boxes.all()).slice(0, 4)) await box.check()
  expect(await boxes.nth(4).isDisabled()).toBe(true)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  expect(await comparison.getByRole('listitem').count()).toBe(4)
  await button('Say my text with Nora Promo').click()
  await waitForSound(page)
  await comparison.getByRole('button', { name: 'Stop Nora Promo' }).waitFor()
  await button('Hear all in turn').click()
  await comparison.getByRole('button', { name: 'Stop Nora Narration' }).waitFor()
  await comparison.getByRole('button', { name: 'Stop Nora Conversational' }).waitFor()
  await comparison.getByRole('button', { name: 'Stop Nora Conversational' }).click()
  await comparison.getByRole('button', { name: 'Use Nora Promo' }).click()
  await button('Compare without Nora Narration').click()
  expect(await comparison.getByRole('listitem').count()).toBe(3)
  await openView('Module three')
  expect(await button(/^Voice of paragraph 1/).textContent()).toBe('Nora · Promo')
  expect(await texts()).toEqual(['Hello there.'])
  expect(await litWords()).toBe('')
})
