import { expect, test } from 'vitest'
import { TEST_KEY } from '../../test/support/test-service.ts'
import { browser, eventually, findFaults, page, service, useStudio } from './support/story.ts'

useStudio()

test('the Studio links to an API reference, in which a signed-in browser tries requests without a key', async () => {
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByText('Signed in: requests need no key.').waitFor()
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const operations = Object.values(paths).flatMap((path) => Object.keys(path).filter((name) => name !== 'servers'))
  await eventually(() => page.locator('.opblock').count()).toBe(operations.length)

  const stream = page.locator('.opblock').filter({ hasText: 'Speak a text while it is rendered' })
  await stream.getByRole('button').first().click()
  await stream.locator('textarea').fill(JSON.stringify({ speaker_id: 3, text: 'Tried in place.' }))
  await stream.getByRole('button', { name: 'Execute' }).click()
  await stream.locator('audio').waitFor()
  expect(await stream.locator('.curl').textContent()).toContain('X-Api-Key: YOUR_KEY')
  expect(await stream.locator('.curl').textContent()).not.toContain('x-declaim-studio')
  const seconds = () => stream.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration)
  await eventually(seconds).toBeGreaterThan(0.3)
  expect(await findFaults()).toEqual([])
  expect(page.problems).toEqual([])
})

test('without a session, requests ask for a key and work with one', async () => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const stranger = await context.newPage()
  const requests: string[] = []
  stranger.on('request', (request) => requests.push(new URL(request.url()).origin))
  await stranger.goto(`${service.url}/docs`)
  await stranger.getByText('Not signed in', { exact: false }).waitFor()
  const usage = stranger.locator('.opblock').filter({ hasText: '/usage' })
  await usage.getByRole('button').first().click()
  await usage.getByRole('button', { name: 'Execute' }).click()
  await usage.locator('.live-responses-table .response-col_status').getByText('401').waitFor()
  await stranger.getByRole('button', { name: 'Authorize' }).click()
  const dialog = stranger.locator('.modal-ux')
  const form = dialog.locator('form').filter({ hasText: 'x-api-key' })
  await form.locator('input').fill(TEST_KEY)
  await form.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await usage.getByRole('button', { name: 'Execute' }).click()
  await usage.locator('.live-responses-table .response-col_status').getByText('200').waitFor()
  // Nothing is loaded from elsewhere.
  expect(new Set(requests)).toEqual(new Set([service.url]))
  await context.close()
})
