import { parse as parseCaptions } from '@plussub/srt-vtt-parser'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const INJECTED = 'A.\r\nX-Injected: 1\r\n\r\n<script>alert(1)</script>'

describe('headers cannot be added', () => {
  const ENDPOINTS = ['/stream', '/word-timing', '/explain', '/input_validated', '/clips']
  test.each(ENDPOINTS)('by the text, title or ids of POST %s', async (path) => {
    const bodies = [
      { speaker_id: 3, text: INJECTED.replaceAll(/[<>]/g, ' '), title: INJECTED },
      { speaker_id: 3, text: INJECTED },
      { speaker_id: INJECTED, text: 'A.' },
      { speaker_id: 3, text: 'A.', library_ids: INJECTED },
      { speaker_id: 3, text: 'A.', audio_configs: { file_format: INJECTED } },
    ]
    for (const body of bodies) {
      const answer = await service.call(path, { body })
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.has('x-injected')).toBe(false)
      expect(answer.headers.get('content-type')).not.toMatch(/html/)
      await answer.arrayBuffer()
    }
  })

  test('by names and pronunciations of a library, in any answer that holds them', async () => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
      body: { name: INJECTED },
    })
    const path = `/replacement_libraries/${library_id}/replacements`
    await service.json(path, { body: { original: 'X-Injected: 1', replacement_text: 'A\r\nX-Injected: 1' } })
    for (const one of [path, `${path}/export?format=csv`, `${path}/export`, `/replacement_libraries/${library_id}`]) {
      const answer = await service.call(one)
      expect([answer.status, answer.headers.has('x-injected')]).toEqual([200, false])
      await answer.arrayBuffer()
    }
  })

  test('by the query of a page of clips, which its Link header repeats', async () => {
    await service.json('/clips', { body: { speaker_id: 3, text: 'A.' } })
    const answer = await service.call(`/clips?limit=1&x=${encodeURIComponent(`>${INJECTED}`)}`)
    const link = answer.headers.get('link')!
    expect(answer.headers.has('x-injected')).toBe(false)
    expect(link).toMatch(/^<\/v1\/tts\/clips\?[^<>\s]*>; rel="next"$/)
    expect(new URL(link.slice(1, link.indexOf('>')), service.url).searchParams.get('x')).toBe(`>${INJECTED}`)
  })

  test.each([
    ['range', 'bytes=0-1, X: 1'],
    ['accept', 'audio/mpeg; q=1, text/html'],
    ['x-enable-ssml', 'true, <html>'],
    ['idempotency-key', 'é<html>'],
    ['access-control-request-headers', 'x, <html>'],
  ])('by the header %s', async (name, value) => {
    const answer = await service.call('/avatars', { headers: { [name]: encodeURI(value) } })
    expect(answer.status).toBe(200)
    expect(JSON.stringify([...answer.headers])).not.toMatch(/<html>/)
  })
})

describe('files that are made of a text', () => {
  async function timing(text: string): Promise<Record<string, string>> {
    const answer = await service.call('/word-timing', { body: { speaker_id: 3, text } })
    expect(answer.status).toBe(200)
    const files = unzipSync(await answer.bytes())
    expect(Object.keys(files).toSorted()).toEqual(['audio.mp3', 'srt.srt', 'vtt.vtt', 'word-timing.json'])
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
  }

  test.each([
    'Go to ../../etc/passwd now.',
    'It says\n\n2\n00:00:01,000 --> 00:00:09,000\nForged.',
    'It says\n\n00:00:01.000 --> 00:00:09.000\nForged.',
    'NOTE this\n\nSTYLE\n::cue { color: red }\n\nWEBVTT',
    '1\n00:00:00,000 --> 00:00:01,000',
  ])('have no captions but ours, and no paths: %j', async (text) => {
    const files = await timing(text)
    for (const name of ['srt.srt', 'vtt.vtt']) {
      const { entries } = parseCaptions(files[name]!)
      const lines = files[name]!.split('\n').filter((line) => line.includes('-->'))
      expect(entries.length, files[name]!).toBe(lines.length)
      for (const [index, { from, to, text: shown }] of entries.entries()) {
        expect(shown, files[name]!).not.toMatch(/-->|^\s*$/)
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThanOrEqual(entries[index - 1]?.to ?? 0)
      }
    }
    const [head, ...blocks] = files['vtt.vtt']!.split('\n\n')
    expect(head).toBe('WEBVTT')
    for (const block of blocks) expect(block).toMatch(/^[\d:.]+ --> [\d:.]+\n/)
  })

  test('have no markup of players', async () => {
    const files = await timing('Say &lt;b&gt; and &lt;script&gt; and {\\an8} here.')
    expect(files['vtt.vtt']).not.toMatch(/<[a-z]/i)
    expect(files['srt.srt']).not.toMatch(/<[a-z]|\{\\/i)
  })
})

describe('a library that is exported', () => {
  test('as CSV has no formulas, and can be uploaded as it was', async () => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'A' } })
    const path = `/replacement_libraries/${library_id}/replacements`
    const originals = ["=cmd|'/C calc'!A1", '+44', '-5', '@home', "'=quoted", 'plain']
    const rows = originals.map((original) => ({ original, replacement_text: `=${original}` }))
    await service.json(`${path}/bulk`, { body: rows })
    const answer = await service.call(`${path}/export?format=csv`)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="replacements.csv"')
    const csv = await answer.text()
    for (const cell of csv.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+\-@]/)

    const { library_id: copy } = await service.json<{ library_id: string }>('/replacement_libraries', {
      body: { name: 'B' },
    })
    const upload = { method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } }
    expect((await service.call(`/replacement_libraries/${copy}/replacements/bulk`, upload)).status).toBe(200)
    const copied = await service.json<unknown[]>(`/replacement_libraries/${copy}/replacements/export`)
    expect(copied).toMatchObject(rows)
  })
})

test('prototypes cannot be changed by a body', async () => {
  const evil = '{"polluted":true}'
  for (const path of ['/input_validated', '/clips', '/replacement_libraries']) {
    const body = `{"speaker_id":3,"text":"A.","name":"A","__proto__":${evil},"constructor":{"prototype":${evil}}}`
    expect((await service.call(path, { body })).status).toBe(200)
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
