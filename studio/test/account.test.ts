import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { TEST_KEY } from '../../test/support/test-service.ts'
import { startWebhookReceiver } from '../../test/support/webhook-receiver.ts'
import {
  answer,
  browser,
  button,
  context,
  eventually,
  openView,
  page,
  service,
  storedScripts,
  texts,
  useStudio,
  write,
} from './support/story.ts'
import { openStudio } from './support/studio-page.ts'

useStudio({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

async function statusWith(key: string): Promise<number> {
  return (await fetch(`${service.url}/v1/tts/avatars`, { headers: { 'x-api-key': key } })).status
}

test('a key is made, shown once, used, replaced and revoked', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openView('API keys')
  await page.getByLabel('Name of the new key').fill('Build server')
  await button('Key').click()
  const secret = page.getByRole('textbox', { name: 'The key “Build server”' })
  const key = await secret.inputValue()
  expect(await statusWith(key)).toBe(200)
  await button('Copy').click()
  await button('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await button('Done').click()
  expect(await page.content()).not.toContain(key)
  await row('Build server').getByText('Active').waitFor()

  await button('Replace the key Build server').click()
  const next = await secret.inputValue()
  expect(next).not.toBe(key)
  expect([await statusWith(key), await statusWith(next)]).toEqual([200, 200])
  await button('Revoke the key Build server').first().click()
  await answer('Revoke')
  await row('Build server').getByText('Revoked').waitFor()
  expect(new Set([await statusWith(key), await statusWith(next)])).toEqual(new Set([200, 401]))
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(key)
})

test('a webhook is registered, tried, given a new secret, switched off and deleted, and a bad address is refused', async () => {
  const receiver = await startWebhookReceiver()
  await openView('Webhooks')
  await page.getByText('No webhook yet.').waitFor()
  const address = page.getByLabel('Address of the new webhook')
  await address.fill('ftp://example.com')
  await button('Webhook').click()
  await page.getByRole('alert').getByText('expected an http or https URL', { exact: false }).waitFor()
  const url = `${receiver.url}/hook`
  await address.fill(url)
  await button('Webhook').click()
  const first = await page.getByRole('textbox', { name: 'The secret of' }).inputValue()
  expect(first).toMatch(/^whsec_/)
  await button('Done').click()
  await button(`Test ${url}`).click()
  await receiver.until(1)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test' })
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('row').filter({ hasText: 'webhook.test' })
  await message.getByText('200').waitFor()
  await button('Send webhook.test again').click()
  await receiver.until(2)
  const secret = page.getByRole('textbox', { name: 'The secret of' })
  await button(`New secret for ${url}`).click()
  await page.getByText('The old secret signs messages too until', { exact: false }).waitFor()
  const next = await secret.inputValue()
  expect(next).toMatch(/^whsec_/)
  expect(next).not.toBe(first)
  await button(`Test ${url}`).click()
  await receiver.until(3)
  // Signed with both, so that receivers can change over in their own time.
  const { body, headers } = receiver.received[2]!
  for (const live of [first, next])
    expect(new Webhook(live).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
  await button('Done').click()
  await page.getByLabel(`${url} is on`).uncheck()
  await eventually(() => button(`Test ${url}`).isDisabled()).toBe(true)
  await button(`Delete ${url}`).click()
  await answer('Delete')
  await page.getByText('No webhook yet.').waitFor()
  await receiver.close()
})

test('usage has the characters of the month and of today', async () => {
  await write('Twenty characters ok')
  await button('Play paragraph 1').click()
  await eventually(() => page.locator('.sentences').count()).toBe(1)
  await openView('Usage')
  const spoken = row('Characters spoken').getByRole('cell')
  const used = Number((await spoken.textContent())!.replaceAll(',', ''))
  expect(used).toBeGreaterThanOrEqual(20)
  const days = page.getByRole('region', { name: 'Days' }).getByRole('row')
  expect(await days.count()).toBe(2)
  expect(await days.last().getByRole('cell').last().textContent()).toBe(used.toLocaleString('en'))
})

test('nothing of one account is seen after signing out and in to another', async () => {
  await write('A secret of the first account.')
  await eventually(() => storedScripts()).toContain('A secret of the first account.')
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A clip.' } })
  await service.finished(clip_id)
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect((await context.cookies()).filter(({ name }) => name === 'declaim_session')).toEqual([])
  const stranger = await openStudio(service, await browser.newContext(), { account: 'stranger' })
  await stranger.getByRole('button', { name: 'Clips' }).click()
  await stranger.getByText('No clips yet.', { exact: false }).waitFor()
  await stranger.getByRole('button', { name: 'Libraries' }).click()
  await stranger.getByText('No library yet.', { exact: false }).waitFor()
  await stranger.getByRole('button', { name: 'API keys' }).click()
  await stranger.getByText('No key yet.', { exact: false }).waitFor()
  await stranger.context().close()
})

test('another account in the same browser finds none of the scripts before it, and the first finds its own again', async () => {
  await write('A secret of the first account.')
  await page.getByLabel('Title of the script').fill('Secret plan')
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  const { key } = await createApiKey(service.db, { account: 'stranger', name: 'other', now: Date.now() })
  const signIn = async (apiKey: string) => {
    await page.getByLabel('Or use an API key').fill(apiKey)
    await button('Sign in').click()
    await page.waitForSelector('.paragraph')
  }
  await signIn(key)
  await page.getByLabel('Title of the script').waitFor()
  expect(await page.locator('#studio').textContent()).not.toContain('ecret')
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await signIn(TEST_KEY)
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Secret plan')
  expect(await texts()).toEqual(['A secret of the first account.'])
})
