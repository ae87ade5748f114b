import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  answer,
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

const list = (): Locator => page.getByRole('list', { name: 'Scripts', exact: true })
const listed = () =>
  list()
    .getByRole('button', { name: /^(?!More about)/ })
    .allTextContents()
const dialog = (): Locator => page.getByRole('dialog')

/** Chooses from the menu of a script. */
async function choose(script: string, item: string): Promise<void> {
  await button(`More about ${script}`).click()
  await list().getByRole('button', { name: item, exact: true }).click()
}

async function check(screen: string): Promise<void> {
  expect(await findFaultsInBothSchemes(), screen).toEqual([])
}

async function createScripts(scripts: readonly { readonly name: string; readonly folder?: string }[]): Promise<void> {
  for (const script of scripts)
    await service.json('/projects', { method: 'POST', body: { ...script, text: `This is ${script.name}.` } })
}

test('a script is duplicated, archived, trashed and brought back', async () => {
  await write('Welcome to the course.')
  await choose('Module three', 'Duplicate')
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module three (copy)')
  await eventually(texts).toEqual(['Welcome to the course.'])
  await write('Welcome to the second course.')
  await button('Module three').click()
  await eventually(texts).toEqual(['Welcome to the course.'])
  // The one that is open is archived: another one opens, and undo opens it again.
  await choose('Module three', 'Archive')
  await page.getByRole('status').getByText('“Module three” is archived').waitFor()
  await eventually(listed).toEqual(['Module three (copy)'])
  await eventually(texts).toEqual(['Welcome to the second course.'])
  await button('Undo').click()
  await eventually(texts).toEqual(['Welcome to the course.'])
  await choose('Module three', 'Archive')
  await eventually(listed).toEqual(['Module three (copy)'])
  await choose('Module three (copy)', 'Delete')
  await eventually(listed).toEqual(['Untitled'])
  await openView('Archive and trash')
  await page.getByRole('row', { name: /^Module three (?!\(copy\))/ }).waitFor()
  await page.getByRole('row', { name: /^Module three \(copy\)/ }).waitFor()
  await check('archive and trash')
  await button('Bring Module three (copy) back').click()
  await eventually(listed).toContain('Module three (copy)')
  await page.getByText('The trash is empty', { exact: false }).waitFor()
  await button('Delete Module three').click()
  await page.getByText('No script is archived', { exact: false }).waitFor()
  await button('Delete Module three for good').click()
  await check('question')
  await answer('Delete for good')
  await page.getByText('The trash is empty', { exact: false }).waitFor()
  await button('Module three (copy)').click()
  await eventually(texts).toEqual(['Welcome to the second course.'])
  await page.reload()
  await page.waitForSelector('.paragraph')
  await eventually(async () => (await listed()).toSorted()).toEqual(['Module three (copy)', 'Untitled'])
  expect(page.problems).toEqual([])
})

test('scripts are named and put in folders by keyboard, and the service has it', async () => {
  await createScripts([{ name: 'Fire drill' }, { name: 'Ladders', folder: 'Safety' }])
  await page.reload()
  await page.waitForSelector('.paragraph')
  await eventually(listed).toContain('Fire drill')
  await button('More about Fire drill').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Folder').fill('Safety')
  await check('folder')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  const folder = page.getByRole('list', { name: 'Safety' })
  await eventually(async () => (await folder.getByRole('listitem').allTextContents()).toSorted()).toEqual([
    'Fire drill',
    'Ladders',
  ])
  await choose('Fire drill', 'Rename…')
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Evacuation')
  await check('rename')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await button('Evacuation').waitFor()
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('More about Evacuation')
  // The one that is open gets its name through the shared document, and stays in its folder while it is edited.
  await choose('Module three', 'Move to a folder…')
  await dialog().getByLabel('Folder').fill('Courses')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await choose('Module three', 'Rename…')
  await dialog().getByLabel('Name', { exact: true }).fill('Module four')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module four')
  await write('Something new.')
  type Named = { readonly name: string; readonly folder: string }
  const onService = async () =>
    (await service.json<{ projects: readonly Named[] }>('/projects')).projects
      .map(({ name, folder: where }) => `${where}/${name}`)
      .toSorted()
  await eventually(onService).toEqual(['Courses/Module four', 'Safety/Evacuation', 'Safety/Ladders'])
  const folded = button('Safety')
  await folded.click()
  await folder.waitFor({ state: 'detached' })
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await folded.getAttribute('aria-expanded')).toBe('false')
  await page.getByRole('list', { name: 'Courses' }).getByRole('button', { name: 'Module four', exact: true }).waitFor()
  expect(page.problems).toEqual([])
})

test('one of 200 scripts is found by a part of its name', async () => {
  const names = Array.from({ length: 200 }, (_, index) => ({
    name: `Lesson ${index}`,
    folder: index % 3 === 0 ? '' : `Course ${index % 3}`,
  }))
  await createScripts([...names, { name: 'Wear your helmet', folder: 'Safety' }])
  await page.reload()
  await page.waitForSelector('.paragraph')
  const field = page.getByLabel('Find a script')
  await field.fill('helm safe')
  await eventually(listed).toEqual(['Safety', 'Wear your helmet'])
  await page.getByRole('status').getByText('1 script found').waitFor({ state: 'attached' })
  await check('found')
  await field.press('Enter')
  await eventually(texts).toEqual(['This is Wear your helmet.'])
  await field.fill('nothing of this name')
  await page.getByText('No script has this name.').waitFor()
})

test('a viewer may look, and finds no button that changes a script', async () => {
  await write('Written by an owner.')
  await createScripts([{ name: 'Archived' }])
  type Listed = { readonly projects: readonly { readonly project_id: string; readonly name: string }[] }
  const { projects } = await service.json<Listed>('/projects')
  const { project_id: id } = projects.find(({ name }) => name === 'Archived')!
  await service.json(`/projects/${id}`, { method: 'PATCH', body: { is_archived: true } })
  await openView('Members')
  await page.getByLabel('Name of the new member').fill('Vi')
  await page.locator('.new-member').getByLabel('Role').selectOption('Viewer')
  await button('Invite').click()
  const link = await page.getByRole('textbox', { name: 'The sign-in link of “Vi”' }).inputValue()
  const beside = await context.browser()!.newContext()
  const other = await beside.newPage()
  await other.goto(link)
  await other.waitForSelector('.paragraph')
  await other.getByRole('button', { name: 'More about Module three', exact: true }).click()
  await other.getByRole('button', { name: 'History…' }).waitFor()
  for (const name of ['Rename…', 'Move to a folder…', 'Duplicate', 'Archive', 'Delete', 'Delete script'])
    expect(await other.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: 'Archive and trash' }).click()
  await other
    .getByRole('row', { name: /^Archived/ })
    .nth(1)
    .or(other.getByText('Archived scripts'))
    .first()
    .waitFor()
  expect(await other.getByRole('button', { name: /^(Bring|Delete)/ }).count()).toBe(0)
  await beside.close()
})

test('a script that another page has put away leaves the list, and one that it has made comes', async () => {
  await write('Welcome.')
  const other = await openStudio(service, await context.browser()!.newContext())
  await other.waitForSelector('.paragraph')
  await choose('Module three', 'Duplicate')
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module three (copy)')
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await other.getByRole('button', { name: 'Module three (copy)', exact: true }).waitFor()
  await choose('Module three (copy)', 'Delete')
  await page.getByRole('status').getByText('is in the trash').waitFor()
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await other.getByRole('button', { name: 'Module three (copy)', exact: true }).waitFor({ state: 'detached' })
  await other.context().close()
})

test('a script that the service refuses is neither duplicated nor archived without what was written last', async () => {
  await write('Welcome.')
  await eventually(async () => (await service.call('/projects')).text()).toContain('Module three')
  await page.route('**/updates', (route) =>
    route.fulfill({ status: 400, json: { code: 'CONTENT_NOT_ALLOWED', message: 'Cannot keep paragraph 1' } }),
  )
  await write('Something else.')
  for (const item of ['Duplicate', 'Archive']) {
    await choose('Module three', item)
    await page.locator('.notice').getByText('Cannot keep paragraph 1').nth(1).waitFor()
    await button('Dismiss').click()
    expect(await listed()).toEqual(['Module three'])
  }
  await choose('Module three', 'Delete')
  await page.getByRole('dialog').getByText('The trash keeps only what the service has', { exact: false }).waitFor()
  await answer('Cancel')
  expect(await listed()).toEqual(['Module three'])
  await button('History').click()
  const history = page.getByRole('dialog')
  await history.getByLabel('Name the script as it is now').fill('First')
  await page.keyboard.press('Enter')
  await history.getByRole('alert').getByText('Cannot keep paragraph 1', { exact: false }).waitFor()
})
