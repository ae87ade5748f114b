import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Export = {
  readonly id: string
  readonly status: string
  readonly url: string | null
  readonly title: string
  readonly script_id: string | null
  readonly paragraphs: number
  readonly paragraphs_rendered: number
}
type Version = { readonly kind: string; readonly version_id: string }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const paragraphs = [
  { speaker_id: 3, text: 'Welcome', id: 'w', level: 1, is_silent: true },
  { speaker_id: 3, text: 'Good morning.', id: 'a', name: 'greeting', pause: 2 },
  { speaker_id: 3, text: '', id: 'empty' },
  { speaker_id: 3, text: 'On site', id: 's', level: 1 },
  { speaker_id: 3, text: 'Wear your <tempo value="0.8">helmet</tempo>.', id: 'b' },
]
const WAV = { audio_configs: { file_format: 'wav' } }

const put = (id: string, body: object) => service.json(`/projects/${id}/script`, { method: 'PUT', body })
const versionsOf = async (id: string) =>
  (await service.json<{ versions: readonly Version[] }>(`/projects/${id}/versions`)).versions

async function exportProject(id: string, body: object = WAV): Promise<Export> {
  const { export_id } = await service.json<{ export_id: string }>(`/projects/${id}/exports`, { body })
  return await waitFor(export_id)
}

async function waitFor(exportId: string): Promise<Export> {
  for (;;) {
    const one = await service.json<Export>(`/exports/${exportId}`)
    if (one.status !== 'PROCESSING') return one
    await sleep(20)
  }
}

async function bytesOf({ url }: Export): Promise<Buffer> {
  return Buffer.from(await (await fetch(url!)).arrayBuffer())
}

describe('a project', () => {
  test('becomes the files that an export of its script becomes', async () => {
    await service.json('/projects', { body: { project_id: 'course', name: 'Course', paragraphs } })
    const settings = { ...WAV, files: 'scene', captions: ['srt'], chapter_list: true }
    const done = await exportProject('course', settings)
    expect(done).toMatchObject({ status: 'COMPLETE', title: 'Course', script_id: 'course', paragraphs: 3 })
    const [, greeting, , site, helmet] = paragraphs
    const script = [
      { speaker_id: 3, text: greeting!.text, name: 'greeting', pause: 2, scene: 'Welcome' },
      { speaker_id: 3, text: site!.text, scene: 'On site', pause: 0.6 },
      { speaker_id: 3, text: helmet!.text, pause: 0.6 },
    ]
    const { export_id } = await service.json<{ export_id: string }>('/exports', {
      body: { ...settings, title: 'Course', paragraphs: script },
    })
    const same = await waitFor(export_id)
    expect(same.paragraphs_rendered).toBe(0)
    expect((await bytesOf(same)).equals(await bytesOf(done))).toBe(true)
  })

  test('keeps what was exported as a version, once until it changes', async () => {
    await service.json('/projects', { body: { project_id: 'versions', paragraphs } })
    await exportProject('versions')
    await exportProject('versions')
    expect((await versionsOf('versions')).map(({ kind }) => kind)).toEqual(['export'])
    await put('versions', { text: 'Other.', speaker_id: 3 })
    await exportProject('versions')
    const [last, first] = await versionsOf('versions')
    expect(await service.json(`/projects/versions/versions/${last!.version_id}`)).toMatchObject({
      paragraphs: [{ text: 'Other.' }],
    })
    expect(await service.json(`/projects/versions/versions/${first!.version_id}`)).toMatchObject({ paragraphs })
  })

  test('renders only what has changed since its last export', async () => {
    await service.json('/projects', {
      body: { project_id: 'again', paragraphs: [{ speaker_id: 3, text: 'Kept once.', id: 'a' }] },
    })
    expect((await exportProject('again')).paragraphs_rendered).toBe(1)
    await put('again', {
      paragraphs: [
        { speaker_id: 3, text: 'Kept once.', id: 'a' },
        { speaker_id: 3, text: 'New now.', id: 'b' },
      ],
    })
    expect((await exportProject('again')).paragraphs_rendered).toBe(1)
  })

  test('is exported once by a request that is sent again', async () => {
    await service.json('/projects', { body: { project_id: 'once', paragraphs } })
    const headers = { 'idempotency-key': 'once' }
    const send = () => service.json('/projects/once/exports', { body: WAV, headers })
    const first = await send()
    await put('once', { name: 'Changed meanwhile' })
    expect(await send()).toEqual(first)
  })
})

describe('an export is refused', () => {
  const refusal = async (id: string, body: object = WAV, headers = {}) => {
    const answer = await service.call(`/projects/${id}/exports`, { body, headers })
    return [answer.status, await answer.json()] as const
  }
  const message = (text: string) => ({ message: expect.stringContaining(text) as string })

  test('of what nobody speaks', async () => {
    await service.json('/projects', { body: { project_id: 'silent', paragraphs: paragraphs.slice(0, 1) } })
    expect(await refusal('silent')).toMatchObject([400, message('none of its paragraphs is spoken')])
    await service.json('/projects', { body: { project_id: 'nobody', text: 'Without an avatar.' } })
    expect(await refusal('nobody')).toMatchObject([400, { code: 'INVALID_SPEAKER_ID' }])
  })

  test('of a project in the trash, and of one of another account', async () => {
    await service.json('/projects', { body: { project_id: 'gone', paragraphs } })
    await service.json('/projects/gone', { method: 'PATCH', body: { is_trashed: true } })
    expect(await refusal('gone')).toMatchObject([409, message('in the trash')])
    const { key } = await createApiKey(service.db, { name: 'x', account: 'stranger', scopes: SCOPES, now: 1 })
    expect((await refusal('course', WAV, { 'x-api-key': key }))[0]).toBe(404)
  })

  test('with settings that no export has', async () => {
    expect(await refusal('course', { files: 'none' })).toMatchObject([400, message('files')])
  })

  test.each<[Scope]>([['projects:read'], ['clips:write']])(
    'by a key without %s, which keeps no version',
    async (scope) => {
      const id = `scope-${scope.replace(':', '-')}`
      await service.json('/projects', { body: { project_id: id, paragraphs } })
      const { key } = await createApiKey(service.db, {
        name: 'x',
        scopes: SCOPES.filter((one) => one !== scope),
        now: 1,
      })
      expect(await refusal(id, WAV, { 'x-api-key': key })).toMatchObject([403, message(`lacks the scope ${scope}`)])
      expect(await versionsOf(id)).toEqual([])
    },
  )
})

describe('the changes of a version', () => {
  type Changes = {
    readonly name: { readonly before: string; readonly after: string }
    readonly paragraphs: readonly {
      readonly id: string
      readonly kind: string
      readonly parts: readonly { readonly kind: string; readonly text: string }[]
    }[]
  }
  const changesOf = (path: string) => service.json<Changes>(`/projects/compared/versions/${path}`)

  test('are those since then, or until a later version', async () => {
    await service.json('/projects', { body: { project_id: 'compared', name: 'Old', paragraphs } })
    const keep = async (name: string) =>
      (await service.json<Version>('/projects/compared/versions', { body: { name } })).version_id
    const first = await keep('first')
    expect(await changesOf(`${first}/changes`)).toMatchObject({ name: { before: 'Old', after: 'Old' }, paragraphs: [] })
    const changed = paragraphs
      .filter(({ id }) => id !== 'a')
      .map((one) =>
        one.id === 'b' ? { ...one, text: 'Wear your <tempo value="0.7">helmet</tempo>.', speaker_id: 4 } : one,
      )
    await put('compared', { name: 'New', paragraphs: changed })
    const second = await keep('second')
    await put('compared', { paragraphs: [...changed, { speaker_id: 3, text: 'Thanks.', id: 'c' }] })
    const marks = (value: number) => `<tempo value="${value}">`
    const since = await changesOf(`${first}/changes?to=${second}`)
    expect(since).toMatchObject({
      name: { before: 'Old', after: 'New' },
      paragraphs: [
        { id: 'a', kind: 'removed', fields: [], parts: [{ kind: 'removed', text: 'Good morning.' }] },
        {
          id: 'b',
          kind: 'changed',
          fields: ['speaker_id'],
          parts: [
            { kind: 'same', text: 'Wear your ' },
            { kind: 'removed', text: marks(0.8) },
            { kind: 'added', text: marks(0.7) },
            { kind: 'same', text: 'helmet</tempo>.' },
          ],
        },
      ],
    })
    const now = await changesOf(`${second}/changes`)
    expect(now.paragraphs).toEqual([
      { id: 'c', kind: 'added', fields: [], parts: [{ kind: 'added', text: 'Thanks.' }] },
    ])
    for (const path of ['nothing/changes', `${first}/changes?to=nothing`])
      expect((await service.call(`/projects/compared/versions/${path}`)).status).toBe(404)
  })
})
