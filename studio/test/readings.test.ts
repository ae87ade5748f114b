import { expect, test } from 'vitest'
import { button, eventually, findFaultsInBothSchemes, page, service, texts, useStudio, write } from './support/story.ts'
import { clickWord, waitForSound } from './support/studio-page.ts'

useStudio()

const reading = (name: string) => page.getByRole('radio', { name, exact: true })
const chosen = () =>
  page
    .getByRole('radiogroup', { name: 'Chosen reading' })
    .locator('label')
    .evaluateAll((labels) => labels.find((label) => label.querySelector('input')!.checked)?.textContent)

/** The editor hears of the cursor with the next frame. */
const untilHeard = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** The paragraphs of the script as the service has them. */
async function stored(): Promise<readonly string[]> {
  const { projects } = await service.json<{ projects: readonly { readonly project_id: string }[] }>('/projects')
  const { paragraphs } = await service.json<{ paragraphs: readonly { readonly text: string }[] }>(
    `/projects/${projects[0]!.project_id}/script`,
  )
  return paragraphs.map(({ text }) => text)
}

test('readings of a sentence are heard, kept side by side and chosen, in the page and on the service', async () => {
  await write('He left. Nobody saw it coming. It rained.')
  await clickWord(page, 'Nobody')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/stream') && asked.push(request.postData() ?? ''))
  await button('Another reading').click()
  await waitForSound(page)
  await eventually(chosen).toBe('Reading 1')
  await button('Another reading').click()
  await eventually(chosen).toBe('Reading 2')
  await eventually(() => asked.map((body) => /<take value=\\"\d\\">[^<]*/.exec(body)?.[0])).toEqual([
    '<take value=\\"1\\">Nobody saw it coming.',
    '<take value=\\"2\\">Nobody saw it coming.',
  ])
  // Hearing one chooses nothing, and what was heard comes at once.
  await button('Hear usual reading').click()
  await button('Hear reading 1').click()
  await waitForSound(page)
  await eventually(chosen).toBe('Reading 2')
  await eventually(() => asked.length).toBe(3)
  expect(asked[2]).not.toContain('<take')
  await reading('Reading 2').focus()
  await page.keyboard.press('ArrowUp')
  await eventually(chosen).toBe('Reading 1')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
  await eventually(stored).toEqual(['He left. <take value="1" kept="1 2">Nobody saw it coming.</take> It rained.'])
  expect(await findFaultsInBothSchemes()).toEqual([])
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(chosen).toBe('Reading 2')
  await page.keyboard.press('Control+Shift+Z')
  await eventually(chosen).toBe('Reading 1')
  await button('Remove reading 2').click()
  await eventually(stored).toEqual(['He left. <take value="1" kept="1">Nobody saw it coming.</take> It rained.'])
  expect(page.problems).toEqual([])
})

test('a chosen reading stays with its sentence, and ends when the sentence changes', async () => {
  await write('He left. Nobody saw it coming. It rained.')
  await clickWord(page, 'Nobody')
  await button('Another reading').click()
  await waitForSound(page)
  await page.locator('.text').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Oh. ')
  for (let step = 0; step < 'He left. '.length; step += 1) await page.keyboard.press('ArrowRight')
  await untilHeard()
  await page.keyboard.press('Enter')
  await eventually(texts).toEqual(['Oh. He left. ', 'Nobody saw it coming. It rained.'])
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type(' And rained.')
  const TAKE = '<take value="1" kept="1">Nobody saw it coming.</take>'
  await eventually(stored).toEqual([`${TAKE} It rained. And rained.`, 'Oh. He left. '])
  await clickWord(page, 'coming')
  await eventually(chosen).toBe('Reading 1')
  await untilHeard()
  await page.keyboard.type('x')
  await page.getByText('The sentence has changed since its readings were chosen').waitFor()
  expect(await page.getByRole('radiogroup').count()).toBe(0)
  await eventually(async () => (await stored())[0]).not.toContain('<take')
  await page.keyboard.press('Control+Z')
  await eventually(chosen).toBe('Reading 1')
  await eventually(stored).toEqual([`${TAKE} It rained. And rained.`, 'Oh. He left. '])
  // The next edition of the page has it, too.
  await page.reload()
  await page.waitForSelector('.paragraph')
  await clickWord(page, 'coming')
  await eventually(chosen).toBe('Reading 1')
})

test('an export of the page has the chosen reading', async () => {
  await write('He left. Nobody saw it coming.')
  await clickWord(page, 'Nobody')
  await button('Another reading').click()
  await waitForSound(page)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/exports/estimate')),
    button('Export').click(),
  ])
  expect(request.postDataJSON()).toMatchObject({
    paragraphs: [{ text: 'He left. <take value="1">Nobody saw it coming.</take>' }],
  })
})
