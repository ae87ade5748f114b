/** Takes the pictures of docs/studio.md: `node studio/scripts/take-screenshots.ts` writes docs/images, or the folder given. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import { startBrowser } from '../test/support/open-browser.ts'
import { clickWord, openStudio, type StudioPage, selectWord } from '../test/support/studio-page.ts'

const folder = process.argv[2] ?? 'docs/images'
mkdirSync(folder, { recursive: true })

type Scheme = 'light' | 'dark'

async function takeAll(service: TestService, browser: Browser, scheme: Scheme): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: scheme })
  const page = await openStudio(service, context, { account: scheme })
  const take = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(folder, `studio-${name}-${scheme}.png`) })
  }
  await page.waitForSelector('.said-guessed')
  await page.waitForTimeout(1200)
  await take('first')
  await page.keyboard.press('Space')
  await page.waitForFunction(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join() === 'costs')
  await take('playing')
  await page.keyboard.press('Space')
  await clickWord(page, '$4.99')
  await page.getByText('four dollars ninety nine cents').waitFor()
  await take('explained')
  await clickWord(page, 'Thandiwe')
  await page.getByLabel('Respelling', { exact: true }).fill('tahn-DEE-way')
  await page.getByRole('button', { name: 'Use everywhere' }).click()
  await page.waitForSelector('.said-replaced')
  await page.waitForTimeout(800)
  await take('fixed')
  await selectWord(page, 'really')
  const tempo = page.getByRole('slider', { name: /^Tempo/ })
  await tempo.focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft')
  await page.waitForTimeout(1500)
  await take('delivery')
  await takeExport(page, take)
  for (const view of ['Libraries', 'Clips', 'Voices', 'Usage']) {
    await page.getByRole('navigation').getByRole('button', { name: view }).click()
    await page.waitForTimeout(800)
    await take(view.toLowerCase())
  }
  await takeTroubles(page, take)
  await context.close()
}

async function takeExport(page: StudioPage, take: (name: string) => Promise<void>): Promise<void> {
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  await take('export')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByText('Saved as').waitFor()
  await take('exported')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}

async function takeTroubles(page: StudioPage, take: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Module three' }).click()
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Say ::toh--MAY:: now.')
  await page.waitForSelector('.said-problem')
  await take('problem')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.waitForTimeout(200)
  await take('keys')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about paragraph 2' }).click()
  await page.waitForTimeout(200)
  await take('menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New script' }).click()
  await page.waitForTimeout(400)
  await take('empty')
  await page.context().setOffline(true)
  await page.locator('.text').click()
  await page.keyboard.type('Still writing.')
  await page.waitForSelector('.offline')
  await take('offline')
  await page.context().setOffline(false)
  await page.setViewportSize({ width: 420, height: 860 })
  await page.getByRole('navigation').getByRole('button', { name: 'Module three' }).click()
  await page.waitForTimeout(600)
  await take('narrow')
  await page.evaluate(() => fetch('/studio/session', { method: 'DELETE', headers: { 'x-declaim-studio': '1' } }))
  await page.reload()
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await take('sign-in')
}

const service = await startTestService({ AVATARS_FILE: '', SEGMENT_CACHE_MB: '64' })
const server = await startBrowser()
const browser = await chromium.connect(server.wsEndpoint())
try {
  for (const scheme of ['light', 'dark'] as const) await takeAll(service, browser, scheme)
} finally {
  await server.close()
  await service.close()
}
