import { expect, test } from 'vitest'
import { createSignInCode, endSessions } from '../../src/accounts/sessions.ts'
import { TEST_KEY } from '../../test/support/test-service.ts'
import { browser, button, eventually, litWords, page, service, texts, useStudio, write } from './support/story.ts'

useStudio()

test('a stream that is refused or breaks off says so at its paragraph, and plays when the service is back', async () => {
  await write('Hello again.')
  await page.route('**/v1/tts/stream', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '0' },
      json: { message: 'The service is busy', code: 'INTERNAL_ERROR' },
    }),
  )
  await button('Play paragraph 1').click()
  await page.getByText('The service is busy').waitFor()
  await page.unroute('**/v1/tts/stream')
  const broken = '--b\r\nContent-Type: audio/pcm\r\nContent-Length: 4\r\n\r\nabcd\r\n--b'
  await page.route('**/v1/tts/stream', (route) =>
    route.fulfill({ headers: { 'content-type': 'multipart/mixed; boundary=b' }, body: broken }),
  )
  await button('Play paragraph 1').click()
  await page.getByText('Your script is safe in this browser', { exact: false }).waitFor()
  await page.unroute('**/v1/tts/stream')
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('again')
  expect(await page.locator('.note-line').count()).toBe(0)
})

test('a session that ends elsewhere asks to sign in again, and the script is as it was', async () => {
  await write('Kept.')
  // Requests wait until everything is typed, because the sign-in page replaces the script.
  const typed = Promise.withResolvers<void>()
  await page.route('**/v1/**', (route) => typed.promise.then(() => route.continue()))
  await endSessions(service.db, { now: Date.now() })
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' All of it.')
  typed.resolve()
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await page.getByLabel('Or use an API key').fill('wrong')
  await button('Sign in').click()
  await page
    .getByRole('alert')
    .getByText(/key is invalid/)
    .waitFor()
  await page.getByLabel('Or use an API key').fill(TEST_KEY)
  await button('Sign in').click()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['Kept. All of it.'])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(TEST_KEY)
})

test('a sign-in link that was used says so, and the page loads when a service that failed answers again', async () => {
  const code = await createSignInCode(service.db, { now: Date.now() })
  const context = await browser.newContext()
  const first = await context.newPage()
  await first.route('**/v1/tts/avatars', (route) =>
    route.fulfill({ status: 400, json: { message: 'Out of order', code: 'INTERNAL_ERROR' } }),
  )
  await first.goto(`${service.url}/#sign-in=${code}`)
  await first.getByText('Out of order').waitFor()
  await first.unroute('**/v1/tts/avatars')
  await first.getByRole('button', { name: 'Try again' }).click()
  await first.waitForSelector('.paragraph')
  await first.getByRole('button', { name: 'Sign out' }).click()
  await first.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await first.goto(`${service.url}/?again#sign-in=${code}`)
  await first.getByRole('alert').getByText('the sign-in link was used or has expired', { exact: false }).waitFor()
  await context.close()
})

test('a busy service is asked again by itself; if it stays busy, the paragraph says so', async () => {
  await write('Try again.')
  let refused = 0
  const refuse = (times: number) =>
    page.route('**/v1/tts/stream', (route) => {
      refused += 1
      if (refused > times) return route.continue()
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '0' },
        json: { message: 'Too many requests.', code: 'RATE_LIMITED' },
      })
    })
  await refuse(2)
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('again')
  expect(refused).toBe(3)
  expect(await page.locator('.note-line').count()).toBe(0)
  await page.unroute('**/v1/tts/stream')
  await button('Play').waitFor()

  await write('Once more.')
  await refuse(Infinity)
  await button('Play paragraph 1').click()
  const note = page.locator('.paragraph [role=status]').getByText('Too many requests. Wait a moment and try again.')
  await note.waitFor()
  await button('Play').waitFor()
  await page.unroute('**/v1/tts/stream')
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('more')
})

test('explanations that a busy service refuses come later, without a word about it', async () => {
  let refused = 0
  await page.route('**/v1/tts/explain', (route) => {
    refused += 1
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '0' },
      json: { message: 'Busy', code: 'INTERNAL_ERROR' },
    })
  })
  await write('It costs $7.')
  await eventually(() => refused).toBeGreaterThan(4)
  expect(await page.locator('.note-line').count()).toBe(0)
  await page.unroute('**/v1/tts/explain')
  await page.waitForSelector('.text .said-converted:has-text("$7")')
})

test('a stream that breaks off after a while has played what came, and the script stays', async () => {
  await write('One two three four five six seven eight nine ten.')
  await page.route('**/v1/tts/stream', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    await route.fulfill({ response: answer, body: body.subarray(0, Math.floor(body.length / 2)) })
  })
  await button('Play paragraph 1').click()
  await page.locator('.note-line').waitFor()
  await page.unroute('**/v1/tts/stream')
  expect(await texts()).toEqual(['One two three four five six seven eight nine ten.'])
  await button('Play paragraph 1').click()
  await eventually(litWords).toContain('ten')
  expect(await page.locator('.note-line').count()).toBe(0)
})
