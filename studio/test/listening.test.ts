import { expect, test } from 'vitest'
import { button, eventually, forgetWords, litWords, page, useStudio, write } from './support/story.ts'
import { selectWord, waitForSound } from './support/studio-page.ts'

useStudio()

const waveform = () => page.getByRole('slider', { name: 'Position in the script' })

const audioClock = () => page.evaluate(() => (globalThis as unknown as { audioClock: () => number }).audioClock())

/** Plays paragraph 1 to its end and returns the seconds of the audio clock that this took. */
async function timePlayback(): Promise<number> {
  const began = await audioClock()
  await button('Play paragraph 1').click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await button('Play').waitFor()
  return (await audioClock()) - began
}

test('listening is faster or slower without another rendering, and every word is lit', async () => {
  const text = 'This is a sentence of a few words, and these are the last words of it.'
  await write(text)
  const streams: string[] = []
  page.on('request', (request) => request.url().endsWith('/stream') && streams.push(request.url()))
  const usual = await timePlayback()
  await page.getByLabel('Speed of listening').selectOption('2')
  await forgetWords()
  const fast = await timePlayback()
  expect(fast / usual).toBeLessThan(0.8)
  const lit = (await litWords()).split(' ')
  // In order and to the end; a busy machine skips frames, and with them words.
  expect(text).toMatch(new RegExp(lit.map((word) => `\\b${word}\\b`).join('.*')))
  expect(lit.at(-1)).toBe('it')
  expect(streams).toHaveLength(1)
})

test('a change of speed while it plays goes on from the same word', async () => {
  await write('One two three four five six seven eight nine ten eleven twelve.')
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('four')
  await page.getByLabel('Speed of listening').selectOption('1.5')
  await eventually(litWords).toContain('twelve')
  expect((await litWords()).split(' ').filter((word) => word === 'One')).toHaveLength(1)
})

test('selected words play again and again until the loop is switched off', async () => {
  await write('Nothing but these words.')
  await selectWord(page, 'these')
  await button('Loop').click()
  expect(await button('Loop').getAttribute('aria-pressed')).toBe('true')
  await forgetWords()
  await button('Play').click()
  await waitForSound(page)
  const began = await audioClock()
  // Several turns of one word.
  await eventually(audioClock).toBeGreaterThan(began + 1.5)
  expect(await button('Pause').count()).toBe(1)
  expect(await litWords()).toBe('these')
  await button('Loop').click()
  await button('Play').waitFor()
})

test('the waveform is a slider that jumps from word to word, by keys and by pointer', async () => {
  await write('Alpha beta gamma delta.')
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('delta')
  await button('Play').waitFor()
  await forgetWords()
  await waveform().focus()
  await page.keyboard.press('ArrowRight')
  await eventually(litWords).toMatch(/^beta/)
  await button('Play').waitFor()
  await forgetWords()
  const { width, height } = (await waveform().boundingBox())!
  // Beside the middle: the third of four words.
  await waveform().hover({ position: { x: width * 0.55, y: height / 2 } })
  expect(await waveform().getAttribute('title')).toBe('gamma')
  await waveform().click({ position: { x: width * 0.55, y: height / 2 } })
  await eventually(litWords).toMatch(/^gamma/)
  expect(await waveform().getAttribute('aria-valuetext')).toMatch(/^0:0\d of 0:0\d$/)
})

test('a long script scrolls along with what is heard', async () => {
  await page.setViewportSize({ width: 1280, height: 360 })
  await write('One.', 'Two.', 'Three.', 'Four.')
  await page.getByLabel('Title of the script').click()
  const top = () => page.locator('.main').evaluate(({ scrollTop }) => scrollTop)
  await page.locator('.main').evaluate((main) => main.scrollTo(0, 0))
  await page.getByLabel('Speed of listening').selectOption('2')
  await button('More about paragraph 1').click()
  await page.getByRole('button', { name: 'Play from here' }).first().click()
  await eventually(top).toBeGreaterThan(0)
  await eventually(litWords).toContain('Two')
})

test('a title before a name ends no sentence', async () => {
  await write('Ask Dr. Nguyen. Then go.')
  await button('Play paragraph 1').click()
  await eventually(() => page.locator('.sentences').getAttribute('aria-label')).toBe('2 of 2 sentences are rendered')
})

test('a paragraph shows which of its sentences are rendered, and a change empties one', async () => {
  await write('The first one. The second one. The third one.')
  const marks = page.locator('.sentences')
  expect(await marks.count()).toBe(0)
  await button('Play paragraph 1').click()
  await eventually(() => marks.getAttribute('aria-label')).toBe('3 of 3 sentences are rendered')
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(' now')
  await eventually(() => marks.getAttribute('aria-label')).toBe('2 of 3 sentences are rendered')
  expect(await page.locator('.sentence').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'sentence is-rendered',
    'sentence is-rendered',
    'sentence',
  ])
})
