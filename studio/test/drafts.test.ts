import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  button,
  context,
  eventually,
  forgetWords,
  litWords,
  page,
  service,
  storedScripts,
  texts,
  useStudio,
  write,
} from './support/story.ts'

useStudio()

const titleOf = () => page.getByLabel('Title of the script').inputValue()

test('a reload and a lost connection lose nothing, and what was heard plays on', async () => {
  await write('This stays.')
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('stays')
  await button('Play').waitFor()
  await context.setOffline(true)
  await page.locator('.text').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' And this.')
  await page.getByText('The service does not answer. You can go on writing', { exact: false }).waitFor()
  await page.keyboard.press('Control+Z')
  await forgetWords()
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('stays')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Shift+Z')
  await eventually(() => storedScripts()).toContain('And this.')
  await context.setOffline(false)
  await eventually(() => page.locator('.offline').count()).toBe(0)
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['This stays. And this.'])
})

test('a page that is closed in the middle of a word has kept it', async () => {
  await write('Once upon a ti')
  // With its handlers, a page closes after the call has returned.
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  const next = await context.newPage()
  await next.goto(service.url)
  await expect.poll(() => next.locator('.text').allTextContents(), { timeout: 60_000 }).toEqual(['Once upon a ti'])
})

test('while somebody types without a pause, the script is stored again and again', async () => {
  await write('Start')
  // A pause in which it would be stored anyway is longer.
  do await page.keyboard.type(' and go on', { delay: 60 })
  while (!(await storedScripts()).includes('Start and'))
  expect(await storedScripts()).toContain('Start and')
})

test('two tabs write in one script, also without the service', async () => {
  await write('Of the first tab.')
  const second = await context.newPage()
  await second.goto(service.url)
  await second.waitForSelector('.paragraph')
  expect(await second.getByLabel('Title of the script').inputValue()).toBe('Module three')
  await context.setOffline(true)
  await second.locator('.text').first().click()
  await second.keyboard.press('Home')
  await second.keyboard.type('Of the second tab. ')
  await eventually(texts).toEqual(['Of the second tab. Of the first tab.'])
  await page.getByLabel('Title of the script').fill('Both')
  await expect.poll(() => second.getByLabel('Title of the script').inputValue()).toBe('Both')
  await eventually(() => storedScripts()).toContain('Of the second tab.')
  await second.close()
  await context.setOffline(false)
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['Of the second tab. Of the first tab.'])
  // Undo takes back what this tab has written, and nothing of the other one.
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' More.')
  await page.keyboard.press('Control+Z')
  await eventually(texts).toEqual(['Of the second tab. Of the first tab.'])
})

test('a full disk is said at once, the script can be saved as a file, and is stored when there is room', async () => {
  await page.evaluate(() => {
    const store = IDBObjectStore.prototype as { put: (...put: unknown[]) => IDBRequest }
    const { put } = store
    store.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    Object.assign(globalThis, { makeRoom: () => Object.assign(store, { put }) })
  })
  await write('Precious words.', 'And more.')
  await page.getByRole('alert').getByText('cannot store the script (QuotaExceededError)', { exact: false }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save as a file').click()])
  const path = `${service.dataDirectory}/saved.txt`
  await download.saveAs(path)
  expect(await readFile(path, 'utf8')).toBe('Precious words.\n\nAnd more.')
  // A reload asks before anything is lost.
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.reload())),
  ])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await texts()).toEqual(['Precious words.', 'And more.'])
  await page.evaluate(() => (globalThis as unknown as { makeRoom: () => void }).makeRoom())
  await page.locator('.text').first().click()
  await page.keyboard.type('!')
  await eventually(() => page.getByText('cannot store the script').count()).toBe(0)
})

test('with a full localStorage, every change is stored all the same, and a script is exported', async () => {
  await page.evaluate(() => {
    localStorage.clear()
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        for (let part = 0; ; part++) localStorage.setItem(`${size} ${part}`, 'x'.repeat(size))
      } catch {
        // A smaller part may fit.
      }
    }
  })
  await write('The first change.')
  await eventually(() => storedScripts()).toContain('The first change.')
  await page.keyboard.type(' And the second.')
  await eventually(() => storedScripts()).toContain('And the second.')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.mp3$/)
  expect(page.problems).toEqual([])
})

test('a script is deleted and brought back', async () => {
  await button('New script').click()
  // Until the new script is open, the title is that of the script before.
  await eventually(titleOf).toBe('')
  await page.getByLabel('Title of the script').fill('Second')
  await button('Delete script').click()
  await eventually(titleOf).toBe('Module three')
  await button('Undo').click()
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  expect(await titleOf()).toBe('Second')
})
