import { expect, test } from 'vitest'
import { button, eventually, litWords, page, service, useStudio, write } from './support/story.ts'
import { clickWord, selectWord, waitForSound } from './support/studio-page.ts'

useStudio()

test('a price and a guessed name are underlined and explained; the name is fixed here, then everywhere, and undone', async () => {
  await write('Nandipha paid $4.99.', 'Call Nandipha.')
  await page.waitForSelector('.text .said-converted:has-text("$4.99")')
  await page.waitForSelector('.text .said-guessed:has-text("Nandipha")')
  await clickWord(page, '$4.99')
  await page.getByText('four dollars ninety nine cents').waitFor()
  await clickWord(page, 'Nandipha')
  await page.getByText('guessed from its letters', { exact: false }).first().waitFor()
  await page.getByLabel('Respelling', { exact: true }).fill('nahn-DEE-pah')
  await button('Hear the respelling').click()
  await waitForSound(page)
  await button('Use here').click()
  await page.waitForSelector('.mark-respell:has-text("Nandipha")')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(() => page.locator('.mark-respell').count()).toBe(0)

  await clickWord(page, 'Nandipha')
  await page.getByLabel('Respelling', { exact: true }).fill('nahn-DEE-pah')
  await page.getByText('“Use everywhere” changes paragraphs 1, 2').waitFor()
  await button('Use everywhere').click()
  await eventually(() => page.locator('.text .said-replaced').count()).toBe(2)
  const { libraries } = await service.json<{ libraries: { library_id: string }[] }>('/replacement_libraries')
  const path = `/replacement_libraries/${libraries[0]!.library_id}/replacements`
  const stored = () => service.json<{ replacements: object[] }>(path).then(({ replacements }) => replacements)
  expect(await stored()).toMatchObject([{ original: 'Nandipha', replacement_text: 'nahn-DEE-pah' }])
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(stored).toEqual([])
  await eventually(() => page.locator('.text .said-replaced').count()).toBe(0)
})

test('the pointer on an underlined word shows how it is said, and plays it', async () => {
  await write('It costs $4.99 now.')
  await page.locator('.text .said-converted').hover()
  const card = page.getByRole('region', { name: 'How $4.99 is said' })
  await card.getByText('four dollars ninety nine cents').waitFor()
  await card.getByRole('button', { name: 'Hear $4.99' }).click()
  await waitForSound(page)
  await page.getByLabel('Title of the script').hover()
  await card.waitFor({ state: 'detached' })
  await page.locator('.text .said-converted').hover()
  await card.waitFor()
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, width: 720 })
  await card.waitFor({ state: 'detached' })
  await page.setViewportSize(size)
})

test('after a word is fixed everywhere, only the sentence that has it is rendered again', async () => {
  await write('Hello there.', 'Call Nandipha. Then wait.')
  const marks = page.locator('.sentences')
  for (const number of [1, 2]) {
    await button(`Play paragraph ${number}`).click()
    await eventually(() => marks.count()).toBe(number)
    await button('Play').waitFor()
  }
  await clickWord(page, 'Nandipha')
  await page.getByLabel('Respelling', { exact: true }).fill('nahn-DEE-pah')
  await button('Use everywhere').click()
  await page.waitForSelector('.text .said-replaced')
  const labels = () => marks.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
  await eventually(labels).toEqual(['1 of 1 sentence is rendered', '1 of 2 sentences are rendered'])
  const streams: string[] = []
  page.on('request', (request) => request.url().endsWith('/stream') && streams.push(request.postData() ?? ''))
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('there')
  await button('Play').waitFor()
  expect(streams).toEqual([])
})

test('a phrase is made slower with a dial, heard at once, and undone', async () => {
  await write('Please slow down here.')
  await selectWord(page, 'slow')
  const dial = page.getByRole('slider', { name: /^Tempo/ })
  await dial.focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await dial.getAttribute('aria-valuetext')).toBe('0.88×')
  await page.waitForSelector('.mark-tempo[data-value="0.88"]:has-text("slow")')
  await waitForSound(page)
  // The handle at the end of the words selects them.
  const box = (await page.locator('.mark-tempo').boundingBox())!
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2)
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('slow')
  await button('Reset').click()
  expect(await page.locator('.mark-tempo').count()).toBe(0)
})

test('a pause at a comma is changed by keys and by drag, and both are undone', async () => {
  // The comma comes last, so that its pause, when it is shown before that of the end, is that of the whole text.
  await write('Slowly and then we stop.')
  await page.keyboard.press('Home')
  for (let step = 0; step < 'Slowly'.length; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type(',')
  const mark = page.locator('.pause-mark').first()
  await eventually(() => page.locator('.pause-mark').count()).toBe(2)
  const before = Number(await mark.getAttribute('data-seconds'))
  await page.locator('.text').click()
  await page.keyboard.press('Home')
  for (let step = 0; step < 'Slowly,'.length; step += 1) await page.keyboard.press('ArrowRight')
  const dial = page.getByRole('slider', { name: /^After/ })
  await dial.focus()
  await page.keyboard.press('End')
  await page.waitForSelector('.mark-tempo[data-value="0.7"]:has-text(",")')
  await eventually(async () =>
    Number(await page.locator('.pause-mark').first().getAttribute('data-seconds')),
  ).toBeCloseTo(before / 0.7, 1)
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(() => page.locator('.mark-tempo').count()).toBe(0)

  await eventually(async () => Number(await mark.getAttribute('data-seconds'))).toBe(before)
  const { x, y, width, height } = (await mark.boundingBox())!
  await page.mouse.move(x + width / 2, y + height - 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 100, y + height - 2, { steps: 4 })
  await page.mouse.up()
  await page.waitForSelector('.mark-tempo[data-value="2.3"]:has-text(",")')
  expect(await page.locator('.paragraph .text').textContent()).toBe('Slowly, and then we stop.')
})

test('a pronunciation can be typed in IPA, and what cannot be read says why', async () => {
  await write('Call Siobhan.', 'Siobhan calls.')
  await page.waitForSelector('.text .said, .text:has-text("Siobhan")')
  await clickWord(page, 'Siobhan')
  const field = page.getByLabel('Respelling', { exact: true })
  // What is said now is the choice.
  const now = page.getByRole('radio').first()
  expect(await now.isChecked()).toBe(true)
  await field.fill('xx')
  expect(await now.isChecked()).toBe(false)
  await page.getByText('No syllable is in capitals', { exact: false }).waitFor()
  expect(await button('Use here').isDisabled()).toBe(true)
  await field.fill('/ʃɪˈvɔːn$/')
  await page.getByText('These are not all sounds of English in IPA.', { exact: false }).waitFor()
  await field.fill('/ʃɪˈvɔːn/')
  await page.getByText('Said as shih-VAWN.', { exact: false }).waitFor()
  await eventually(() => button('Use here').getAttribute('aria-disabled')).toBe('false')
  await button('Use here').click()
  await eventually(() => page.locator('.mark-respell').getAttribute('data-value')).toBe('shih-VAWN')
})

test('a word of a library shows its respelling as it was written there', async () => {
  await write('Ask Szczesny.')
  await clickWord(page, 'Szczesny')
  // The same sounds can be divided into syllables in another way.
  await page.getByLabel('Respelling', { exact: true }).fill('SHCHENS-nee')
  await page.getByText('Said as SHCHEHN-snee.', { exact: false }).waitFor()
  await button('Use everywhere').click()
  await page.waitForSelector('.text .said-replaced')
  await page.getByText('A library changes how it is said.').waitFor()
  await eventually(() => page.getByRole('radio', { name: 'SHCHENS-nee' }).isChecked()).toBe(true)
})
