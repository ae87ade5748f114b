import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

type Suggestion = { word: string; phonetic_respelling: string }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const pathOf = (query: Record<string, string>) => `/respelling_suggestions?${new URLSearchParams(query).toString()}`

const suggest = async (word: string, locale?: string): Promise<readonly string[]> => {
  const suggestions = await service.json<Suggestion[]>(pathOf({ word, ...(locale && { locale }) }))
  return suggestions.map(({ phonetic_respelling }) => phonetic_respelling)
}

test('items hold the word without the quotes around it and a respelling, and nothing else', async () => {
  for (const word of ['pizza', '"pizza"', "'pizza'", '“pizza”', ' ‘pizza’ ']) {
    expect(await service.json(pathOf({ word }))).toEqual([{ word: 'pizza', phonetic_respelling: 'PEET-suh' }])
  }
})

/** The examples of the published chart. */
test.each([
  ['tuple', 'TUH-puhl'],
  ['live', 'LYV'],
  ['pizza', 'PEET-suh'],
  ['covid', 'KOH-vihd'],
  ['studio', 'STOO-dee-oh'],
  ['zebra', 'ZEE-bruh'],
  ['motorcycle', 'MOH-tur-sy-kuhl'],
  ['machine', 'muh-SHEEN'],
  ['father', 'FAH-dhur'],
  ['farther', 'FAR-dhur'],
  ['millionaire', 'MIH-lyuh-NERR'],
  ['engineer', 'EHN-juh-NEER'],
  ['storyboard', 'STOH-ree-bord'],
  ['about', 'uh-BOWT'],
  ['flower', 'FLOW-ur'],
  ['singing', 'SIH-ngihng'],
  ['although', 'AWL-DHOH'],
  ['measure', 'MEH-zhur'],
  ['FBI', 'ehf-bee-Y'],
  ['RSVP', 'ar-ehs-vee-PEE'],
])('%s is %s', async (word, respelling) => {
  expect(await suggest(word)).toContain(respelling)
})

test.each([
  ['every sense of a homograph', 'record', ['REH-kurd', 'rih-KORD']],
  ['every pronunciation of the lexicon', 'tomato', ['tuh-MAY-toh', 'tuh-MAH-toh']],
  ['none twice', 'polish', ['PAH-lihsh', 'POH-lihsh']],
  ['a word that is derived', 'storyboarders', ['STOH-ree-bor-durz']],
  ['a word that is guessed from its letters', 'blicket', ['BLIH-kuht']],
  ['initialisms in small letters', 'fbi', ['ehf-bee-Y']],
  ['acronyms that are read', 'NASA', ['NA-suh']],
  ['letters and numbers as one word', 'MP3', ['ehm-PEE-THREE']],
  ['an abbreviation', 'Mr.', ['MIH-stur']],
  ['a contraction', 'we’re', ['WEER', 'WUR']],
  ['a hyphenated word', 'e-mail', ['EE-MAYL']],
  ['accents', 'café', ['kuh-FAY', 'ka-FAY']],
  ['several words together', 'New York', ['NOO YORK']],
  ['homographs by their context', 'live music', ['LYV MYOO-zihk']],
])('answers %s', async (_, word, respellings) => {
  expect(await suggest(word)).toEqual(respellings)
})

describe('British English', () => {
  test.each([
    ['tomato', ['tuh-MAH-toh']],
    ['schedule', ['SHEH-jool']],
    ['scheduling', ['SHEH-joo-lihng']],
    ['zebra', ['ZEH-bruh']],
    ['NZ', ['ehn-ZEHD']],
    ['machine', ['muh-SHEEN']],
    ['record', ['REH-kord', 'rih-KORD']],
  ])('says %s as %j', async (word, respellings) => {
    expect(await suggest(word, 'uk')).toEqual(respellings)
  })
})

test.each([
  ['us', 'tuh-MAY-toh'],
  ['US', 'tuh-MAY-toh'],
  ['en_US', 'tuh-MAY-toh'],
  ['en-us', 'tuh-MAY-toh'],
  ['uk', 'tuh-MAH-toh'],
  ['GB', 'tuh-MAH-toh'],
  ['en_GB', 'tuh-MAH-toh'],
  ['en-gb', 'tuh-MAH-toh'],
  ['au', 'tuh-MAH-toh'],
  ['en_AU', 'tuh-MAH-toh'],
])('the locale %s says tomato as %s', async (locale, respelling) => {
  expect((await suggest('tomato', locale))[0]).toBe(respelling)
})

test('each word of a phrase is suggested in our own grammar, and taken in both kinds of markup', async () => {
  const phrases = [
    'out of the blue',
    'the AT&T Inc. report',
    'hmm, B2B sales',
    'rock ’n’ roll',
    'Dr. Who and the e-mail',
  ]
  for (const phrase of phrases) {
    const [respelling = ''] = await suggest(phrase)
    const words = respelling.split(' ')
    expect(words).toHaveLength(phrase.split(' ').length)
    for (const word of words) {
      expect(word).toMatch(/^(?=.*[A-Z])([A-Z]+|[a-z]+)(-([A-Z]+|[a-z]+))*$/)
      const text = `Say ::${word}:: or <respell value="${word}">it</respell>.`
      const body = { speaker_id: 3, text }
      expect(await service.json('/input_validated', { body })).toEqual({ message: 'OK' })
    }
  }
})

test('every suggestion is taken as markup and as a phonetic replacement', async () => {
  const words = ['record', 'FBI', 'don’t', 'e-mail', 'MP3', 'blicket', 'hmm', 'rhythm', 'prism', 'wolf', 'squirrel']
  for (const word of words) {
    for (const respelling of await suggest(word)) {
      const body = { speaker_id: 3, text: `Say ::${respelling}:: now` }
      expect(await service.json('/input_validated', { body })).toEqual({ message: 'OK' })
    }
  }
  const body = { name: 'Suggested' }
  const { library_id: id } = await service.json<{ library_id: string }>('/replacement_libraries', { body })
  for (const phrase of ['New York', 'live music on the BBC']) {
    const [respelling] = await suggest(phrase)
    const replacement = { original: phrase, replacement_text: respelling, is_phonetic_respelling: true }
    await service.json(`/replacement_libraries/${id}/replacements`, { body: replacement })
  }
})

test.each([
  ['', 'MISSING_ARGUMENT', 'word is missing'],
  ['?word=', 'MISSING_ARGUMENT', 'word is empty'],
  ['?word=%22%20%22', 'MISSING_ARGUMENT', 'word is empty'],
  ['?word=a&word=b', 'MISSING_ARGUMENT', 'word is given more than once'],
  [`?word=${'a'.repeat(201)}`, 'MISSING_ARGUMENT', 'word has 201 characters; expected at most 200'],
  ['?word=cat&locale=fr', 'MISSING_ARGUMENT', 'locale is "fr"; expected us, uk, '],
  ['?word=1234', 'INVALID_TEXT', 'Cannot respell "1234": it has no letters'],
  ['?word=%21%3F', 'INVALID_TEXT', 'it has no letters'],
  ['?word=%E4%BD%A0%E5%A5%BD', 'INVALID_TEXT', 'it has no words'],
])('refuses %s', async (query, code, message) => {
  const response = await service.call(`/respelling_suggestions${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code, message: expect.stringContaining(message) })
})
