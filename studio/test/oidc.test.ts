import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../../test/support/find-free-port.ts'
import { CLIENT, startIdentityProvider } from '../../test/support/identity-provider.ts'
import { button, context, findFaultsInBothSchemes, openView, page, useStudio } from './support/story.ts'

const port = await findFreePort()
const base = `http://127.0.0.1:${port}`
const provider = await startIdentityProvider(`${base}/studio/oidc/callback`)

useStudio({
  PORT: String(port),
  PUBLIC_URL: base,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.clientId,
  OIDC_CLIENT_SECRET: CLIENT.clientSecret,
})
afterAll(() => provider.close())

test('a member signs in at the organisation, and a stranger is told whom to ask', async () => {
  await openView('Members')
  await page.getByLabel('Name of the new member').fill('Ada')
  await page.getByLabel('Email (optional)').fill('ada@example.com')
  await button('Invite').click()
  await button('Done').click()
  await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor()
  await openView('Sign out')
  const enter = button('Sign in with your organisation')
  await enter.waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])

  provider.login = { subject: 'stranger', email: 'stranger@example.com' }
  await enter.click()
  await page
    .getByRole('alert')
    .getByText('You are no member here: an owner of your account has to invite you', { exact: false })
    .waitFor()
  expect(new URL(page.url()).hash).toBe('')

  // The provider remembers the stranger by a cookie.
  await context.clearCookies()
  provider.login = { subject: 'ada', email: 'ada@example.com' }
  await enter.click()
  await page.getByText('Ada · editor').waitFor()
  expect(page.url()).toBe(`${base}/`)
  expect(page.problems).toEqual([])
})
