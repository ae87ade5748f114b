import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { percentile } from '../../bench/support/percentile.ts'
import type { TestService } from '../../test/support/test-service.ts'
import { openStudio } from '../test/support/studio-page.ts'
import { writeBook } from '../test/support/write-book.ts'

const WORDS = 50_000
const LETTERS = 240
const SCROLL_MS = 6000
const VIEWPORT = { width: 1280, height: 800 }
/** Milliseconds between two background requests for explanations, which the measurement does not wait for. */
const PAUSE_BETWEEN_EXPLANATIONS = 350

type Frames = { readonly longest: number; readonly over50: number; readonly p99: number; readonly rate: number }

/** What a script as long as an audiobook costs in the page. Times are milliseconds. */
type LongScript = {
  readonly importTask: number
  readonly importMs: number
  readonly elements: number
  readonly heapBytes: number
  readonly typing: readonly number[]
  readonly frames: Frames
  readonly plainFrames: Frames
}

/** Imports a book of 50,000 words, waits until all of it is explained, and then types and scrolls. */
async function measure(service: TestService, browser: Browser): Promise<LongScript> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await openStudio(service, context)
  await page.waitForSelector('.text .said')
  await page.evaluate((pause) => {
    const original = setTimeout.bind(globalThis)
    const hurry = (act: () => void, ms?: number) => original(act, ms === pause ? 1 : ms)
    Object.assign(globalThis, { setTimeout: hurry, tasks: [] })
    const note = (list: PerformanceObserverEntryList): void => {
      for (const { duration } of list.getEntries()) (globalThis as unknown as { tasks: number[] }).tasks.push(duration)
    }
    new PerformanceObserver(note).observe({ entryTypes: ['longtask'] })
  }, PAUSE_BETWEEN_EXPLANATIONS)
  const begun = performance.now()
  const file = { name: 'Book.md', mimeType: 'text/markdown', buffer: Buffer.from(writeBook(WORDS)) }
  await page.getByLabel('Import a script').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForFunction(() => document.querySelectorAll('.paragraph').length > 600)
  const importMs = performance.now() - begun
  await page.waitForTimeout(4000)
  const importTask = await longestTask(page)
  await page.waitForFunction(() => !document.querySelector('.clock')?.textContent?.includes('about'), undefined, {
    timeout: 600_000,
  })
  const session = await context.newCDPSession(page)
  const typing = await typeLetters(page)
  const frames = await scroll(page, '.main')
  const { elements, heapBytes } = await weigh(page, session)
  const plainFrames = await scrollPlainPage(context, page)
  await context.close()
  return { importTask, importMs, elements, heapBytes, typing, frames, plainFrames }
}

async function longestTask(page: Page): Promise<number> {
  return await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks))
}

async function weigh(page: Page, session: CDPSession): Promise<{ elements: number; heapBytes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { elements: await page.evaluate(() => document.querySelectorAll('*').length), heapBytes: usedSize }
}

/** Milliseconds from each key to the frame that shows its letter, in the middle of the script. */
export async function typeLetters(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    const shown = globalThis as unknown as { latencies: number[] }
    shown.latencies = []
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => shown.latencies.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
  })
  const texts = page.locator('.text')
  const middle = texts.nth(Math.floor((await texts.count()) / 2))
  await middle.scrollIntoViewIfNeeded()
  await middle.click()
  for (let letter = 0; letter < LETTERS; letter += 1) {
    await page.keyboard.press(letter % 6 === 5 ? 'Space' : 'e')
    await page.waitForTimeout(40)
  }
  return await page.evaluate(() => (globalThis as unknown as { latencies: number[] }).latencies)
}

/** The frames while the whole script scrolls past, which takes six seconds. */
async function scroll(page: Page, selector: string): Promise<Frames> {
  const intervals = await page.locator(selector).evaluate(
    (main, length) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = []
        const begun = performance.now()
        let last = begun
        const step = (now: number): void => {
          if (now > begun) found.push(now - last)
          last = now
          main.scrollTop = ((now - begun) / length) * (main.scrollHeight - main.clientHeight)
          if (now - begun < length) requestAnimationFrame(step)
          else resolve(found)
        }
        requestAnimationFrame(step)
      }),
    SCROLL_MS,
  )
  return {
    longest: Math.max(...intervals),
    over50: intervals.filter((interval) => interval > 50).length,
    p99: percentile(intervals, 0.99),
    rate: (1000 * intervals.length) / intervals.reduce((sum, interval) => sum + interval, 0),
  }
}

/** The same for a page that has the same texts in the same letters, and nothing else. */
async function scrollPlainPage(context: BrowserContext, studio: Page): Promise<Frames> {
  const texts = await studio.locator('.paragraph .text').allTextContents()
  const page = await context.newPage()
  const paragraphs = texts.map((text) => `<p>${text.replaceAll('<', '&lt;')}</p>`).join('')
  await page.setContent(
    `<style>body{max-width:684px;margin:0 auto;font:18px/28px serif}p{margin:0 0 68px}</style><body>${paragraphs}`,
  )
  await page.waitForTimeout(1000)
  return await scroll(page, 'html')
}

/** Rows of a table: the measure, its goal, and what was measured. */
export async function measureLongScript(service: TestService, browser: Browser): Promise<readonly string[][]> {
  const found = await measure(service, browser)
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const describe = ({ longest, over50, p99, rate }: Frames) =>
    `${ms(longest)} (${over50} above 50 ms, p99 ${ms(p99)}, ${rate.toFixed(0)} frames/s)`
  return [
    ['50,000 words: longest task of the import', '100 ms', ms(found.importTask)],
    ['50,000 words: file to script', '', ms(found.importMs)],
    ['50,000 words: typing, p50', '32 ms', ms(percentile(found.typing, 0.5))],
    ['50,000 words: typing, p95', '32 ms', ms(percentile(found.typing, 0.95))],
    ['50,000 words: longest frame of scrolling', '50 ms', describe(found.frames)],
    ['A plain page of the same texts: longest frame', '', describe(found.plainFrames)],
    ['50,000 words: elements, explained', '8,000', found.elements.toLocaleString('en')],
    ['50,000 words: heap, explained', '80 MB', `${(found.heapBytes / 1e6).toFixed(1)} MB`],
  ]
}
