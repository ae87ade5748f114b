import { text } from 'node:stream/consumers'
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

test('a key is made for one purpose: scopes, an end, addresses and a monthly limit', async () => {
  await openView('API keys')
  await page.getByLabel('Name of the new key').fill('Kiosk')
  await page.getByText('What the key may do').click()
  for (const label of [
    'Delete and repeat clips',
    'Read scripts',
    'Write scripts',
    'Change libraries',
    'Manage webhooks',
    'Read usage',
  ])
    await page.getByLabel(label).uncheck()
  await page.getByLabel('Last day').fill('2099-03-14')
  await page.getByLabel('Characters a month').fill('5000')
  await page.getByLabel('Addresses that may use it').fill('127.0.0.1, 10.0.0.0/8')
  await button('Key').click()
  const key = await page.getByRole('textbox', { name: 'The key “Kiosk”' }).inputValue()
  expect(await statusWith(key)).toBe(200)
  const { keys } = (await (
    await context.request.get(`${service.url}/v1/tts/keys`, { headers: { 'x-declaim-studio': '1' } })
  ).json()) as { keys: { name: string; scopes: string[] }[] }
  const made = keys.find(({ name }) => name === 'Kiosk')!
  expect(new Set(made.scopes)).toEqual(new Set(['synthesize', 'clips:read', 'libraries:read']))
  expect(made).toMatchObject({
    allowed_addresses: ['127.0.0.1', '10.0.0.0/8'],
    characters_per_month: 5000,
  })
  await row('Kiosk').getByText('5,000 characters a month', { exact: false }).waitFor()
  await row('Kiosk').getByText('Mar', { exact: false }).waitFor()
})

test('a key is changed in place: its name, scopes and limits, and what is not touched stays', async () => {
  const { key } = await createApiKey(service.db, {
    name: 'Old name',
    now: Date.now(),
    charactersPerMonth: 700,
    expiresAt: Date.parse('2099-03-14T09:30:00Z'),
  })
  const narrow = await createApiKey(service.db, { name: 'Above', now: Date.now(), scopes: ['admin'] })
  await openView('API keys')
  await button('Change the key Old name').click()
  const dialog = page.getByRole('dialog', { name: 'Change the key “Old name”' })
  await dialog.getByLabel('Name', { exact: true }).fill('New name')
  await dialog.getByLabel('Read usage').uncheck()
  await dialog.getByLabel('Characters a month').fill('')
  await dialog.getByLabel('Addresses that may use it').fill('203.0.113.7 nowhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('nowhere', { exact: false }).waitFor()
  expect(await statusWith(key)).toBe(200)
  await dialog.getByLabel('Addresses that may use it').fill('203.0.113.7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row('New name').getByText('without usage · from 203.0.113.7', { exact: false }).waitFor()
  expect(await statusWith(key)).toBe(403)
  const listed = await context.request.get(`${service.url}/v1/tts/keys`, { headers: { 'x-declaim-studio': '1' } })
  const { keys } = (await listed.json()) as { keys: { name: string }[] }
  expect(keys.find(({ name }) => name === 'New name')).toMatchObject({
    characters_per_month: null,
    expires_at: Date.parse('2099-03-14T09:30:00Z'),
    allowed_addresses: ['203.0.113.7'],
  })
  // A session may not touch a key that may do more.
  await row('Above').waitFor()
  expect(await row('Above').getByRole('button').count()).toBe(0)
  expect(await statusWith(narrow.key)).toBe(200)
})

test('who may do little is offered nothing else, and is told why if a link leads there', async () => {
  await service.json('/replacement_libraries', { body: { name: 'Names' } })
  const clip = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A clip.' } })
  await service.finished(clip.clip_id)
  await openView('Sign out')
  const scopes = ['synthesize', 'clips:read', 'libraries:read']
  const { key } = await createApiKey(service.db, { name: 'narrow', now: Date.now(), scopes })
  await page.getByLabel('Or use an API key').fill(key)
  await button('Sign in').click()
  await page.waitForSelector('.paragraph')
  const views = page.getByRole('navigation').locator('.nav-views button')
  expect(await views.allInnerTexts()).toEqual(['Libraries', 'Exports', 'Clips', 'Voices'])
  expect(await page.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0)
  await openView('Clips')
  await button(`Play ${clip.clip_id}`).waitFor()
  await page.getByText('Select all').click()
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  await openView('Libraries')
  await page.getByRole('heading', { name: 'Libraries', level: 1 }).waitFor()
  for (const name of ['Library', 'Delete library', 'Add'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [view, title] of [
    ['keys', 'API keys'],
    ['usage', 'Usage'],
    ['members', 'Members'],
    ['audit', 'Audit log'],
    ['webhooks', 'Webhooks'],
  ] as const) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, view)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.getByText('You may not see this page.', { exact: false }).waitFor()
  }
  expect(asked.filter((path) => /keys|usage|members|audit|webhooks/.test(path))).toEqual([])
})

test('a link leads to a view, also after a reload', async () => {
  await openView('Usage')
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe('#usage')
  await page.reload()
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
})

test('the audit log says what has changed, and by whom', async () => {
  await openView('API keys')
  await page.getByLabel('Name of the new key').fill('Audited key')
  await button('Key').click()
  await page.getByRole('textbox', { name: 'The key “Audited key”' }).waitFor()
  await openView('Audit log')
  const entry = page.getByRole('row').filter({ hasText: 'Audited key' })
  expect(await entry.textContent()).toContain('Create key')
  expect(await entry.textContent()).toContain('A browser with a sign-in link')
  const [download] = await Promise.all([page.waitForEvent('download'), button(/^JSON of these/).click()])
  const lines = (await text(await download.createReadStream())).trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toContain('createKey')
})

test('a month that is used up says when it begins again, and whom to ask', async () => {
  const { key } = await createApiKey(service.db, { name: 'tiny', charactersPerMonth: 12, now: Date.now() })
  await openView('Sign out')
  await page.getByLabel('Or use an API key').fill(key)
  await button('Sign in').click()
  await page.waitForSelector('.paragraph')
  await write('Far more than twelve characters.')
  await button('Play paragraph 1').click()
  const said = page.getByText("12 of this key's 12 a month are left. It begins again on", { exact: false }).first()
  await said.waitFor()
  expect(await said.textContent()).toMatch(
    /begins again on \w+ \d+, \d{4}.*Whoever made the API key can allow it more\.$/,
  )
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
  for (const [group, name] of [
    ['API keys', 'The Studio'],
    ['Voices', / · /],
    ['Calls', /\w/],
  ] as const) {
    await page.getByLabel('Usage by').selectOption(group)
    await page.getByRole('region', { name: group }).getByRole('cell').first().getByText(name).waitFor()
  }
  await page.getByLabel('Usage by').selectOption('Voices')
  await page.getByRole('region', { name: 'Voices' }).waitFor()
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
    return await text(await download.createReadStream())
  }
  const csv = await saved('CSV')
  expect(csv.split('\r\n')[0]).toBe('name,requests,audio_seconds,characters')
  expect(csv).toContain(`,${used}\r\n`)
  const detailed = await saved('Detailed CSV')
  expect(detailed.split('\r\n')[0]).toBe('day,person,key,voice,call,requests,audio_seconds,characters')
  expect(detailed).toContain('"The Studio"')
  const chart = page.getByRole('img', { name: /^Characters by day/ })
  expect(await chart.getAttribute('aria-label')).toContain(`: ${used.toLocaleString('en')} in all`)
  await page.getByLabel('Period').selectOption('Last month')
  await page.getByText('Nothing was spoken in this time.').waitFor()
  await page.getByLabel('Period').selectOption('Last 90 days')
  await eventually(() => chart.locator('rect').count()).toBe(90)
  await page.getByText('Limits of the plan', { exact: false }).click()
  await row('Texts beyond the month').getByText('Refused until the next month').waitFor()
})

test('a session from an API key with a monthly limit sees what is left of it', async () => {
  const { key } = await createApiKey(service.db, { name: 'small', charactersPerMonth: 120, now: Date.now() })
  await openView('Sign out')
  await page.getByLabel('Or use an API key').fill(key)
  await button('Sign in').click()
  await page.waitForSelector('.paragraph')
  await openView('Usage')
  await row('Left for this API key').getByText('120 of 120').waitFor()
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
