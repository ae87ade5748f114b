import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { readParagraphs, readScript } from '../../src/projects/read-script.ts'
import { type Marks, type Paragraph, textOf } from '../../src/projects/script.ts'
import { findTakes, toTakeMark } from '../../src/projects/takes.ts'
import { changeParagraphs } from '../../src/projects/write-script.ts'
import { STORAGE, startTestService, storageSettings, type TestService } from '../support/test-service.ts'
import { hasRelease, unpackRelease } from '../upgrades/releases.ts'

/** Edits of each person. `npm run check:long` makes 500. */
const EDITS = Number(process.env.PROJECT_EDITS ?? 60)

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Two processes that share a storage, or one that has it for itself. */
let services: readonly TestService[]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-at-once-'))
  const shared = await storageSettings(folder)
  const start = () => startTestService(shared)
  services = STORAGE === 'embedded' ? [await start()] : [await start(), await start()]
})
afterAll(async () => {
  for (const service of services) await service.close()
  await rm(folder, { recursive: true })
})

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const units = ({ runs }: Paragraph) => runs.flatMap(({ text, marks }) => Array.from(text, (unit) => ({ unit, marks })))
const ofUnits = (paragraph: Paragraph, all: ReturnType<typeof units>): Paragraph => ({
  ...paragraph,
  runs: all.map(({ unit, marks }) => ({ text: unit, marks })),
})

/** How a client reads and changes a shared script. */
type Client = {
  readonly readParagraphs: typeof readParagraphs
  readonly readScript: typeof readScript
  readonly changeParagraphs: typeof changeParagraphs
}

const TODAY: Client = { readParagraphs, readScript, changeParagraphs }

/** Somebody who types words that nobody else types, and deletes, divides, joins, moves and marks. */
class Person {
  readonly doc = new Doc()
  readonly typed: string[] = []
  readonly deleted = new Set<string>()
  readonly #name: string
  readonly #service: TestService
  readonly #random: () => number
  readonly #client: Client

  constructor(name: string, service: TestService, seed: number, client: Client = TODAY) {
    this.#client = client
    this.#name = name
    this.#service = service
    this.#random = createRandom(seed)
  }

  async sync(id: string): Promise<void> {
    const path = `/projects/${id}/updates`
    const query = `?state_vector=${encodeURIComponent(base64(encodeStateVector(this.doc)))}`
    const { update, state_vector } = await this.#service.json<{ update: string; state_vector: string }>(path + query)
    applyUpdate(this.doc, Buffer.from(update, 'base64'))
    const missing = encodeStateAsUpdate(this.doc, Buffer.from(state_vector, 'base64'))
    await this.#service.json(path, { body: { update: base64(missing) } })
  }

  edit(): void {
    const all = this.#client.readParagraphs(this.doc)
    this.#client.changeParagraphs(this.doc, all, { from: 0, to: all.length, after: this.#edited(this.read()) })
  }

  /** The paragraphs as this person's client shows them. */
  read(): readonly Paragraph[] {
    return this.#client.readScript(this.doc).paragraphs
  }

  #edited(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
    const index = this.#below(paragraphs.length)
    const chance = this.#random()
    if (chance < 0.45) return this.#type(paragraphs, index)
    if (chance < 0.6) return this.#delete(paragraphs, index)
    if (chance < 0.7) return this.#split(paragraphs, index)
    if (chance < 0.78) return this.#join(paragraphs, index)
    if (chance < 0.88) return this.#move(paragraphs, index)
    if (chance < 0.94) return paragraphs.with(index, { ...paragraphs[index]!, pause: this.#below(10) })
    return this.#mark(paragraphs, index)
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  /** Between words, so that no word is divided. */
  #place(paragraph: Paragraph): number {
    const text = textOf(paragraph)
    const places = [0, ...[...text.matchAll(/ /g)].map(({ index: at }) => at + 1)]
    return places[this.#below(places.length)]!
  }

  #type(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const word = `${this.#name}${this.typed.length}`
    this.typed.push(word)
    const paragraph = all[index]!
    const place = this.#place(paragraph)
    const typed = Array.from(`${word} `, (unit) => ({ unit, marks: {} }))
    return all.with(index, ofUnits(paragraph, units(paragraph).toSpliced(place, 0, ...typed)))
  }

  #delete(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const paragraph = all[index]!
    const words = [...textOf(paragraph).matchAll(/\w+ /g)]
    const word = words[this.#below(words.length)]
    if (word === undefined) return all
    this.deleted.add(word[0].trim())
    return all.with(index, ofUnits(paragraph, units(paragraph).toSpliced(word.index, word[0].length)))
  }

  #split(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const paragraph = all[index]!
    const place = this.#place(paragraph)
    const id = `${this.#name}-${this.#random()}`
    const [head, tail] = [units(paragraph).slice(0, place), units(paragraph).slice(place)]
    return all.toSpliced(index, 1, ofUnits(paragraph, head), ofUnits({ ...paragraph, id }, tail))
  }

  /** Only with the paragraph behind it in the shared text: one that was moved there is copied, and then two people can double it. */
  #join(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const [first, second] = this.#client.readParagraphs(this.doc).slice(index, index + 2)
    if (first === undefined || second === undefined || first.end !== second.start) return all
    return all.toSpliced(index, 2, ofUnits(all[index]!, [...units(all[index]!), ...units(all[index + 1]!)]))
  }

  #move(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    return all.toSpliced(index, 1).toSpliced(this.#below(all.length), 0, all[index]!)
  }

  #mark(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const marks: Marks = this.#random() < 0.3 ? {} : { tempo: 0.7 + this.#below(5) / 10 }
    const [from, to] = [this.#place(all[index]!), this.#place(all[index]!)]
    // The delivery of words leaves the reading of their sentence as it is.
    const mark = ({ unit, marks: { take } }: ReturnType<typeof units>[number]) => ({
      unit,
      marks: { ...marks, ...(take !== undefined && { take }) },
    })
    const marked = units(all[index]!).map((one, at) => (at >= from && at < to ? mark(one) : one))
    return all.with(index, ofUnits(all[index]!, marked))
  }
}

/** Words, attributes and marks of a release to come, which today's clients do not know. */
const ORIGINS = Array.from({ length: 10 }, (_, index) => `origin${index}`)
const LATER = { later: 'of a later release' }

async function writeAsLater(person: Person, id: string): Promise<void> {
  await person.sync(id)
  person.doc.transact(() => {
    person.doc.getMap('settings').set('later', LATER.later)
    for (const { marker, textStart, runs } of readParagraphs(person.doc)) {
      marker!.set('later', LATER.later)
      const take = toTakeMark({ chosen: 2, kept: [1, 2] }, runs[0]!.text.trim())
      person.doc.getText('script').format(textStart, ORIGINS[0]!.length, { ...LATER, take })
    }
  })
  await person.sync(id)
}

/** What of it is still there, by the ids of paragraphs and the words. */
function readLater({ doc }: Person) {
  const paragraphs = readParagraphs(doc).flatMap(({ id, marker }) => (marker?.get('later') === LATER.later ? id : []))
  const delta = doc.getText('script').toDelta() as readonly { insert: unknown; attributes?: typeof LATER }[]
  const marked = delta.flatMap(({ insert, attributes }) => (attributes?.later === undefined ? [] : String(insert)))
  const taken = readScript(doc).paragraphs.flatMap((paragraph) =>
    findTakes(paragraph.runs).map(({ start, end }) => textOf(paragraph).slice(start, end)),
  )
  const words = marked.join('').match(/origin\d/g) ?? []
  return { setting: doc.getMap('settings').get('later'), paragraphs, words, taken }
}

test.each([1, 2, 3])(
  'what two people and an offline laptop make of a script is there once, and the same everywhere (%i)',
  async (seed) => {
    const [ann, ben, laptop] = ['ann', 'ben', 'lap'].map((name, index) => joinAs(name, index, seed))
    const kept = await writeAtOnce(`at-once-${seed}`, { people: [ann!, ben!], laptop: laptop! })
    expect(kept).toBeGreaterThan(EDITS / 3)
  },
)

/** The oldest releases that have shared scripts, up to two before this one. Their pages may be open while this one is installed. */
const OLDER = ['0.21.0']

describe.runIf(hasRelease(OLDER[0]!)).each(OLDER)('a page of release %s', (release) => {
  let old: Client
  let source: string
  beforeAll(async () => {
    source = await mkdtemp(join(tmpdir(), 'declaim-older-page-'))
    await unpackRelease(release, source, ['src/projects'])
    await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'))
    const load = async (file: string): Promise<unknown> =>
      await import(pathToFileURL(join(source, 'src/projects', file)).href)
    old = Object.assign({}, await load('read-script.ts'), await load('write-script.ts')) as Client
  })
  afterAll(() => rm(source, { recursive: true }))

  test.each([4, 5])('loses nothing of what today’s pages write, and they nothing of it (%i)', async (seed) => {
    expect(old.changeParagraphs).not.toBe(changeParagraphs)
    const people = [joinAs('ann', 0, seed), joinAs('old', 1, seed, old)]
    const kept = await writeAtOnce(`older-${seed}`, {
      people,
      laptop: joinAs('lap', 2, seed, seed % 2 === 0 ? old : TODAY),
    })
    expect(kept).toBeGreaterThan(EDITS / 3)
  })
})

function joinAs(name: string, index: number, seed: number, client?: Client): Person {
  return new Person(name, services[index % services.length]!, seed * 31 + index, client)
}

type Team = { readonly people: readonly Person[]; readonly laptop: Person }

/** Has people edit a script, a laptop without a connection too, and checks what comes of it. Returns how many words are left. */
async function writeAtOnce(id: string, { people: online, laptop }: Team): Promise<number> {
  const paragraphs = ORIGINS.map((word, index) => ({ text: `${word} `, id: `p${index}` }))
  await services[0]!.json('/projects', { body: { project_id: id, paragraphs } })
  const people = [...online, laptop]
  const [first] = online
  await writeAsLater(first!, id)
  for (const person of people) await person.sync(id)
  for (let i = 0; i < EDITS; i++) {
    for (const person of people) person.edit()
    // All at the same time, each by the process that it knows.
    if (i % 5 === 0) await Promise.all(online.map((person) => person.sync(id)))
  }
  expect(laptop.read().map(textOf).join('')).not.toContain('ann')
  for (const person of [...people, ...online]) await person.sync(id)
  const seen = people.map(({ doc }) => readScript(doc))
  for (const script of seen.slice(1)) expect(script).toEqual(seen[0])
  // An older client sees the same, but for what it does not know.
  const shown = people.map((person) => person.read().map((paragraph) => [paragraph.id, textOf(paragraph)]))
  for (const one of shown.slice(1)) expect(one).toEqual(shown[0])
  for (const service of services) {
    const stored = await service.json<{ paragraphs: readonly { id: string }[] }>(`/projects/${id}/script`)
    expect(stored.paragraphs.map((one) => one.id)).toEqual(seen[0]!.paragraphs.map((one) => one.id))
  }
  const deleted = new Set(people.flatMap((person) => [...person.deleted]))
  const words = seen[0]!.paragraphs.flatMap((paragraph) => textOf(paragraph).split(' ')).filter((word) => word !== '')
  const typed = [...ORIGINS, ...people.flatMap((person) => person.typed)]
  const kept = typed.filter((word) => !deleted.has(word))
  expect(words.toSorted()).toEqual(kept.toSorted())
  const ids = new Set(seen[0]!.paragraphs.map((one) => one.id))
  const origins = ORIGINS.filter((word) => !deleted.has(word))
  for (const person of people) {
    const { setting, paragraphs: kinds, words: marked, taken } = readLater(person)
    expect(setting).toBe(LATER.later)
    expect(kinds.toSorted()).toEqual(ORIGINS.map((_, index) => `p${index}`).filter((one) => ids.has(one)))
    expect(marked.toSorted()).toEqual(origins)
    expect(taken.toSorted()).toEqual(origins)
  }
  return kept.length
}
