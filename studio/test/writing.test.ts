import { expect, test } from 'vitest'
import {
  button,
  chooseVoice,
  eventually,
  forgetWords,
  litWords,
  page,
  texts,
  useStudio,
  write,
} from './support/story.ts'
import { waitForSound } from './support/studio-page.ts'

useStudio()

test('a first visitor presses Space and hears the script, its words lit as they are spoken', async () => {
  await page.keyboard.press('Space')
  await waitForSound(page)
  await eventually(litWords).toContain('Welcome')
  // A busy machine skips frames, and with them words.
  await eventually(litWords).toMatch(/module|three|It|costs/)
  await page.keyboard.press('Space')
  await eventually(() => button('Play').count()).toBe(1)
  await forgetWords()
  await page.keyboard.press('Space')
  await eventually(litWords).toMatch(/\w/)
  expect(page.problems).toEqual([])
})

test('two paragraphs with two voices are heard one after the other, with the pause between them', async () => {
  await write('One.', 'Two.')
  await chooseVoice(2, 'Tone')
  const gap = page.getByRole('slider', { name: 'Pause after paragraph 1' })
  await gap.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await gap.getAttribute('aria-valuetext')).toBe('0.2 seconds')
  await page.getByLabel('Title of the script').click()
  await button('Play').click()
  await eventually(litWords).toContain('Two')
  await eventually(() => button('Play').count()).toBe(1)
})

test('the first letter of a new paragraph is typed by the editor: a busy browser types it beside the text', async () => {
  await write('One.', '')
  await page.evaluate(() => {
    const typed: (string | null)[] = []
    Object.assign(globalThis, { typed })
    addEventListener('input', (event) => typed.push((event as InputEvent).data))
  })
  await page.keyboard.type('Two.')
  expect(await texts()).toEqual(['One.', 'Two.'])
  expect(await page.evaluate(() => (globalThis as unknown as { typed: string[] }).typed)).toEqual(['w', 'o', '.'])
  await page.keyboard.press('Control+Z')
  expect((await texts()).at(-1)).not.toContain('Two')
})

test('a paragraph is moved by keys and back', async () => {
  await write('One.', 'Two.')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await texts()).toEqual(['Two.', 'One.'])
  await page.keyboard.press('Control+Z')
  expect(await texts()).toEqual(['One.', 'Two.'])
})

test('underlines come back with a paragraph that is deleted and brought back', async () => {
  await write('It costs $4.99.', 'Two.')
  await page.waitForSelector('.text .said-converted')
  await page.getByRole('button', { name: 'More about paragraph 1' }).click()
  await button('Delete').click()
  expect(await texts()).toEqual(['Two.'])
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+Z')
  await page.waitForSelector('.text .said-converted:has-text("$4.99")')
  await page.getByLabel('Show markup').check()
  expect(await texts()).toEqual(['It costs $4.99.', 'Two.'])
})

test('a text that the service refuses is marked where it is wrong', async () => {
  await write('Say ::toh--MAY:: now.')
  await page.getByRole('button', { name: /Cannot read respelling/ }).waitFor()
  expect(await page.locator('.text .said-problem').count()).toBeGreaterThan(0)
})
