import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import {
  answer,
  browser,
  button,
  eventually,
  findFaultsInBothSchemes,
  page,
  service,
  useStudio,
  write,
} from './support/story.ts'
import { clickWord } from './support/studio-page.ts'

useStudio()

/** Another browser that opens a link, as somebody without an account. */
async function open(url: string) {
  const other = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const opened = Object.assign(await other.newPage(), { problems: [] as string[] })
  opened.on('pageerror', (error) => opened.problems.push(error.message))
  opened.setDefaultTimeout(60_000)
  await opened.goto(url)
  return opened
}

/** Makes a review link in the dialog, and returns it. */
async function share(choose: () => Promise<void> = async () => {}): Promise<string> {
  await button('Share for review').click()
  await choose()
  await button('Create a link').click()
  const url = await page.getByRole('textbox', { name: 'The review link' }).inputValue()
  await button('Done').click()
  await button('Close').click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  return url
}

/** The words that a page has marked in one way. */
const marked = (shown: Page, name: string) =>
  shown.evaluate((one) => [...(CSS.highlights.get(one) ?? [])].map((range) => (range as Range).toString()), name)

const comments = (shown: Page) => shown.locator('.threads > .thread')

/** Waits until the service has what was written. */
async function whenSent(text: string): Promise<void> {
  await eventually(async () => {
    const { projects } = await service.json<{ projects: readonly { project_id: string }[] }>('/projects')
    const scripts = await Promise.all(projects.map(({ project_id }) => service.json(`/projects/${project_id}/script`)))
    return JSON.stringify(scripts)
  }).toContain(text)
}

test('a review: somebody without an account hears the script, comments, gets an answer, and is told when the link ends', async () => {
  await write('Wear your helmet today.', 'Thank you for listening.')
  await whenSent('listening')
  const url = await share(async () => {
    await page.getByLabel('Name of the link').fill('For the client')
    expect(await findFaultsInBothSchemes()).toEqual([])
  })
  expect(await page.content()).not.toContain(new URL(url).hash.slice(1))

  const client = await open(url)
  await client.getByText('Wear your helmet today.').waitFor()
  expect(await client.locator('[contenteditable="true"]').count()).toBe(0)
  await client.evaluate(() => {
    const lit: string[] = []
    Object.assign(globalThis, { lit })
    const look = (): void => {
      for (const range of CSS.highlights.get('spoken') ?? []) {
        const word = (range as Range).toString()
        if (lit.at(-1) !== word) lit.push(word)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await client.keyboard.press('Space')
  const lit = () => client.evaluate(() => (globalThis as unknown as { lit: string[] }).lit.join(' '))
  await eventually(lit).toContain('helmet')
  await eventually(lit).toContain('listening')
  await client.getByRole('button', { name: 'Play', exact: true }).waitFor()

  await client.getByText('Wear your helmet today.').evaluate((element) => {
    getSelection()!.setBaseAndExtent(element.firstChild!, 10, element.firstChild!, 16)
  })
  await client.getByRole('button', { name: 'Comment on the selected words' }).click()
  await client.getByLabel('Your name').fill('Carla')
  await client.getByLabel('New comment').fill('Which <b>one</b>?')
  expect(await findFaultsInBothSchemes(client)).toEqual([])
  await client.locator('.comment-form').getByRole('button', { name: 'Comment' }).click()
  await comments(client).getByText('Which <b>one</b>?').waitFor()
  await eventually(() => marked(client, 'commented')).toEqual(['helmet'])

  // The owner sees it without doing anything.
  await comments(page).getByText('Which <b>one</b>?').waitFor()
  await comments(page).getByText('Carla').waitFor()
  await comments(page).getByText('reviewer').waitFor()
  await eventually(() => marked(page, 'commented')).toEqual(['helmet'])
  await button('Reply').click()
  await page.getByLabel('Reply to Carla').fill('The blue one.')
  await page.keyboard.press('Control+Enter')
  await comments(page).getByText('The blue one.').waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  await comments(client).getByText('The blue one.').waitFor()

  // Its words are followed.
  await clickWord(page, 'Wear')
  await page.keyboard.press('Home')
  await page.keyboard.type('Please always ')
  await eventually(() => marked(page, 'commented')).toEqual(['helmet'])
  await client.getByText('Please always Wear your helmet today.').waitFor()
  await eventually(() => marked(client, 'commented')).toEqual(['helmet'])

  await button('Resolve').click()
  await eventually(() => comments(page).count()).toBe(0)
  await eventually(() => marked(page, 'commented')).toEqual([])
  await page.getByLabel('1 resolved').check()
  await comments(page).getByText('Resolved').waitFor()
  await button('Reopen').click()
  await eventually(() => marked(page, 'commented')).toEqual(['helmet'])

  await button('Share for review').click()
  await button('End the link “For the client”').click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the link', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'For the client' }).getByText('Ended').waitFor()
  await client.getByText('This review link has ended', { exact: false }).waitFor()
  expect(await findFaultsInBothSchemes(client)).toEqual([])
  expect([...page.problems, ...client.problems]).toEqual([])
  await client.context().close()
})

test('a comment by keyboard: begun, left, written, answered, deleted; the focus is never lost', async () => {
  await write('Wear your helmet today.')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.press('Control+Alt+m')
  const field = page.getByLabel('New comment')
  await field.waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await eventually(focused).toBe('TEXTAREA')
  await page.keyboard.press('Escape')
  await eventually(() => field.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
  await page.keyboard.press('Control+Alt+m')
  await eventually(focused).toBe('TEXTAREA')
  await page.keyboard.type('First.\nSecond.')
  await page.keyboard.press('Control+Enter')
  await comments(page).getByText('Second.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
  expect(await page.locator('.thread-quote').allTextContents()).toEqual(['“Wear”'])
  await button('Delete what Owner wrote').click()
  await answer('Delete')
  await eventually(() => comments(page).count()).toBe(0)
  expect(page.problems).toEqual([])
})

test('a comment whose words are deleted says what they were, and a click on one goes to its words', async () => {
  await write('One.', 'Wear your helmet today.')
  await clickWord(page, 'helmet')
  await button('Comment').click()
  await page.getByLabel('New comment').fill('Which one?')
  await page.locator('.comment-form').getByRole('button', { name: 'Comment' }).click()
  await comments(page).getByText('Which one?').waitFor()
  await clickWord(page, 'One')
  await page.locator('button.thread-quote').click()
  await eventually(() => page.evaluate(() => getSelection()?.toString())).toBe('helmet')
  await page.keyboard.press('Delete')
  await comments(page).getByText('(deleted)').waitFor()
  expect(await comments(page).getByText('“helmet”').count()).toBe(1)
})

test('a commenter comments and changes nothing; a viewer only reads', async () => {
  await write('Wear your helmet today.')
  await whenSent('helmet')
  const { key } = await createApiKey(service.db, { name: 'inviter', scopes: SCOPES, now: Date.now() })
  const join = async (role: string) => {
    const { sign_in_url } = await service.json<{ sign_in_url: string }>('/members', {
      body: { name: `The ${role}`, role },
      headers: { 'x-api-key': key },
    })
    const shown = await open(sign_in_url)
    await shown.getByText('Wear your helmet today.').waitFor()
    return shown
  }
  const commenter = await join('commenter')
  await commenter.getByText('You may read this script and comment on it, and not change it.').waitFor()
  await clickWord(commenter, 'helmet')
  await commenter.keyboard.type('Lost')
  expect(await commenter.locator('.text').first().textContent()).toBe('Wear your helmet today.')
  const offered = await commenter.getByRole('button').allTextContents()
  for (const name of ['Paragraph', 'Find and replace', 'Share for review'])
    expect(offered.join('|')).not.toContain(name)
  await commenter.getByRole('button', { name: 'Comment', exact: true }).click()
  await commenter.getByLabel('New comment').fill('Which one?')
  await commenter.locator('.comment-form').getByRole('button', { name: 'Comment' }).click()
  await comments(commenter).getByText('Which one?').waitFor()
  expect(await findFaultsInBothSchemes(commenter)).toEqual([])
  await comments(page).getByText('The commenter').waitFor()
  // By the menu of a paragraph, which the keyboard reaches.
  await commenter.getByRole('button', { name: 'More about paragraph 1' }).click()
  expect(await commenter.locator('.menu:popover-open button').allTextContents()).toEqual([
    ' Play from here',
    ' Comment',
  ])
  await commenter.locator('.menu:popover-open').getByRole('button', { name: 'Comment' }).click()
  await commenter.getByText('“Wear your helmet today.”').waitFor()

  const viewer = await join('viewer')
  await comments(viewer).getByText('Which one?').waitFor()
  await clickWord(viewer, 'helmet')
  expect(await viewer.getByRole('button', { name: 'Comment', exact: true }).count()).toBe(0)
  expect(await viewer.getByRole('button', { name: 'Reply' }).count()).toBe(0)
  expect([...commenter.problems, ...viewer.problems]).toEqual([])
  await commenter.context().close()
  await viewer.context().close()
})

test('a link that is made up, and a link for listening alone', async () => {
  const nobody = await open(`${service.url}/review#made-up`)
  await nobody.getByText('This review link does not exist', { exact: false }).waitFor()
  await nobody.context().close()
  await write('Wear your helmet today.')
  await whenSent('helmet')
  const url = await share(async () => {
    await page.getByLabel('Reviewers may comment').uncheck()
  })
  const listener = await open(url)
  await listener.getByText('Wear your helmet today.').waitFor()
  await listener.getByText('There are no comments.').waitFor()
  expect(await listener.getByRole('button', { name: /Comment/ }).count()).toBe(0)
  expect(listener.problems).toEqual([])
  await listener.context().close()
})
