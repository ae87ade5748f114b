/**
 * Measures the Studio in Chromium on this machine: what a first visit transfers, when it can be used, how soon sound comes after a
 * key, how far lit words are from the audio clock, how long a letter takes to appear in a script of 10,000 words, how smoothly 200
 * paragraphs scroll, and the same for 50,000 words. `npm run bench -- studio`
 */
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { percentile } from '../../bench/support/percentile.ts'
import { createDeclaim } from '../../client/src/declaim.ts'
import { startTestService, TEST_KEY, type TestService } from '../../test/support/test-service.ts'
import { startBrowser } from '../test/support/open-browser.ts'
import { openStudio } from '../test/support/studio-page.ts'
import { measureLongScript, typeLetters } from './measure-long-script.ts'

const ROUNDS = 5
const PARAGRAPHS = 100
const WORDS_EACH = 100

type Visit = { readonly bytes: number; readonly usableMs: number; readonly soundMs: number }

async function visit(service: TestService, browser: Browser): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openStudio(service, context)
  await page.waitForSelector('.paragraph')
  const usableMs = await page.evaluate(() => performance.now())
  await page.waitForSelector('.text .said-guessed')
  const bytes = await page.evaluate(() =>
    performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming && !entry.name.includes('/v1/'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  )
  await page.waitForTimeout(1500)
  await page.evaluate(() => {
    const { heardPeak } = globalThis as unknown as { heardPeak: () => number }
    const heard = new Promise<number>((resolve) => {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const timer = setInterval(() => {
            if (heardPeak() <= 0.001) return
            clearInterval(timer)
            resolve(performance.now() - timeStamp)
          }, 1)
        },
        { once: true, capture: true },
      )
    })
    Object.assign(globalThis, { heard })
  })
  await page.keyboard.press('Space')
  const soundMs = await page.evaluate(() => (globalThis as unknown as { heard: Promise<number> }).heard)
  await context.close()
  return { bytes, usableMs, soundMs }
}

/** Milliseconds between the moment at which the audio clock reaches each word and the frame that lights it. */
async function followWords(service: TestService, browser: Browser): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openStudio(service, context)
  await page.waitForSelector('.text .said-guessed')
  await page.evaluate(() => {
    type Lit = { readonly word: string; readonly seconds: number }
    const page = globalThis as unknown as { lit: Lit[] }
    page.lit = []
    let [started, last] = [undefined as { audio: BaseAudioContext; at: number } | undefined, '']
    const start = AudioBufferSourceNode.prototype.start as (at?: number) => void
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, at = 0) {
      started ??= { audio: this.context, at }
      start.call(this, at)
    }
    // After all that the page does in a frame.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const word = [...(CSS.highlights.get('spoken') ?? [])].map(String).join()
      if (started !== undefined && word !== last && word !== '') {
        const { audio, at } = started
        const latency = (audio as AudioContext).outputLatency || 0
        page.lit.push({ word, seconds: audio.currentTime - latency - at })
      }
      last = word
    })
    port1.start()
    const watch = (): void => {
      port2.postMessage(undefined)
      requestAnimationFrame(watch)
    }
    watch()
  })
  const text = (await page.locator('.text').first().textContent()) ?? ''
  const speaker = (await page.getByRole('button', { name: /^Voice of paragraph 1/ }).getAttribute('data-speaker'))!
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await page.waitForFunction(() => (globalThis as unknown as { lit: unknown[] }).lit.length > 10)
  const lit = await page.evaluate(() => (globalThis as unknown as { lit: { word: string; seconds: number }[] }).lit)
  await context.close()
  const starts = new Map<string, number>()
  const declaim = createDeclaim({ baseUrl: service.url, apiKey: TEST_KEY })
  for await (const part of await declaim.timedStream({ speaker_id: speaker, text })) {
    for (const { sourceStart, sourceEnd, startSeconds } of part.kind === 'timing' ? part.words : []) {
      starts.set(text.slice(sourceStart, sourceEnd), startSeconds)
    }
  }
  return lit.flatMap(({ word, seconds }) => {
    const start = starts.get(word)
    return start === undefined ? [] : [Math.abs(seconds - start) * 1000]
  })
}

/** Replaces the script by paragraphs of as many words each, and waits until the page is quiet. */
async function fillScript(page: Page, { paragraphs, words }: { paragraphs: number; words: number }): Promise<void> {
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+A')
  await page.evaluate(
    ([count, length]) => {
      const data = new DataTransfer()
      const text = Array.from({ length: length! }, (_, index) => `word${index}`).join(' ')
      data.setData('text/html', `<p>${text}</p>`.repeat(count!))
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.querySelector('.ProseMirror')!.dispatchEvent(paste)
    },
    [paragraphs, words],
  )
  await page.waitForTimeout(3000)
}

/** Milliseconds between the frames of three seconds in which the whole script scrolls past. */
async function scrollLongScript(service: TestService, browser: Browser): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openStudio(service, context)
  await fillScript(page, { paragraphs: 200, words: 40 })
  const frames = await page.locator('.main').evaluate(
    (main) =>
      new Promise<number[]>((resolve) => {
        const intervals: number[] = []
        const begun = performance.now()
        let last = begun
        const step = (now: number): void => {
          if (now > begun) intervals.push(now - last)
          last = now
          main.scrollTop = ((now - begun) / 3000) * (main.scrollHeight - main.clientHeight)
          if (now - begun < 3000) requestAnimationFrame(step)
          else resolve(intervals)
        }
        requestAnimationFrame(step)
      }),
  )
  await context.close()
  return frames
}

async function typeInLongScript(service: TestService, browser: Browser): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await openStudio(service, context)
  await fillScript(page, { paragraphs: PARAGRAPHS, words: WORDS_EACH })
  const latencies = await typeLetters(page)
  await context.close()
  return latencies
}

await build({ root: 'studio', logLevel: 'warn' })
const service = await startTestService({ AVATARS_FILE: '', SEGMENT_CACHE_MB: '64' })
const server = await startBrowser()
const browser = await chromium.connect(server.wsEndpoint())
try {
  const visits: Visit[] = []
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(service, browser))
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) delays.push(...(await followWords(service, browser)))
  const latencies = await typeInLongScript(service, browser)
  const frames = await scrollLongScript(service, browser)
  const ms = (values: readonly number[], share: number) => `${percentile(values, share).toFixed(0)} ms`
  const middle = (name: 'usableMs' | 'soundMs') =>
    ms(
      visits.map((one) => one[name]),
      0.5,
    )
  const rate = (1000 * frames.length) / frames.reduce((sum, interval) => sum + interval, 0)
  const rows = [
    ['First visit transfers', '250 kB', `${Math.round(visits[0]!.bytes / 1000)} kB`],
    [`First interaction, median of ${ROUNDS}`, '1000 ms', middle('usableMs')],
    [`Key to sound, median of ${ROUNDS}`, '100 ms', middle('soundMs')],
    [`Lit word to audio clock, p50 of ${delays.length}`, '20 ms', ms(delays, 0.5)],
    [`Lit word to audio clock, p95 of ${delays.length}`, '20 ms', ms(delays, 0.95)],
    ['Typing in 10,000 words, p50', '30 ms', ms(latencies, 0.5)],
    ['Typing in 10,000 words, p95', '30 ms', ms(latencies, 0.95)],
    ['Scrolling 200 paragraphs', '60 frames/s', `${rate.toFixed(0)} frames/s`],
    ['Longest 5 % of these frames', '', ms(frames, 0.95)],
    ...(await measureLongScript(service, browser)),
  ]
  console.log('| Measure | Goal | Measured |\n| --- | --- | --- |')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
} finally {
  await server.close()
  await service.close()
}
