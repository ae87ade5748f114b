import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const createLibrary = async (name: string) =>
  (await service.json<{ library_id: string }>('/replacement_libraries', { body: { name } })).library_id

describe('libraries', () => {
  test('are created and listed with their count', async () => {
    const id = await createLibrary('Products')
    expect(id).toMatch(UUID)
    const list = await service.json<{ count: number; libraries: object[] }>('/replacement_libraries')
    expect(list.libraries).toContainEqual({ library_id: id, name: 'Products' })
    expect(list.count).toBe(list.libraries.length)
  })

  test('are read, renamed and deleted', async () => {
    const id = await createLibrary('Old')
    const path = `/replacement_libraries/${id}`
    expect(await service.json(path)).toEqual({ library_id: id, name: 'Old' })
    await service.json(path, { method: 'PATCH', body: { name: 'New' } })
    expect(await service.json(path, { method: 'DELETE' })).toEqual({ library_id: id, name: 'New' })
    expect((await service.call(path)).status).toBe(404)
  })

  test.each([
    [{}, 'name is missing'],
    [{ name: 5 }, 'name is 5; expected one string'],
    [{ name: '' }, 'name is empty'],
    [{ name: '   ' }, 'name is empty'],
    [{ name: '😀'.repeat(201) }, 'name has 201 characters; expected at most 200'],
    ['[]', 'it is []; expected a JSON object'],
    ['', 'it is null; expected a JSON object'],
  ])('refuse %j', async (body, message) => {
    const response = await service.call('/replacement_libraries', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) })
  })

  test('of another account are not found', async () => {
    const id = await createLibrary('Mine')
    const { key } = await createApiKey(service.db, { name: 'x', account: 'other', now: 1 })
    const headers = { 'x-api-key': key }
    expect((await service.call(`/replacement_libraries/${id}`, { headers })).status).toBe(404)
    expect(await service.json('/replacement_libraries', { headers })).toEqual({ count: 0, libraries: [] })
    const body = { speaker_id: 3, text: 'Hello', library_ids: [id] }
    expect((await service.call('/stream', { headers, body })).status).toBe(404)
  })

  test('are created once under an idempotency key', async () => {
    const create = (name: string) =>
      service.call('/replacement_libraries', { body: { name }, headers: { 'Idempotency-Key': 'library-1' } })
    const [first, again] = [await (await create('Once')).json(), await (await create('Once')).json()]
    expect(again).toEqual(first)
    const other = await create('Twice')
    expect(other.status).toBe(409)
    expect(await other.json()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('library-1') })
  })
})

describe('replacements', () => {
  const MISC = {
    original: '1099-MISC',
    replacement_text: 'ten ninety-nine misc',
    is_phonetic_respelling: false,
    enabled: true,
  }

  test('are created, listed, changed and deleted', async () => {
    const libraryId = await createLibrary('Tax')
    const path = `/replacement_libraries/${libraryId}/replacements`
    const { replacement_id: id } = await service.json<{ replacement_id: string }>(path, { body: MISC })
    expect(id).toMatch(UUID)
    const stored = { replacement_id: id, library_id: libraryId, ...MISC }
    expect(await service.json(path)).toEqual({ count: 1, library_id: libraryId, replacements: [stored] })
    expect(await service.json(`${path}/${id}`)).toEqual(stored)
    const changed = { ...stored, enabled: false }
    expect(await service.json(`${path}/${id}`, { method: 'PATCH', body: { enabled: false } })).toEqual(changed)
    expect(await service.json(`${path}/${id}`, { method: 'DELETE' })).toEqual(changed)
    expect((await service.call(`${path}/${id}`)).status).toBe(404)
  })

  test('take null for what is left out', async () => {
    const path = `/replacement_libraries/${await createLibrary('Nulls')}/replacements`
    const body = { original: 'a', replacement_text: 'b', is_phonetic_respelling: null, enabled: null }
    const { replacement_id: id } = await service.json<{ replacement_id: string }>(path, { body })
    const kept = { is_phonetic_respelling: false, enabled: true }
    expect(await service.json(`${path}/${id}`)).toMatchObject(kept)
    const patch = { is_phonetic_respelling: null, enabled: null }
    expect(await service.json(`${path}/${id}`, { method: 'PATCH', body: patch })).toMatchObject(kept)
  })

  test('are free text and enabled unless they say otherwise', async () => {
    const path = `/replacement_libraries/${await createLibrary('Short')}/replacements`
    await service.json(path, { body: { original: 'AI', replacement_text: 'A I' } })
    expect(await service.json(path)).toMatchObject({
      replacements: [{ is_phonetic_respelling: false, enabled: true }],
    })
  })

  test.each([
    [{ original: 'AI' }, 'MISSING_ARGUMENT', 'replacement_text is missing'],
    [{ ...MISC, enabled: 'yes' }, 'MISSING_ARGUMENT', 'enabled is "yes"; expected true or false'],
    [{ ...MISC, original: ' ' }, 'MISSING_ARGUMENT', 'original'],
    [{ ...MISC, replacement_text: 'TUH--puhl', is_phonetic_respelling: true }, 'INVALID_TEXT', 'TUH--puhl'],
    [{ ...MISC, replacement_text: 'мир' }, 'INVALID_TEXT', 'no voice reads the character U+043C'],
    [{ ...MISC, replacement_text: 'tuhpuhl', is_phonetic_respelling: true }, 'INVALID_TEXT', 'tuhpuhl'],
  ])('refuse %j', async (body, code, message) => {
    const path = `/replacement_libraries/${await createLibrary('Bad')}/replacements`
    const response = await service.call(path, { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(await service.json(path)).toMatchObject({ count: 0 })
  })

  test('have different originals in one library: the same one again is a conflict, and case counts', async () => {
    const libraryId = await createLibrary('Twins')
    const path = `/replacement_libraries/${libraryId}/replacements`
    const add = (original: string) => service.call(path, { body: { original, replacement_text: 'x' } })
    const first = (await (await add('AI')).json()) as { replacement_id: string }
    const second = (await (await add('Ai')).json()) as { replacement_id: string }
    const conflict = {
      code: 'CONFLICT',
      message: `Cannot store replacement: library "${libraryId}" already replaces "AI", in replacement ${first.replacement_id}`,
    }
    for (const original of ['AI', ' AI\n']) {
      const again = await add(original)
      expect([again.status, await again.json()]).toEqual([409, conflict])
    }
    const renamed = await service.call(`${path}/${second.replacement_id}`, {
      method: 'PATCH',
      body: { original: 'AI' },
    })
    expect([renamed.status, await renamed.json()]).toEqual([409, conflict])
    const kept = await service.call(`${path}/${first.replacement_id}`, { method: 'PATCH', body: { original: 'AI ' } })
    expect([kept.status, await kept.json()]).toMatchObject([200, { original: 'AI' }])
    expect(await service.json(path)).toMatchObject({ count: 2 })
    const other = `/replacement_libraries/${await createLibrary('Other')}/replacements`
    await service.json(other, { body: { original: 'AI', replacement_text: 'x' } })
  })

  test('are uploaded only if no original is there twice', async () => {
    const libraryId = await createLibrary('Bulk twins')
    const path = `/replacement_libraries/${libraryId}/replacements`
    const upload = (...originals: string[]) =>
      service.call(`${path}/bulk`, { body: originals.map((original) => ({ original, replacement_text: 'x' })) })
    const twice = await upload('a', 'b', 'a')
    expect([twice.status, await twice.json()]).toMatchObject([
      409,
      { code: 'CONFLICT', message: expect.stringContaining('row 3: original "a" is in row 1 too') },
    ])
    expect((await upload('a', 'b')).status).toBe(200)
    const again = await upload('c', 'b')
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { code: 'CONFLICT', message: expect.stringContaining('already replaces "b"') },
    ])
    expect(await service.json(path)).toMatchObject({ count: 2 })
  })

  test('of a library that does not exist are not found', async () => {
    const response = await service.call('/replacement_libraries/nowhere/replacements', { body: MISC })
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Cannot find replacement library "nowhere"' },
    ])
  })
})

describe('libraries named by a request', () => {
  async function durationWith(options: object): Promise<number> {
    const body = { speaker_id: 3, text: 'Ask Siobhan now', audio_configs: { file_format: 'pcm' }, ...options }
    return (await (await service.call('/stream', { body })).arrayBuffer()).byteLength
  }

  test('change what is said, in every form in which they can be named, while they are enabled', async () => {
    const libraryId = await createLibrary('Names')
    const path = `/replacement_libraries/${libraryId}/replacements`
    const plain = await durationWith({})
    const body = { original: 'Siobhan', replacement_text: 'shuh-VAHN-uh-luh', is_phonetic_respelling: true }
    const { replacement_id: id } = await service.json<{ replacement_id: string }>(path, { body })
    const respelled = await durationWith({ library_ids: [libraryId] })
    expect(respelled).not.toBe(plain)
    expect(await durationWith({ library_ids: libraryId })).toBe(respelled)
    expect(await durationWith({ library_id: libraryId })).toBe(respelled)
    await service.json(`${path}/${id}`, { method: 'PATCH', body: { enabled: false } })
    expect(await durationWith({ library_ids: [libraryId] })).toBe(plain)
  })

  test('are as they were changed last', async () => {
    const libraryId = await createLibrary('Changing')
    const path = `/replacement_libraries/${libraryId}/replacements`
    const spoken = async (ids = [libraryId]) => {
      const body = { speaker_id: 3, text: 'Ask Siobhan', library_ids: ids }
      return (await service.json<{ spoken_text: string }>('/explain', { body })).spoken_text
    }
    expect(await spoken()).toBe('ask siobhan')
    const body = { original: 'Siobhan', replacement_text: 'Shevaun' }
    const { replacement_id: id } = await service.json<{ replacement_id: string }>(path, { body })
    expect(await spoken()).toBe('ask shevaun')
    await service.json(`${path}/${id}`, { method: 'PATCH', body: { replacement_text: 'the boss' } })
    expect(await spoken()).toBe('ask the boss')
    await service.json(`${path}/${id}`, { method: 'DELETE' })
    expect(await spoken()).toBe('ask siobhan')
    await service.json(`/replacement_libraries/${libraryId}`, { method: 'DELETE' })
    await expect(spoken()).rejects.toThrow('404')
  })

  test('are applied in the order named', async () => {
    const ids: string[] = []
    for (const replacement_text of ['the first', 'the second']) {
      const id = await createLibrary(replacement_text)
      await service.json(`/replacement_libraries/${id}/replacements`, { body: { original: 'it', replacement_text } })
      ids.push(id)
    }
    for (const library_ids of [ids, ids.toReversed(), ids]) {
      const body = { speaker_id: 3, text: 'Say it', library_ids }
      const { spoken_text } = await service.json<{ spoken_text: string }>('/explain', { body })
      expect(spoken_text).toBe(library_ids[0] === ids[0] ? 'say the first' : 'say the second')
    }
  })
})
