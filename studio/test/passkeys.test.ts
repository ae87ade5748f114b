import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  answer,
  browser,
  button,
  findFaultsInBothSchemes,
  openView,
  page,
  service,
  useStudio,
} from './support/story.ts'

useStudio()

/** The link of a new member, at the address where browsers allow passkeys. */
async function inviteLink(name: string): Promise<string> {
  await openView('Members')
  await page.getByLabel('Name of the new member').fill(name)
  await button('Invite').click()
  const url = await page.getByRole('textbox', { name: `The sign-in link of “${name}”` }).inputValue()
  return url.replace('127.0.0.1', 'localhost')
}

/** The scripts that a page asks for, as it asks for them. */
function listScripts(of: Page): string[] {
  const scripts: string[] = []
  of.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return scripts
}

/** A browser with an authenticator of its own, as Chromium's DevTools simulate it. */
async function openBrowser() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const opened = await context.newPage()
  opened.setDefaultTimeout(60_000)
  const problems: string[] = []
  const scripts = listScripts(opened)
  opened.on('pageerror', (error) => problems.push(error.message))
  const devTools = await context.newCDPSession(opened)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const verify = (isUserVerified: boolean) =>
    devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { page: opened, context, problems, scripts, verify }
}

test('a member adds a passkey, signs out, and signs in by it; once it is removed, it signs nobody in', async () => {
  const link = await inviteLink('Ada')
  const ada = await openBrowser()
  await ada.page.goto(link)
  await ada.page.waitForSelector('.paragraph')
  const press = (name: string) => ada.page.getByRole('button', { name, exact: true }).click()
  await press('Passkeys')
  await ada.page.getByText('No passkey yet.').waitFor()
  const before = ada.scripts.length
  await ada.page.getByLabel('Name of the new passkey').fill('My laptop')
  await press('Passkey')
  const row = ada.page.getByRole('row').filter({ hasText: 'My laptop' })
  await row.getByText('Never').waitFor()
  expect(ada.scripts.length).toBeGreaterThan(before)
  expect(await findFaultsInBothSchemes(ada.page)).toEqual([])
  // The same device has one already.
  await ada.page.getByLabel('Name of the new passkey').fill('Again')
  await press('Passkey')
  await ada.page.getByRole('alert').getByText('This device has a passkey of yours already.').waitFor()

  await press('Sign out')
  await ada.page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await press('Sign in with a passkey')
  await ada.page.getByText('Ada · editor').waitFor()
  expect(ada.problems).toEqual([])

  // The device does not know the person.
  await press('Sign out')
  await ada.page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await ada.verify(false)
  await press('Sign in with a passkey')
  await ada.page.getByRole('alert').getByText('The browser has not used a passkey', { exact: false }).waitFor()
  expect(await findFaultsInBothSchemes(ada.page)).toEqual([])
  await ada.verify(true)
  await press('Sign in with a passkey')
  await ada.page.getByText('Ada · editor').waitFor()

  await press('Passkeys')
  await press('Remove the passkey My laptop')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await ada.page.getByText('No passkey yet.').waitFor()
  await press('Sign out')
  await ada.page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await press('Sign in with a passkey')
  await ada.page.getByRole('alert').getByText('this passkey is not known here', { exact: false }).waitFor()
  await ada.context.close()
})

test('a removed member is out, passkey and all', async () => {
  const link = await inviteLink('Mallory')
  const mallory = await openBrowser()
  await mallory.page.goto(link)
  await mallory.page.waitForSelector('.paragraph')
  const press = (name: string) => mallory.page.getByRole('button', { name, exact: true }).click()
  await press('Passkeys')
  await mallory.page.getByLabel('Name of the new passkey').fill('Key')
  await press('Passkey')
  await mallory.page.getByRole('row').filter({ hasText: 'Never' }).waitFor()
  await button('Remove Mallory').click()
  await answer('Remove')
  await page.getByRole('row').filter({ hasText: 'Mallory' }).getByText('Removed').waitFor()
  await mallory.page.reload()
  await press('Sign in with a passkey')
  await mallory.page.getByRole('alert').getByText('this passkey is not known here', { exact: false }).waitFor()
  await mallory.context.close()
})

test('where browsers allow no passkeys, the page says where they work, and loads nothing for them', async () => {
  const link = await inviteLink('Grace')
  const elsewhere = await browser.newContext()
  const grace = await elsewhere.newPage()
  const scripts = listScripts(grace)
  await grace.goto(link.replace('localhost', '127.0.0.1'))
  await grace.waitForSelector('.paragraph')
  const startScripts = [...scripts]
  await grace.getByRole('button', { name: 'Passkeys', exact: true }).click()
  await grace.getByText('Passkeys work at', { exact: false }).waitFor()
  const there = grace.getByRole('link', { name: service.url.replace('127.0.0.1', 'localhost') })
  expect(await there.count()).toBe(1)
  expect(scripts.filter((url) => !startScripts.includes(url))).toEqual([])
  await elsewhere.close()
  // Who is no member has no passkeys.
  expect(await page.getByRole('navigation').getByRole('button', { name: 'Passkeys' }).count()).toBe(0)
})
