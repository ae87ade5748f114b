import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  browser,
  button,
  context,
  eventually,
  findFaultsInBothSchemes,
  openView,
  page,
  service,
  texts,
  useStudio,
  write,
} from './support/story.ts'
import { openStudio } from './support/studio-page.ts'

useStudio()

const WEEK_MS = 7 * 86_400_000
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const dialog = (shown: Page = page): Locator => shown.getByRole('dialog', { name: /^History of/ })
const versions = () => dialog().getByRole('list', { name: 'Versions' }).getByRole('listitem')
const shown = () => dialog().getByRole('region', { name: 'The version' })
const textsOf = (one: Page) => one.locator('.paragraph .text').allTextContents()

async function openHistory(): Promise<void> {
  await button('History').click()
  await dialog().waitFor()
}

async function keep(name: string): Promise<void> {
  await dialog().getByLabel('Name the script as it is now').fill(name)
  await page.keyboard.press('Enter')
  await versions().filter({ hasText: name }).waitFor()
}

async function show(what: string): Promise<void> {
  await dialog().getByLabel('Show of this version').selectOption({ label: what })
}

async function close(): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
}

async function check(screen: string): Promise<void> {
  expect(await findFaultsInBothSchemes(), screen).toEqual([])
}

/** Lets a week go by: everything that was kept until now is older. */
async function passWeek(): Promise<void> {
  const { db } = service
  await db
    .updateTable('project_versions')
    .set(({ eb }) => ({ created_at: eb('created_at', '-', WEEK_MS) }))
    .execute()
  await db
    .updateTable('projects')
    .set(({ eb }) => ({ version_at: eb('version_at', '-', WEEK_MS) }))
    .execute()
}

test('a script is restored from last week, and undo brings back what was there', async () => {
  await write('Welcome to the course.', 'Wear your helmet.')
  await openHistory()
  await dialog().getByText('No version yet.', { exact: false }).waitFor()
  await check('no version')
  await keep('Sent to the client')
  await shown().getByText('Nothing is different.').waitFor()
  await close()
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('History')
  const keptAt = Date.now() - WEEK_MS
  await passWeek()
  await write('Welcome to the new course.', 'Goodbye.')
  await page.getByLabel('Title of the script').fill('Module four')
  await openHistory()
  const sent = versions().filter({ hasText: 'Sent to the client' })
  await sent.getByText(TIME.format(keptAt).replace(/:\d\d\s.*/, ''), { exact: false }).waitFor()
  await sent.getByText('by whoever used the sign-in link').waitFor()
  await sent.getByRole('button').click()
  // What changed since then is marked.
  await eventually(async () => (await shown().locator('ins').allTextContents()).join('|')).toContain('new')
  expect((await shown().locator('del').allTextContents()).join('|')).toContain('Module three')
  await check('changes')
  await show('Its whole text')
  await shown().getByText('Wear your helmet.').waitFor()
  expect(await shown().locator('[contenteditable], input, textarea').count()).toBe(0)
  await check('text')
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  await dialog().waitFor({ state: 'detached' })
  await eventually(texts).toEqual(['Welcome to the course.', 'Wear your helmet.'])
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Module three')
  await page.getByRole('status').getByText('The script is as it was on').waitFor()
  await button('Undo').click()
  await eventually(texts).toEqual(['Welcome to the new course.', 'Goodbye.'])
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module four')
  // The keys of undo do the same.
  await openHistory()
  await versions().first().getByText('Kept before going back').waitFor()
  await versions().filter({ hasText: 'Sent to the client' }).getByRole('button').click()
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  await eventually(texts).toEqual(['Welcome to the course.', 'Wear your helmet.'])
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(texts).toEqual(['Welcome to the new course.', 'Goodbye.'])
  await page.reload()
  await page.waitForSelector('.paragraph')
  await eventually(texts).toEqual(['Welcome to the new course.', 'Goodbye.'])
  expect(page.problems).toEqual([])
})

test('two pages that are open at once see a restore, and its undo leaves what the other one wrote since', async () => {
  await write('Welcome to the course.', 'Wear your helmet.')
  await openHistory()
  await keep('First')
  await close()
  await write('Something else.', 'Goodbye.')
  const beside = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const other = await openStudio(service, beside)
  await expect.poll(() => textsOf(other), { timeout: 60_000 }).toEqual(['Something else.', 'Goodbye.'])
  await page.bringToFront()
  await openHistory()
  await versions().filter({ hasText: 'First' }).getByRole('button').click()
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  const restored = ['Welcome to the course.', 'Wear your helmet.']
  for (const one of [page, other]) await expect.poll(() => textsOf(one), { timeout: 60_000 }).toEqual(restored)
  await other.bringToFront()
  await other.getByRole('button', { name: 'Paragraph', exact: true }).click()
  await other.keyboard.type('Thank you.')
  await eventually(texts).toEqual([...restored, 'Thank you.'])
  await page.bringToFront()
  await button('Undo').click()
  const undone = ['Something else.', 'Goodbye.', 'Thank you.']
  for (const one of [page, other]) await expect.poll(() => textsOf(one), { timeout: 60_000 }).toEqual(undone)
  await beside.close()
  expect(page.problems).toEqual([])
})

test('two versions are compared, whichever is chosen first, and one is deleted', async () => {
  await write('One two three.')
  await openHistory()
  await keep('Older')
  await close()
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' And four.')
  await openHistory()
  await keep('Newer')
  const name = async (hasText: string) => {
    const options = await dialog().locator('optgroup option').allTextContents()
    return options.find((option) => option.startsWith(hasText))!
  }
  const marked = async () => [
    await shown().locator('del').allTextContents(),
    await shown().locator('ins').allTextContents(),
  ]
  for (const [chosen, other] of [
    ['Older', 'Newer'],
    ['Newer', 'Older'],
  ] as const) {
    await versions().filter({ hasText: chosen }).getByRole('button').click()
    await show(await name(other))
    await eventually(async () => JSON.stringify(await marked())).toMatch(/^\[\[\],\[" added: {2}And four/)
  }
  await dialog().getByRole('button', { name: 'Delete this version' }).click()
  await check('question')
  await page.getByRole('dialog', { name: /^Delete/ }).waitFor()
  await answerQuestion()
  await eventually(() => versions().count()).toBe(1)
  expect(await versions().first().textContent()).toContain('Older')
  expect(await texts()).toEqual(['One two three. And four.'])
})

async function answerQuestion(): Promise<void> {
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
}

test('versions are kept while somebody writes, and the history of a script that is not open opens it', async () => {
  await write('Written first.')
  const inProjects = async () => (await (await service.call('/projects')).text()).includes('"paragraphs":1')
  await eventually(inProjects).toBe(true)
  await passWeek()
  await write('Written a week later.')
  await button('New script').click()
  await eventually(texts).toEqual([''])
  await button('More about Module three').click()
  await button('History…').click()
  await versions().first().getByText('Kept automatically').waitFor()
  await dialog().getByRole('button', { name: 'Name this version' }).click()
  const naming = page.getByRole('dialog', { name: 'Name this version' })
  await naming.getByLabel('Name', { exact: true }).fill('Before the review')
  await check('name')
  await page.keyboard.press('Enter')
  await naming.waitFor({ state: 'detached' })
  await versions().first().getByText('Before the review').waitFor()
  await show('Its whole text')
  await shown().getByText('Written first.').waitFor()
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  await eventually(texts).toEqual(['Written first.'])
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Module three')
  expect(page.problems).toEqual([])
})

test('a viewer looks at versions and compares them, and finds no button that changes anything', async () => {
  await write('Written by an owner.')
  await openHistory()
  await keep('First')
  await close()
  await openView('Members')
  await page.getByLabel('Name of the new member').fill('Vi')
  await page.locator('.new-member').getByLabel('Role').selectOption('Viewer')
  await button('Invite').click()
  const link = await page.getByRole('textbox', { name: 'The sign-in link of “Vi”' }).inputValue()
  const beside = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const other = await beside.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'History', exact: true }).click()
  await dialog(other).getByText('Nothing is different.').waitFor()
  expect(await dialog(other).getByRole('button').allTextContents()).toEqual([expect.stringContaining('First'), 'Close'])
  await beside.close()
})

test('the history says what went wrong, and works again', async () => {
  await write('One.')
  await openHistory()
  await keep('First')
  await context.setOffline(true)
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  await dialog().getByRole('alert').getByText('The service does not answer', { exact: false }).waitFor()
  await check('problem')
  await context.setOffline(false)
  await dialog().getByRole('button', { name: 'Go back to this version' }).click()
  await dialog().waitFor({ state: 'detached' })
})
