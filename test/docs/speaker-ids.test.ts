import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseCatalogue } from '../../src/voices/catalogue.ts'
import { aliasSpeakers, parseReferenceSpeakers } from '../../src/voices/reference-speakers.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

/** One row for each avatar that speaks for ids of the hosted service: what they expect, the ids, and who speaks. */
async function describeSpeakers(): Promise<readonly string[]> {
  const speakers = parseReferenceSpeakers(JSON.parse(await read('data/reference-speakers.json')))
  const { voices, bySpeakerId: own } = parseCatalogue(JSON.parse(await read('data/avatars.json')))
  const aliases = aliasSpeakers(speakers, { voices: [...own.values()], candidates: voices })
  const rows = new Map<string, number[]>()
  for (const { id, gender, style, locale } of speakers) {
    const { avatar } = (own.get(id) ?? aliases.get(id))!
    const who = own.has(id) ? 'the avatar with that id' : `${avatar.id}, ${avatar.name} (${avatar.style})`
    const row = `| ${gender}, ${locale.replace('_', '-')}, ${style} | ${who} |`
    rows.set(row, [...(rows.get(row) ?? []), id])
  }
  return [...rows].map(([row, ids]) => `${row} ${ids.join(', ')} |`)
}

test('the guide lists who speaks for each id of the hosted service', async () => {
  const guide = await read('docs/guide/moving.md')
  const table = guide.split('\n').filter((line) => /^\| (?:fe)?male, /.test(line))
  expect(table).toEqual(await describeSpeakers())
})
