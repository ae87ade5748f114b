import { expect, test } from 'vitest'
import { browser, context, openView, page, service, useStudio } from './support/story.ts'
import { openStudio } from './support/studio-page.ts'

useStudio()

test('nothing of one account is seen after signing out and in to another', async () => {
  await openView('Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect((await context.cookies()).filter(({ name }) => name === 'declaim_session')).toEqual([])
  const other = await browser.newContext()
  const stranger = await openStudio(service, other, { account: 'stranger' })
  await stranger.getByRole('button', { name: 'Clips' }).click()
  await stranger.getByText('Nothing yet.', { exact: false }).waitFor()
  await stranger.getByRole('button', { name: 'Libraries' }).click()
  await stranger.getByText('No library yet.', { exact: false }).waitFor()
  await other.close()
})
