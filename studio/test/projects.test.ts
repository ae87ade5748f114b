import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { button, context, eventually, page, service, texts, useStudio, write } from './support/story.ts'
import { openStudio } from './support/studio-page.ts'

useStudio()

const textsOf = async (shown: Page): Promise<string[]> => await shown.locator('.paragraph .text').allTextContents()

/** How many characters of its paragraph are before the cursor. */
async function caret(): Promise<number> {
  return await page.evaluate(() => {
    const { focusNode, focusOffset } = getSelection()!
    const before = new Range()
    const around = focusNode instanceof Element ? focusNode : focusNode!.parentElement!
    before.setStart(around.closest('.text')!, 0)
    before.setEnd(focusNode!, focusOffset)
    return before.toString().length
  })
}

async function onService(): Promise<string> {
  const { projects } = await service.json<{ projects: readonly { project_id: string }[] }>('/projects')
  const scripts = await Promise.all(projects.map(({ project_id: id }) => service.call(`/projects/${id}/script`)))
  return (await Promise.all(scripts.map((script) => script.text()))).join('\n')
}

/** Another browser of the same account, which has the script open. */
async function openBeside(): Promise<{ beside: BrowserContext; other: Page }> {
  const beside = await context.browser()!.newContext()
  const other = await openStudio(service, beside)
  await other.waitForSelector('.paragraph')
  return { beside, other }
}

test('two people and an offline laptop write in one script, and nothing is lost', async () => {
  await write('Welcome to the course.', 'Wear your helmet.')
  await eventually(onService).toContain('Wear your helmet.')
  const { beside, other: laptop } = await openBeside()
  const { beside: third, other } = await openBeside()
  expect(await textsOf(laptop)).toEqual(['Welcome to the course.', 'Wear your helmet.'])
  await beside.setOffline(true)
  await laptop.locator('.text').nth(1).click()
  await laptop.keyboard.press('End')
  await laptop.keyboard.type(' And your gloves.')
  // Meanwhile one divides the same paragraph, moves the parts, and the other names the speaker.
  // Behind other pages, a page notices late where its cursor is.
  await page.bringToFront()
  await page.locator('.text').nth(1).click()
  await page.keyboard.press('End')
  while ((await caret()) > 'Wear your '.length) await page.keyboard.press('ArrowLeft')
  // The editor hears of the cursor with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.keyboard.press('Enter')
  await expect.poll(() => textsOf(other)).toEqual(['Welcome to the course.', 'Wear your ', 'helmet.'])
  await other.bringToFront()
  await other.locator('.text').first().click()
  await other.keyboard.press('End')
  await other.keyboard.type(' I am Nora.')
  await eventually(texts).toEqual(['Welcome to the course. I am Nora.', 'Wear your ', 'helmet.'])
  await page.bringToFront()
  await page.locator('.text').nth(2).click()
  await page.keyboard.press('Alt+ArrowUp')
  await beside.setOffline(false)
  const merged = ['Welcome to the course. I am Nora.', 'helmet. And your gloves.', 'Wear your ']
  for (const one of [page, laptop, other]) await expect.poll(() => textsOf(one), { timeout: 60_000 }).toEqual(merged)
  // Undo takes back what this person did last, and nothing of the others.
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  const undone = ['Welcome to the course. I am Nora.', 'Wear your ', 'helmet. And your gloves.']
  for (const one of [page, laptop, other]) await expect.poll(() => textsOf(one), { timeout: 60_000 }).toEqual(undone)
  expect(page.problems).toEqual([])
  for (const one of [beside, third]) await one.close()
})

test('drafts of an earlier release move to the service at the first sign-in', async () => {
  await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((one) => one.name!.startsWith('declaim-studio '))!
    const paragraph = (text: string) => ({
      type: 'paragraph',
      attrs: { id: text, speaker: 3 },
      content: [{ type: 'text', text }],
    })
    const draft = (id: string) => ({
      id,
      title: `Draft ${id}`,
      doc: { type: 'doc', content: [paragraph(`First of ${id}.`), paragraph(`Second of ${id}.`)] },
      libraryIds: [],
      updatedAt: 5,
    })
    await new Promise((resolve) => {
      const open = indexedDB.open(name!)
      open.onsuccess = () => {
        const change = open.result.transaction('drafts', 'readwrite')
        for (const id of ['a-1', 'b-2', 'c-3']) change.objectStore('drafts').put(draft(id), id)
        change.oncomplete = () => resolve(open.result.close())
      }
    })
    localStorage.setItem(
      `declaim-left-draft ${name!.split(' ')[1]}`,
      JSON.stringify({ ...draft('c-3'), title: 'Left', updatedAt: 6 }),
    )
  })
  await page.reload()
  await page.waitForSelector('.paragraph')
  for (const text of ['Draft a-1', 'First of b-2.', '"Left"', 'Second of c-3.'])
    await eventually(onService).toContain(text)
  await button('Draft b-2').click()
  await eventually(texts).toEqual(['First of b-2.', 'Second of b-2.'])
  const { beside, other } = await openBeside()
  await other.getByRole('button', { name: 'Left', exact: true }).click()
  await expect.poll(() => textsOf(other)).toEqual(['First of c-3.', 'Second of c-3.'])
  await beside.close()
})

test('a page that is older than the script cannot change it, and says so', async () => {
  await write('Before.')
  await eventually(onService).toContain('Before.')
  const { projects } = await service.json<{ projects: readonly { project_id: string }[] }>('/projects')
  const [{ project_id: id }] = projects as [{ project_id: string }]
  await page.route(
    ({ pathname }) => pathname.endsWith(`/projects/${id}/updates`),
    async (route) => {
      const answer = await route.fetch()
      if (!answer.ok()) return await route.fulfill({ response: answer })
      const body = (await answer.json()) as { update: string; state_vector: string }
      const { Doc, applyUpdate, encodeStateAsUpdate, encodeStateVector } = await import('yjs')
      const doc = new Doc()
      // Of the whole script, so that the new schema follows the one that it has.
      const whole = await service.json<{ update: string }>(`/projects/${id}/updates`)
      applyUpdate(doc, Buffer.from(whole.update, 'base64'))
      doc.getMap('settings').set('schema', 99)
      const [update, vector] = [encodeStateAsUpdate(doc), encodeStateVector(doc)]
      const json = {
        ...body,
        update: Buffer.from(update).toString('base64'),
        state_vector: Buffer.from(vector).toString('base64'),
      }
      await route.fulfill({ response: answer, json })
    },
  )
  await page.reload()
  await page.getByText('A newer release of the Studio has changed this script', { exact: false }).waitFor()
  await page.locator('.text').first().click()
  await page.keyboard.type('Lost')
  expect(await texts()).toEqual(['Before.'])
  expect(await page.locator('.ProseMirror').getAttribute('contenteditable')).toBe('false')
})

test('a key that may only read shows scripts and changes none', async () => {
  await write('Written by an owner.')
  await eventually(onService).toContain('Written by an owner.')
  const scopes = ['projects:read', 'synthesize', 'libraries:read', 'clips:read'] as const
  const { key } = await createApiKey(service.db, { name: 'reader', scopes, now: Date.now() })
  const beside = await context.browser()!.newContext()
  const other = await beside.newPage()
  await other.goto(service.url)
  await other.getByLabel('API key').fill(key)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => textsOf(other)).toEqual(['Written by an owner.'])
  await other.locator('.text').first().click()
  await other.keyboard.type('Not ')
  await other.getByText('You may read this script, and not change it', { exact: false }).waitFor()
  expect(await onService()).not.toContain('Not ')
  await beside.close()
})
