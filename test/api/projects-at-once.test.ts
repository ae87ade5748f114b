import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { readParagraphs, readScript } from '../../src/projects/read-script.ts'
import { type Marks, type Paragraph, textOf } from '../../src/projects/script.ts'
import { changeParagraphs } from '../../src/projects/write-script.ts'
import { STORAGE, startTestService, storageSettings, type TestService } from '../support/test-service.ts'

/** Edits of each person. `npm run check:long` makes 500. */
const EDITS = Number(process.env.PROJECT_EDITS ?? 60)

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

/** Somebody who types words that nobody else types, and deletes, divides, joins, moves and marks. */
class Person {
  readonly doc = new Doc()
  readonly typed: string[] = []
  readonly deleted = new Set<string>()
  readonly #name: string
  readonly #service: TestService
  readonly #random: () => number

  constructor(name: string, service: TestService, seed: number) {
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
    const all = readParagraphs(this.doc)
    changeParagraphs(this.doc, all, { from: 0, to: all.length, after: this.#edited(readScript(this.doc).paragraphs) })
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
    const [first, second] = readParagraphs(this.doc).slice(index, index + 2)
    if (first === undefined || second === undefined || first.end !== second.start) return all
    return all.toSpliced(index, 2, ofUnits(all[index]!, [...units(all[index]!), ...units(all[index + 1]!)]))
  }

  #move(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    return all.toSpliced(index, 1).toSpliced(this.#below(all.length), 0, all[index]!)
  }

  #mark(all: readonly Paragraph[], index: number): readonly Paragraph[] {
    const marks: Marks = this.#random() < 0.3 ? {} : { tempo: 0.7 + this.#below(5) / 10 }
    const [from, to] = [this.#place(all[index]!), this.#place(all[index]!)]
    const marked = units(all[index]!).map((one, at) => (at >= from && at < to ? { ...one, marks } : one))
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
    for (const { marker, textStart } of readParagraphs(person.doc)) {
      marker!.set('later', LATER.later)
      person.doc.getText('script').format(textStart, ORIGINS[0]!.length, LATER)
    }
  })
  await person.sync(id)
}

/** What of it is still there, by the ids of paragraphs and the words. */
function readLater({ doc }: Person) {
  const paragraphs = readParagraphs(doc).flatMap(({ id, marker }) => (marker?.get('later') === LATER.later ? id : []))
  const delta = doc.getText('script').toDelta() as readonly { insert: unknown; attributes?: typeof LATER }[]
  const marked = delta.flatMap(({ insert, attributes }) => (attributes?.later === undefined ? [] : String(insert)))
  return { setting: doc.getMap('settings').get('later'), paragraphs, words: marked.join('').match(/origin\d/g) ?? [] }
}

test.each([1, 2, 3])(
  'what two people and an offline laptop make of a script is there once, and the same everywhere (%i)',
  async (seed) => {
    const id = `at-once-${seed}`
    const paragraphs = ORIGINS.map((word, index) => ({ text: `${word} `, id: `p${index}` }))
    await services[0]!.json('/projects', { body: { project_id: id, paragraphs } })
    const people = ['ann', 'ben', 'lap'].map(
      (name, index) => new Person(name, services[index % services.length]!, seed * 31 + index),
    )
    const [ann, ben, laptop] = people as [Person, Person, Person]
    await writeAsLater(ann, id)
    for (const person of people) await person.sync(id)
    for (let i = 0; i < EDITS; i++) {
      for (const person of people) person.edit()
      // Both at the same time, each by the process that it knows.
      if (i % 5 === 0) await Promise.all([ann.sync(id), ben.sync(id)])
    }
    expect(readScript(laptop.doc).paragraphs.map(textOf).join('')).not.toContain('ann')
    for (const person of [ann, ben, laptop, ann, ben]) await person.sync(id)
    const seen = people.map(({ doc }) => readScript(doc))
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    for (const service of services) {
      const { paragraphs: stored } = await service.json<{ paragraphs: readonly { id: string }[] }>(
        `/projects/${id}/script`,
      )
      expect(stored.map((one) => one.id)).toEqual(seen[0]!.paragraphs.map((one) => one.id))
    }
    const deleted = new Set(people.flatMap((person) => [...person.deleted]))
    const words = seen[0]!.paragraphs.flatMap((paragraph) => textOf(paragraph).split(' ')).filter((word) => word !== '')
    const typed = [...ORIGINS, ...people.flatMap((person) => person.typed)]
    const kept = typed.filter((word) => !deleted.has(word))
    expect(words.toSorted()).toEqual(kept.toSorted())
    expect(kept.length).toBeGreaterThan(EDITS / 3)
    const ids = new Set(seen[0]!.paragraphs.map((one) => one.id))
    for (const person of people) {
      const { setting, paragraphs: kinds, words: marked } = readLater(person)
      expect(setting).toBe(LATER.later)
      expect(kinds.toSorted()).toEqual(ORIGINS.map((_, index) => `p${index}`).filter((one) => ids.has(one)))
      expect(marked.toSorted()).toEqual(ORIGINS.filter((word) => !deleted.has(word)))
    }
  },
)
