import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ClipInput } from '../../client/src/declaim.ts'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { answer, button, context, eventually, openView, page, service, useStudio } from './support/story.ts'

useStudio()

const rows = () => page.getByRole('region', { name: 'All clips' }).locator('tbody tr')
const namesOf = () => rows().locator('td:first-child a').allInnerTexts()

const create = (input: Partial<ClipInput>) =>
  service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A clip.', ...input } })

test('clips that others make appear and become ready without a reload', async () => {
  await openView('Clips')
  await page.getByText('No clips yet.', { exact: false }).waitFor()
  await create({ label: 'Chapter one' })
  await rows().getByText('Ready').waitFor()
  expect(await namesOf()).toEqual(['Chapter one'])
  const link = rows().getByRole('link')
  const audio = await fetch((await link.getAttribute('href'))!)
  expect(audio.headers.get('content-type')).toBe('audio/mpeg')
})

test('clips are searched, copied and deleted', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { clip_id } = await create({ label: 'Needle', metadata: { text: 'in the haystack' } })
  await create({ label: 'Straw' })
  const { url } = await service.finished(clip_id)
  await openView('Clips')
  await rows().first().waitFor()
  const search = page.getByLabel('Search clips')
  for (const words of ['needle', 'haystack', clip_id.slice(0, 8)]) {
    await search.fill(words)
    await eventually(namesOf).toEqual(['Needle'])
  }
  await button('Copy the link of Needle').click()
  await button('Link of Needle copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await button('Play Needle').click()
  await eventually(() =>
    page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime),
  ).toBeGreaterThan(0)
  await button('Delete Needle').click()
  await answer('Cancel')
  expect(await namesOf()).toEqual(['Needle'])
  await button('Delete Needle').click()
  await answer('Delete')
  await page.getByText('No clip is like that.').waitFor()
  expect((await service.call(`/clips/${clip_id}`)).status).toBe(404)
})

test('failed clips are found and rendered again', async () => {
  const failed = {
    id: 'a',
    label: 'Broken',
    status: 'FAILED',
    url: 'about:blank',
    progress: 0.5,
    created_at: Date.now(),
  }
  const clip = { ...failed, characters: 7, audio_seconds: null, finished_at: 1, metadata: null }
  const clips = ['a', 'b'].map((id) => ({
    ...clip,
    id,
    error: { code: 'INTERNAL_ERROR', message: 'The disk was full' },
  }))
  const retried: string[] = []
  await page.route(/\/v1\/tts\/clips\?/, (route) =>
    route.fulfill({ json: clips.filter(({ id }) => !retried.includes(id)) }),
  )
  await page.route(/\/clips\/\w\/retry$/, (route) => {
    const id = /(\w)\/retry$/.exec(route.request().url())![1]!
    retried.push(id)
    return route.fulfill({ json: { ...clip, id, status: 'PROCESSING', progress: 0 } })
  })
  await openView('Clips')
  await page.getByLabel('State of clips').selectOption('Failed')
  await eventually(() => rows().getByText('The disk was full').count()).toBe(2)
  await button('Render 2 failed clips again').click()
  await page
    .getByText('No clip is like that.')
    .or(page.getByText('No clips yet.', { exact: false }))
    .waitFor()
  expect(retried.toSorted()).toEqual(['a', 'b'])
})

test('a refusal is said in the view, and a lost connection too', async () => {
  const { clip_id } = await create({ label: 'Gone' })
  await service.finished(clip_id)
  await openView('Clips')
  await page.route(`**/clips/${clip_id}`, (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Cannot delete the clip: it is in use' } }),
  )
  await button('Delete Gone').click()
  await answer('Delete')
  await page.getByRole('alert').getByText('it is in use', { exact: false }).waitFor()
  await context.setOffline(true)
  await page.locator('.panel .problem').getByText('The service does not answer', { exact: false }).waitFor()
  await context.setOffline(false)
  await eventually(() => page.locator('.panel .problem').getByText('does not answer').count()).toBe(0)
})

test('many clips are selected, saved as a ZIP and deleted, and older ones are on the next page', async () => {
  const texts = Array.from({ length: 104 }, (_, index) => ({ speaker_id: 3, text: 'A clip.', label: `Part-${index}` }))
  await service.json('/clips', { body: texts.slice(0, 100) })
  const { clip_ids: last } = await service.json<{ clip_ids: string[] }>('/clips', { body: texts.slice(100) })
  for (const id of last) await service.finished(id)
  await openView('Clips')
  await button('Show older clips').click()
  await rows().getByText('Part-0', { exact: true }).waitFor()
  expect(await rows().count()).toBeGreaterThanOrEqual(104)
  // New ones push others off the first page, which stay in view.
  await create({ label: 'Newest' })
  await rows().getByText('Newest').waitFor()
  await rows().getByText('Part-4', { exact: true }).waitFor()
  await page.getByLabel('Search clips').fill('Part-10')
  await eventually(() => rows().count()).toBe(5)
  await page.getByLabel('Select Part-103').check()
  await page.getByLabel('Select Part-102').check()
  await page.getByText('2 selected').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save 2 clips as ZIP').click()])
  const files = unzipSync(await buffer(await download.createReadStream()))
  expect(Object.keys(files).toSorted()).toEqual(['Part-102.mp3', 'Part-103.mp3'])
  for (const bytes of Object.values(files)) expect(bytes.length).toBeGreaterThan(500)
  await button('Delete 2 clips').click()
  await answer('Delete')
  await eventually(namesOf).toEqual(['Part-101', 'Part-100', 'Part-10'])
  expect((await service.call(`/clips/${last.at(-1)}`)).status).toBe(404)
  await page.getByText('Select all').click()
  await page.getByText('3 selected').waitFor()
})

test('a page at localhost plays and saves audio whose links name 127.0.0.1', async () => {
  const { clip_id } = await create({ label: 'Here' })
  const { url } = await service.finished(clip_id)
  expect(url).toContain('//127.0.0.1:')
  const code = await createSignInCode(service.db, { now: Date.now() })
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/#sign-in=${code}`)
  await openView('Clips')
  await button('Play Here').click()
  await eventually(() =>
    page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime),
  ).toBeGreaterThan(0)
  await page.getByLabel('Select Here').check()
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save the clip as ZIP').click()])
  expect(Object.keys(unzipSync(await buffer(await download.createReadStream())))).toEqual(['Here.mp3'])
})
