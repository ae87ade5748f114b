import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { applyUpdate, Doc } from 'yjs'
import { readScript } from '../../../src/projects/read-script.ts'
import { textOf } from '../../../src/projects/script.ts'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

// A worker runs one test file at a time, and these belong to that file.
export let service: TestService
export let browser: Browser
/** A fresh browser profile for each test. */
export let context: BrowserContext
/** The Studio, signed in, with the script of a first visit. */
export let page: StudioPage

/** Gives the tests of a file one service, and each test a Studio of its own. */
export function useStudio(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([
      startTestService({ SEGMENT_CACHE_MB: '64', ...settings }),
      chromium.connect(inject('browserEndpoint')),
    ])
  })
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  beforeEach(async () => {
    // Each story begins with a browser and an account that have no scripts.
    await service.db.deleteFrom('projects').execute()
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await openStudio(service, context)
    page.setDefaultTimeout(60_000)
    await page.waitForSelector('.paragraph')
  })
  afterEach(() => context.close())
}

export const button = (name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

export const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000, interval: 25 })

/** The words that were lit since the last call of `forgetWords`, in order. */
export const litWords = () => page.evaluate(() => (globalThis as unknown as { litWords: string[] }).litWords.join(' '))

export async function forgetWords(): Promise<void> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { litWords: string[] }).litWords = []
  })
}

/** Replaces the script by these paragraphs. */
export async function write(...paragraphs: readonly string[]): Promise<void> {
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+A')
  for (const [index, text] of paragraphs.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(text)
  }
}

/** Gives a paragraph, or those that `reach` names, the first voice that a search finds. */
export async function chooseVoice(number: number, search: string, reach?: string): Promise<void> {
  await button(new RegExp(`^Voice of paragraph ${number}:`)).click()
  const picker = page.getByRole('dialog', { name: 'Voice' })
  if (reach !== undefined) {
    const select = picker.getByLabel('Paragraphs that get the voice')
    const options = await select.locator('option').allTextContents()
    await select.selectOption({ label: options.find((label) => label.startsWith(reach))! })
  }
  await picker.getByLabel('Search voices').fill(search)
  await picker.locator('.voice-choice').first().click()
  await picker.waitFor({ state: 'detached' })
}

/** The voices of all paragraphs, as the page shows them. */
export const voices = () => page.locator('.paragraph .voice-button').allTextContents()

/** Chooses a file to import, and imports it as it is offered. */
export async function importFile(name: string, content: string | Buffer): Promise<void> {
  await chooseFile(name, content)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
}

export async function chooseFile(name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('Import a script')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

/** Pastes into the script. */
export async function paste(type: string, content: string): Promise<void> {
  await page.evaluate(
    ([mime, data]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(mime!, data!)
      document
        .querySelector('.ProseMirror')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, content],
  )
}

export async function texts(): Promise<string[]> {
  return await page.locator('.paragraph .text').allTextContents()
}

/** The scripts that this browser has stored, as JSON. */
export async function storedScripts(shown: Page = page): Promise<string> {
  const states = await shown.evaluate(
    async () =>
      await new Promise<number[][]>((resolve) => {
        void indexedDB.databases().then((found) => {
          const { name } = found.find((one) => one.name!.startsWith('declaim-studio '))!
          const open = indexedDB.open(name!)
          open.onsuccess = () => {
            const all = open.result.transaction('drafts').objectStore('drafts').getAll()
            all.onsuccess = () => {
              open.result.close()
              const found = all.result as readonly { readonly state?: Uint8Array }[]
              resolve(found.map(({ state }) => [...(state ?? [])]))
            }
          }
        })
      }),
  )
  return JSON.stringify(
    states.map((state) => {
      const doc = new Doc()
      applyUpdate(doc, Uint8Array.from(state))
      const { title, paragraphs } = readScript(doc)
      return { title, paragraphs: paragraphs.map((one) => ({ name: one.name, text: textOf(one) })) }
    }),
  )
}

/** Answers the question whether somebody is sure. */
export async function answer(action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
}

/** Opens a view by its name in the navigation, which small screens have behind a button. */
export async function openView(name: string): Promise<void> {
  const menu = button('Menu')
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
}

/** What axe finds wrong with the page as it is; `rule` alone if it is given. */
export async function findFaults(shown: Page = page, rule?: string): Promise<string[]> {
  const isLoaded = await shown.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await shown.evaluate(axe.source)
  return await shown.evaluate(async (runOnly) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await tool.run(document, {
      resultTypes: ['violations'],
      ...(runOnly !== undefined && { runOnly }),
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, rule)
}

/** What axe finds wrong in light, and with the colours of dark. */
export async function findFaultsInBothSchemes(shown: Page = page): Promise<string[]> {
  // Without motion, colours are final at once.
  await shown.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await findFaults(shown, 'color-contrast')
  await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return [...(await findFaults(shown)), ...dark.map((fault) => `dark ${fault}`)]
}
