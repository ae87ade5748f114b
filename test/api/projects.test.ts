import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { createApiKey } from '../../src/accounts/create-key.ts'
import type { Scope } from '../../src/accounts/scopes.ts'
import { readParagraphs, readScript } from '../../src/projects/read-script.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph, textOf } from '../../src/projects/script.ts'
import { changeParagraphs, createScript, writeSettings } from '../../src/projects/write-script.ts'
import { deleteTrashedBefore } from '../../src/storage/records/projects.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Project = {
  readonly project_id: string
  readonly name: string
  readonly revision: number
  readonly paragraphs: number
  readonly characters: number
  readonly trashed_at: number | null
  readonly archived_at: number | null
  readonly folder: string
}
type ScriptBody = {
  readonly name: string
  readonly revision: number
  readonly paragraphs: readonly { id: string; text: string }[]
}

let service: TestService
let now = Date.UTC(2026, 0, 5)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-projects-'))
  const terms = join(folder, 'terms.txt')
  await writeFile(terms, 'forbidden\n')
  service = await startTestService({ MAX_PROJECTS: '100', BLOCKED_TERMS_FILE: terms }, () => now)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const create = (body: object = {}) => service.json<Project>('/projects', { method: 'POST', body })
const scriptOf = (id: string) => service.json<ScriptBody>(`/projects/${id}/script`)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

async function refusalOf(path: string, options: Parameters<TestService['call']>[1]) {
  const answer = await service.call(path, options)
  const { code, message } = (await answer.json()) as { code: string; message: string }
  return { status: answer.status, code, message }
}

/** Somebody with a copy of the script. */
class Editor {
  readonly doc = new Doc()
  readonly #id: string
  readonly #service: TestService

  constructor(id: string, at = service) {
    this.#id = id
    this.#service = at
  }

  /** Sends what is new here, and takes what is new there. */
  async sync(): Promise<void> {
    const vector = base64(encodeStateVector(this.doc))
    const path = `/projects/${this.#id}/updates`
    const query = `?state_vector=${encodeURIComponent(vector)}`
    const { update, state_vector } = await this.#service.json<Update>(`${path}${query}`)
    applyUpdate(this.doc, Buffer.from(update, 'base64'))
    const missing = encodeStateAsUpdate(this.doc, Buffer.from(state_vector, 'base64'))
    await this.#service.json<Update>(path, { body: { update: base64(missing) } })
  }

  change(edit: (paragraphs: readonly Paragraph[]) => readonly Paragraph[]): void {
    const all = readParagraphs(this.doc)
    changeParagraphs(this.doc, all, { from: 0, to: all.length, after: edit(readScript(this.doc).paragraphs) })
  }
}

type Update = { readonly update: string; readonly state_vector: string; readonly revision: number }

const withText = (paragraph: Paragraph, text: string): Paragraph => ({
  ...paragraph,
  runs: text === '' ? [] : [{ text, marks: {} }],
})
const send = (id: string, doc: Doc) => ({
  method: 'POST',
  body: { update: base64(encodeStateAsUpdate(doc)) },
  path: `/projects/${id}/updates`,
})

describe('a project', () => {
  test('is created from paragraphs with markup, read, changed and copied', async () => {
    const made = await create({
      name: 'Safety course',
      folder: 'Courses',
      paragraphs: [
        { speaker_id: 3, text: 'Wear your <tempo value="0.8">helmet</tempo> & gloves.', id: 'p1', level: 1 },
        { speaker_id: 3, text: 'Thank you.', pause: 2, name: 'thanks' },
      ],
    })
    expect(made).toMatchObject({ name: 'Safety course', folder: 'Courses', paragraphs: 2, revision: 1, characters: 36 })
    const script = await scriptOf(made.project_id)
    expect(script.paragraphs).toMatchObject([
      { id: 'p1', text: 'Wear your <tempo value="0.8">helmet</tempo> & gloves.', level: 1, speaker_id: 3, pause: 0.6 },
      { text: 'Thank you.', pause: 2, name: 'thanks' },
    ])
    const paragraphs = script.paragraphs.toReversed()
    const changed = await service.json(`/projects/${made.project_id}/script`, { method: 'PUT', body: { paragraphs } })
    expect(changed).toEqual({ ...script, paragraphs, revision: 2 })
    const copy = await service.json<Project>(`/projects/${made.project_id}/copies`, { body: {} })
    expect(copy).toMatchObject({ name: 'Safety course (copy)', folder: 'Courses' })
    expect((await scriptOf(copy.project_id)).paragraphs).toEqual(paragraphs)
  })

  test('is created from a text, under an id of the caller, once', async () => {
    const body = { project_id: 'news-1', speaker_id: 4, text: 'Good\nmorning.\n \n\nNews &lt;b>.' }
    await create(body)
    expect((await scriptOf('news-1')).paragraphs).toMatchObject([
      { text: 'Good morning.', speaker_id: 4 },
      { text: 'News &lt;b>.', speaker_id: 4 },
    ])
    expect(await refusalOf('/projects', { body })).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('is named, filed, archived, trashed and deleted', async () => {
    const { project_id: id } = await create({ name: 'Old', text: 'Hello.' })
    const patch = (body: object) => service.json<Project>(`/projects/${id}`, { method: 'PATCH', body })
    const isListed = async (query: string) => {
      const { projects } = await service.json<{ projects: readonly Project[] }>(`/projects${query}`)
      return projects.some(({ project_id }) => project_id === id)
    }
    expect(await patch({ name: 'New', folder: 'a/b' })).toMatchObject({ name: 'New', folder: 'a/b', revision: 2 })
    expect((await scriptOf(id)).name).toBe('New')
    expect([await isListed(''), await isListed('?folder=a/b'), await isListed('?folder=c')]).toEqual([
      true,
      true,
      false,
    ])
    await patch({ is_archived: true })
    expect([await isListed(''), await isListed('?state=archived')]).toEqual([false, true])
    expect(await refusalOf(`/projects/${id}`, { method: 'DELETE' })).toMatchObject({ code: 'CONFLICT' })
    await patch({ is_archived: false, is_trashed: true })
    expect([await isListed(''), await isListed('?state=trashed')]).toEqual([false, true])
    const refused = await refusalOf(`/projects/${id}/script`, { method: 'PUT', body: { text: 'x' } })
    expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('trash') })
    await patch({ is_trashed: false })
    expect(await isListed('')).toBe(true)
    await patch({ is_trashed: true })
    await deleteTrashedBefore(service.db, now)
    expect(await isListed('?state=trashed')).toBe(true)
    await deleteTrashedBefore(service.db, now + 1)
    expect((await service.call(`/projects/${id}`)).status).toBe(404)
  })

  test.each([
    [
      {
        paragraphs: [
          { text: 'a', id: 'x' },
          { text: 'b', id: 'x' },
        ],
      },
      'MISSING_ARGUMENT',
      'paragraph 2 has the id "x"',
    ],
    [{ paragraphs: [{ text: 'a', pause: 11 }] }, 'MISSING_ARGUMENT', 'pause'],
    [{ paragraphs: [{ text: '<tempo value="fast">a</tempo>' }] }, 'INVALID_TEXT', 'tempo in paragraph 1 is no number'],
    [{ text: 'x'.repeat(1_000_001) }, 'INVALID_TEXT_LENGTH_EXCEEDED', '1000001 characters'],
    [{ text: 'a', paragraphs: [] }, 'MISSING_ARGUMENT', 'both'],
    [{ project_id: 'a/b' }, 'MISSING_ARGUMENT', 'project_id'],
    [{ text: 'Something Forbidden here' }, 'CONTENT_NOT_ALLOWED', 'paragraph 1'],
    [{ update: '????' }, 'MISSING_ARGUMENT', 'base64'],
    [{ update: 'AQID' }, 'INVALID_TEXT', 'Yjs'],
  ])('%# is refused', async (body, code, message) => {
    expect(await refusalOf('/projects', { body })).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('belongs to its account alone', async () => {
    const { key } = await createApiKey(service.db, { name: 'x', account: 'another', now: 1 })
    await create({ project_id: 'mine', text: 'Secret.' })
    const headers = { 'x-api-key': key }
    for (const path of ['', '/script', '/updates', '/versions'])
      expect((await service.call(`/projects/mine${path}`, { headers })).status).toBe(404)
    await service.json('/projects', { headers, body: { project_id: 'mine', text: 'Other.' } })
    expect((await scriptOf('mine')).paragraphs).toMatchObject([{ text: 'Secret.' }])
  })
})

describe('the script of several people', () => {
  test('has what each of them writes, and the audit log has none of it', async () => {
    const { project_id: id } = await create({ paragraphs: [{ text: 'one two', id: 'a' }] })
    const [ann, ben] = [new Editor(id), new Editor(id)]
    await ann.sync()
    await ben.sync()
    ann.change(([first]) => [withText(first!, 'one'), withText({ ...first!, id: 'b' }, ' two')])
    ben.change(([first]) => [withText(first!, 'one two three')])
    for (const editor of [ann, ben, ann]) await editor.sync()
    const texts = [ann, ben].map(({ doc }) => readScript(doc).paragraphs.map(textOf))
    expect(texts).toEqual([
      ['one', ' two three'],
      ['one', ' two three'],
    ])
    expect((await scriptOf(id)).paragraphs).toMatchObject([{ text: 'one' }, { text: ' two three' }])
    const actions = await service.db.selectFrom('audit_log').select('action').where('target', '=', id).execute()
    expect(actions).toEqual([{ action: 'createProject' }])
  })

  test('keeps its last good state if an update cannot be kept', async () => {
    const { project_id: id } = await create({ name: 'Good', paragraphs: [{ text: 'good', id: 'a' }] })
    const refusal = async (spoil: (doc: Doc) => void) => {
      const editor = new Editor(id)
      await editor.sync()
      spoil(editor.doc)
      const { path, ...options } = send(id, editor.doc)
      return (await refusalOf(path, options)).code
    }
    const marker = (doc: Doc) => readParagraphs(doc)[0]!.marker!
    expect(await refusal((doc) => doc.getText('script').insert(1, 'forbidden '))).toBe('CONTENT_NOT_ALLOWED')
    expect(await refusal((doc) => doc.getText('script').insert(1, '\0'))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getText('script').insertEmbed(1, { video: 1 }))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getText('script').format(1, 2, { tempo: 'x' }))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getMap('other').set('a', 1))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getMap('settings').set('schema', 99))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getMap('settings').set('schema', 0))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getMap('settings').set('title', 7))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => marker(doc).set('pause', -1))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => marker(doc).set('name', 'x'.repeat(201)))).toBe('INVALID_TEXT_LENGTH_EXCEEDED')
    expect(await refusal((doc) => marker(doc).set('extra', { deep: true }))).toBe('INVALID_TEXT')
    expect(await refusal((doc) => doc.getText('script').insert(1, 'x'.repeat(300_000)))).toBe('INVALID_TEXT')
    const { path, method } = send(id, new Doc())
    const gap = new Doc()
    gap.getText('script').insert(0, 'a')
    const vector = encodeStateVector(gap)
    gap.getText('script').insert(1, 'b')
    const update = base64(encodeStateAsUpdate(gap, vector))
    expect((await refusalOf(path, { method, body: { update } })).code).toBe('CONFLICT')
    expect((await refusalOf(path, { method, body: { update: 'AQID' } })).code).toBe('INVALID_TEXT')
    expect(await scriptOf(id)).toMatchObject({ name: 'Good', revision: 1, paragraphs: [{ text: 'good' }] })
    const ann = new Editor(id)
    await ann.sync()
    ann.change(([first]) => [withText(first!, 'better')])
    await ann.sync()
    expect(await scriptOf(id)).toMatchObject({ revision: 2, paragraphs: [{ text: 'better' }] })
  })

  test('cannot be changed by a key that may only read', async () => {
    const scopes: readonly Scope[] = ['projects:read']
    const { key } = await createApiKey(service.db, { name: 'viewer', scopes, now: 1 })
    const { project_id: id } = await create({ text: 'Hello.' })
    const headers = { 'x-api-key': key }
    expect((await service.call(`/projects/${id}/updates`, { headers })).status).toBe(200)
    const { path, ...options } = send(id, new Doc())
    expect(await refusalOf(path, { ...options, headers })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('is as large as several hundred updates, and begins with what an editor made alone', async () => {
    const ann = new Editor('large')
    const paragraph = { ...DEFAULT_ATTRIBUTES, id: 'p', runs: [{ text: 'x'.repeat(400_000), marks: {} }] }
    createScript(ann.doc, { title: 'Large', libraryIds: [], paragraphs: [paragraph] })
    await create({ project_id: 'large', update: base64(encodeStateAsUpdate(ann.doc)) })
    for (let i = 0; i < 150; i++) {
      writeSettings(ann.doc, { title: `Large ${i}` })
      await ann.sync()
    }
    expect(await service.json('/projects/large')).toMatchObject({
      name: 'Large 149',
      characters: 400_000,
      revision: 151,
    })
    const waiting = await service.db.selectFrom('project_updates').select('revision').execute()
    expect(waiting.length).toBeLessThan(150)
    const ben = new Editor('large')
    await ben.sync()
    expect(readScript(ben.doc)).toEqual(readScript(ann.doc))
  })

  test('is told to everybody who follows it', async () => {
    const { project_id: id } = await create({ text: 'Hello.' })
    const leaving = new AbortController()
    const answer = await service.call(`/projects/${id}/changes`, { signal: leaving.signal })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    await service.json(`/projects/${id}/script`, { method: 'PUT', body: { name: 'Told' } })
    let told = ''
    while (!told.includes('"revision":2')) told += (await reader.read()).value ?? ''
    expect(told).toContain('event: project.changed')
    expect(told).not.toContain('Told')
    leaving.abort()
  })
})

describe('the versions of a script', () => {
  type Version = { readonly version_id: string; readonly name: string | null; readonly kind: string }
  const versionsOf = async (id: string) =>
    (await service.json<{ versions: readonly Version[] }>(`/projects/${id}/versions`)).versions

  test('are made when an export begins, once for each change', async () => {
    const paragraphs = [{ speaker_id: 3, text: 'Exported.', id: 'a' }]
    const { project_id: id } = await create({ paragraphs })
    for (let i = 0; i < 2; i++) await service.json('/exports', { body: { script_id: id, paragraphs } })
    expect((await versionsOf(id)).map(({ kind }) => kind)).toEqual(['export'])
    await service.json('/exports', { body: { script_id: 'of another kind', paragraphs } })
  })

  test('are made by name and every ten minutes of editing, and one is restored as an edit', async () => {
    const { project_id: id } = await create({ paragraphs: [{ text: 'first', id: 'a' }] })
    const put = (text: string) =>
      service.json(`/projects/${id}/script`, { method: 'PUT', body: { paragraphs: [{ text, id: 'a' }] } })
    now += 9 * 60_000
    await put('second')
    expect(await versionsOf(id)).toEqual([])
    now += 2 * 60_000
    await put('third')
    await put('fourth')
    expect(await versionsOf(id)).toMatchObject([{ kind: 'automatic', name: null }])
    const { version_id: named } = await service.json<Version>(`/projects/${id}/versions`, { body: { name: 'For Ann' } })
    now += 7 * 24 * 60 * 60_000
    const ann = new Editor(id)
    await ann.sync()
    await put('fifth')
    ann.change(([first]) => [withText(first!, 'fourth, by Ann')])
    expect(await service.json(`/projects/${id}/versions/${named}`)).toMatchObject({ paragraphs: [{ text: 'fourth' }] })
    await service.json(`/projects/${id}/versions/${named}/restore`, { method: 'POST' })
    expect((await scriptOf(id)).paragraphs).toMatchObject([{ text: 'fourth', id: 'a' }])
    await ann.sync()
    expect((await scriptOf(id)).paragraphs[0]!.text).toContain(', by Ann')
    expect((await versionsOf(id)).map(({ kind }) => kind)).toEqual(['restore', 'named', 'automatic'])
    const deleted = `/projects/${id}/versions/${named}`
    await service.json(deleted, { method: 'DELETE' })
    expect((await service.call(deleted)).status).toBe(404)
  })
})

test('projects count toward the bytes and the projects of an account', async () => {
  const bytes = async () => (await service.json<{ stored_bytes: number }>('/usage')).stored_bytes
  const before = await bytes()
  const { project_id: id } = await create({ text: 'x'.repeat(30_000) })
  const added = (await bytes()) - before
  expect(added).toBeGreaterThan(30_000)
  await service.json(`/projects/${id}/versions`, { body: { name: 'a' } })
  expect((await bytes()) - before).toBeGreaterThan(added + 30_000)
  await service.json(`/projects/${id}`, { method: 'PATCH', body: { is_trashed: true } })
  await service.json(`/projects/${id}`, { method: 'DELETE' })
  expect(await bytes()).toBe(before)
  const small = await startTestService({ MAX_PROJECTS: '1' })
  try {
    await small.json('/projects', { method: 'POST', body: {} })
    const answer = await small.call('/projects', { method: 'POST', body: {} })
    expect(await answer.json()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('1, which is all') })
  } finally {
    await small.close()
  }
})
