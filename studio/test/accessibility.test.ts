import { expect, test } from 'vitest'
import {
  button,
  context,
  eventually,
  findFaults,
  litWords,
  openView,
  page,
  texts,
  useStudio,
  write,
} from './support/story.ts'
import { clickWord, waitForSound } from './support/studio-page.ts'

useStudio()

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(name: string): Promise<void> {
  const nameOf = () =>
    page.evaluate(() => {
      const { activeElement: focused } = document
      return focused?.ariaLabel ?? focused?.closest('label')?.textContent ?? focused?.textContent ?? ''
    })
  for (let stops = 0; stops < 40; stops += 1) {
    if ((await nameOf()).trim() === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard cannot reach “${name}”`)
}

test('the first story works by keyboard alone: hear, write, fix a name, export', async () => {
  await page.keyboard.press('Space')
  await waitForSound(page)
  await page.keyboard.press('Space')
  await button('Play').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Call Thandiwe.')
  await page.waitForSelector('.said-guessed')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('heading', { name: 'Thandiwe' }).waitFor()
  await page.keyboard.press('Alt+Enter')
  await tabTo('Respelling')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('tahn-DEE-way')
  await tabTo('Use here')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.mark-respell:has-text("Thandiwe")')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
  await page.keyboard.press('Control+Enter')
  await eventually(litWords).toContain('Thandiwe')
  await page.keyboard.press('Escape')
  await button('Play').waitFor()
  await tabTo('Export')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo('Export')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('Module three.mp3')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await texts()).toEqual(['Call Thandiwe.'])
})

test('everything that happens by itself is said in a live region', async () => {
  const said = (role: 'status' | 'alert', text: string) =>
    page.getByRole(role).getByText(text, { exact: false }).waitFor()
  await write('Say ::toh--MAY:: now.')
  await said('status', 'Cannot read respelling')
  await write('One.')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await said('status', 'Saved as')
  await page.keyboard.press('Escape')
  await page.getByText('The export is ready').waitFor({ state: 'attached' })
  await button('Delete script').click()
  await said('status', 'is deleted')
  await page.route('**/v1/tts/keys', (route) => route.fulfill({ status: 403, json: { message: 'Not allowed' } }))
  await openView('Keys')
  await said('alert', 'Not allowed')
  await context.setOffline(true)
  await openView('Usage')
  await said('status', 'You can go on writing')
})

test('parts of the page are landmarks with names, and what is current is marked', async () => {
  const tree = await page.locator('#studio').ariaSnapshot()
  for (const part of [
    '- navigation "Studio"',
    '- main',
    '- textbox "Script"',
    '- complementary "Inspector"',
    '- slider "Position in the script"',
    '- combobox "Voice of paragraph 1"',
    '- slider "Pause after paragraph 1"',
    '- button "Play" ',
    '- combobox "Speed of listening"',
  ]) {
    expect(`${tree}\n`.replaceAll(/:?$/gm, ' ')).toContain(part)
  }
  expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Module three'])
  await openView('Voices')
  expect(await page.locator('[aria-current=page]').allInnerTexts()).toEqual(['Voices'])
})

test.each(['light', 'dark'] as const)('axe finds nothing wrong on any %s screen', async (colorScheme) => {
  // Without motion, colours are final at once.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForSelector('.said')
  expect(await findFaults()).toEqual([])
  await clickWord(page, '$4.99')
  await page.getByText('four dollars ninety nine cents').waitFor()
  expect(await findFaults()).toEqual([])
  for (const name of ['Libraries', 'Clips', 'Voices', 'Usage', 'Keys', 'Webhooks']) {
    await openView(name)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    if (name === 'Voices')
      await page
        .getByRole('checkbox', { name: /^Compare / })
        .first()
        .check()
    if (name === 'Keys') {
      await page.getByLabel('Name of the new key').fill('New')
      await button('Key').click()
      await page.getByRole('textbox', { name: 'The key “New”' }).waitFor()
    }
    await page.waitForTimeout(200)
    expect(await findFaults(), name).toEqual([])
  }
  await openView('Module three')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  expect(await findFaults()).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 420, height: 860 })
  expect(await findFaults(), 'narrow').toEqual([])
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect(await findFaults()).toEqual([])
  expect(page.problems).toEqual([])
})
