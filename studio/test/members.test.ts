import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  answer,
  browser,
  button,
  eventually,
  findFaultsInBothSchemes,
  openView,
  page,
  useStudio,
} from './support/story.ts'

useStudio()

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

/** Invites a person, and returns the link that the page shows. */
async function invite(name: string, role: string, characters = ''): Promise<string> {
  await page.getByLabel('Name of the new member').fill(name)
  await page.locator('.new-member').getByLabel('Role').selectOption(role)
  await page.locator('.new-member').getByLabel('Characters a month').fill(characters)
  await button('Invite').click()
  const link = page.getByRole('textbox', { name: `The sign-in link of “${name}”` })
  const url = await link.inputValue()
  await button('Done').click()
  return url
}

/** Another browser that opens a link. */
async function open(url: string) {
  const other = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const opened = await other.newPage()
  opened.setDefaultTimeout(60_000)
  await opened.goto(url)
  return opened
}

test('an owner invites, limits and removes a member', async () => {
  await openView('Members')
  await page.getByText('Nobody is invited yet.').waitFor()
  const link = await invite('Ada Lovelace', 'Editor')
  expect(await page.content()).not.toContain(new URL(link).hash)
  await row('Ada Lovelace').getByText('Not yet').waitFor()

  const ada = await open(link)
  await ada.waitForSelector('.paragraph')
  expect(new URL(ada.url()).hash).toBe('')
  await ada.getByText('Ada Lovelace · editor').waitFor()
  expect(await ada.locator('.nav-views button').allTextContents()).toEqual([
    'Libraries',
    'Exports',
    'Clips',
    'Voices',
    'Usage',
    'Passkeys',
  ])
  await ada.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(() => ada.locator('.sentences').count()).toBeGreaterThan(0)
  // The link is used.
  const thief = await open(link)
  await thief.getByRole('alert').getByText('the sign-in link was used or has expired', { exact: false }).waitFor()
  await thief.context().close()

  await button('Change Ada Lovelace').click()
  const dialog = page.getByRole('dialog', { name: 'Change “Ada Lovelace”' })
  await dialog.getByLabel('Characters a month').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row('Ada Lovelace').getByText('5 characters a month').waitFor()
  await ada.locator('.text').first().click()
  await ada.keyboard.press('Control+A')
  await ada.keyboard.type('Far more than five characters.')
  await ada.getByRole('button', { name: 'Play paragraph 1' }).click()
  await ada.getByText('An owner of your account can allow you more.', { exact: false }).first().waitFor()
  await ada.getByRole('button', { name: 'Usage' }).click()
  await ada.getByRole('row').filter({ hasText: 'Left for you' }).getByText('of 5').waitFor()

  await openView('Usage')
  await page.getByLabel('Usage by').selectOption('People')
  await page.getByRole('region', { name: 'People' }).getByText('Ada Lovelace').waitFor()

  await openView('Members')
  await button('Remove Ada Lovelace').click()
  await answer('Remove')
  await row('Ada Lovelace').getByText('Removed').waitFor()
  expect(await row('Ada Lovelace').getByRole('button').count()).toBe(0)
  await ada.reload()
  await ada.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await ada.context().close()

  await openView('Audit log')
  await page.getByRole('row').filter({ hasText: 'Remove member' }).getByText('Ada Lovelace').waitFor()
  expect(page.problems).toEqual([])
})

test('a new link replaces the one before, and a role changes what the page offers', async () => {
  await openView('Members')
  const first = await invite('Grace', 'Viewer', '1000')
  await button('New sign-in link of Grace').click()
  const shown = page.getByRole('textbox', { name: 'The sign-in link of “Grace”' })
  const second = await shown.inputValue()
  await button('Done').click()
  const late = await open(first)
  await late.getByRole('alert').getByText('was used or has expired', { exact: false }).waitFor()
  await late.context().close()
  const grace = await open(second)
  await grace.waitForSelector('.paragraph')
  const views = () => grace.locator('.nav-views button').allTextContents()
  expect(await views()).toEqual(['Libraries', 'Exports', 'Clips', 'Voices', 'Passkeys'])
  await button('Change Grace').click()
  const dialog = page.getByRole('dialog', { name: 'Change “Grace”' })
  await dialog.getByLabel('Role').selectOption('Owner')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row('Grace').getByText('Owner').waitFor()
  await grace.reload()
  await grace.waitForSelector('.paragraph')
  expect(await views()).toContain('Members')
  // Nobody changes or removes themselves.
  await grace.getByRole('button', { name: 'Members' }).click()
  const self = grace.getByRole('row').filter({ hasText: '(you)' })
  await self.waitFor()
  expect(await self.getByRole('button').count()).toBe(1)
  await grace.context().close()
})

test('a link for somebody else asks before it signs a browser in that is signed in', async () => {
  await openView('Members')
  const link = await invite('Trap', 'Viewer')
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Sign in by this link?' }).waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  await button('Stay signed in').click()
  await page.waitForSelector('.paragraph')
  expect(await page.locator('.nav-views button').allTextContents()).toContain('Members')
  await page.goto('about:blank')
  await page.goto(link)
  await button('Sign in by the link').click()
  await page.getByText('Trap · viewer').waitFor()
})

test('the members page is accessible, empty, full, and while it asks', async () => {
  const check = async (screen: string) => expect(await findFaultsInBothSchemes(), screen).toEqual([])
  await openView('Members')
  await page.getByLabel('Name of the new member').fill('Ada')
  await button('Invite').click()
  await page.getByRole('textbox', { name: 'The sign-in link of “Ada”' }).waitFor()
  await check('new link')
  await button('Change Ada').click()
  await check('change of a member')
  await page.keyboard.press('Escape')
  await button('Remove Ada').click()
  await check('question')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await check('small screen')
})

test('a name that a spreadsheet would run as a formula does not get into a CSV as one', async () => {
  await openView('Members')
  const link = await invite('=HYPERLINK("https://evil.example")', 'Editor')
  const mallory = await open(link)
  await mallory.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(() => mallory.locator('.sentences').count()).toBeGreaterThan(0)
  await mallory.context().close()
  await openView('Usage')
  await page.getByLabel('Usage by').selectOption('People')
  await page.getByRole('region', { name: 'People' }).getByText('=HYPERLINK', { exact: false }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button('CSV').click()])
  const csv = await text(await download.createReadStream())
  expect(csv).toContain('"\'=HYPERLINK(""https://evil.example"")"')
})
