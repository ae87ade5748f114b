import type { BrowserContext, Page } from 'playwright-core'
import { createSignInCode } from '../../../src/accounts/sessions.ts'
import type { TestService } from '../../../test/support/test-service.ts'

/** What went wrong in a page that nobody asked for. */
export type StudioPage = Page & { readonly problems: string[] }

/** Opens the Studio as `npm start` prints it: by a link that signs in. */
export async function openStudio(
  service: TestService,
  context: BrowserContext,
  { account }: { readonly account?: string } = {},
): Promise<StudioPage> {
  const code = await createSignInCode(service.db, { now: Date.now(), ...(account && { account }) })
  const page = Object.assign(await context.newPage(), { problems: [] as string[] })
  page.on('pageerror', (error) => page.problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text())
  })
  await page.addInitScript(listenToOutput)
  await page.goto(`${service.url}/#sign-in=${code}`)
  return page
}

/** In the page: an analyser hears what goes to the loudspeaker, and every word that is lit is noted. */
function listenToOutput(): void {
  const connect = AudioNode.prototype.connect as (target: AudioNode) => AudioNode
  const taps = new Map<BaseAudioContext, AnalyserNode>()
  const page = globalThis as unknown as { heardPeak: () => number; litWords: string[]; audioClock: () => number }
  page.litWords = []
  page.audioClock = () => Math.max(0, ...[...taps.keys()].map(({ currentTime }) => currentTime))
  const noteLitWord = (): void => {
    const word = [...(CSS.highlights.get('spoken') ?? [])].map(String).join()
    if (word !== '' && word !== page.litWords.at(-1)) page.litWords.push(word)
    requestAnimationFrame(noteLitWord)
  }
  noteLitWord()
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode): AudioNode {
    if (target === target.context.destination) {
      const tap = taps.get(target.context) ?? target.context.createAnalyser()
      if (!taps.has(target.context)) connect.call(tap, target)
      taps.set(target.context, tap)
      connect.call(this, tap)
      return target
    }
    return connect.call(this, target)
  } as typeof AudioNode.prototype.connect
  page.heardPeak = () => {
    let peak = 0
    for (const tap of taps.values()) {
      const samples = new Float32Array(tap.fftSize)
      tap.getFloatTimeDomainData(samples)
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    }
    return peak
  }
}

/** Waits until the analyser hears signal. */
export async function waitForSound(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as unknown as { heardPeak: () => number }).heardPeak() > 0.01)
}

/** Clicks a word of the script. */
export async function clickWord(page: Page, word: string): Promise<void> {
  const { x, y } = await findWord(page, word)
  await page.mouse.click(x, y)
}

/** Selects a word of the script. */
export async function selectWord(page: Page, word: string): Promise<void> {
  const { x, y } = await findWord(page, word)
  await page.mouse.dblclick(x, y)
}

async function findWord(page: Page, word: string): Promise<{ x: number; y: number }> {
  const place = await page.evaluate((wanted) => {
    const texts = document.createTreeWalker(document.querySelector('.ProseMirror')!, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const start = text.textContent?.indexOf(wanted) ?? -1
      if (start === -1 || text.parentElement?.closest('.text') === null) continue
      const range = new Range()
      range.setStart(text, start)
      range.setEnd(text, start + wanted.length)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    return undefined
  }, word)
  if (place === undefined) throw new Error(`The script has no word "${word}"`)
  return place
}
