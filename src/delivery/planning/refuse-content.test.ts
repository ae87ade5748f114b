import { describe, expect, test } from 'vitest'
import { LANGUAGE } from '../../../test/support/planning-data.ts'
import { analyzeText } from '../../text/analyze-text.ts'
import { createReplacementSet } from '../../text/replacements/replacement-set.ts'
import { createContentPolicy } from '../moderation/content-policy.ts'
import { refuseContent } from './refuse-content.ts'

const POLICY = createContentPolicy(
  {
    terms: ['seven', 'dead parrot', 'remoteban'],
    profanities: ['damn'],
    patterns: [
      { rule: 'cards', pattern: String.raw`\b\d{16}\b` },
      { rule: 'codes', pattern: 'secret-[0-9]+' },
    ],
  },
  LANGUAGE,
)
const LIBRARIES = createReplacementSet([
  {
    libraryId: 'l',
    replacements: [
      ['cherry', 'remoteban', false],
      ['plum', '411111', false],
      ['pear', 'reh-MOHT-ban', true],
    ].map(([original, replacementText, isPhoneticRespelling], i) => ({
      replacementId: `${i}`,
      original: String(original),
      replacementText: String(replacementText),
      isPhoneticRespelling: isPhoneticRespelling === true,
      enabled: true,
    })),
  },
])
const analyze = (text: string) =>
  analyzeText(text, { ...LANGUAGE, replacements: LIBRARIES, ssml: text.startsWith('<speak'), locale: 'en_US' })
const refuse = (text: string) => refuseContent(POLICY, { text, utterance: analyze(text), accountTerms: undefined })

describe('a text is refused', () => {
  test.each([
    ['I have seven.', 'Cannot speak "seven" (at offset 7)'],
    ['It is 7 of them.', 'Cannot speak "seven" (at offset 6)'],
    ['A <tempo value="0.9">DEAD</tempo> parrot.', 'Cannot speak "dead parrot" (at offset 21)'],
    ['Oh da<b></b>mn.', 'the rule "profanity" of this service'],
    ['One. Two. It is ₇.', '"seven"'],
    ['A cherry.', '"remoteban" (at offset 2)'],
    ['A remo\u200bteban.', '"remoteban" (at offset 2)'],
    ['A remo<b></b>teban.', '"remoteban" (at offset 2)'],
    ['A remo\u00adte&#8203;ban.', '"remoteban" (at offset 2)'],
    ['A ｒｅｍｏｔｅｂａｎ.', '"remoteban" (at offset 2)'],
    ['4111111<b></b>111111111', 'the rule "cards"'],
    ['４１１１１１１１１１１１１１１１', 'the rule "cards"'],
    ['4111&#49;11111111111', 'the rule "cards"'],
    ['4111\u200d111111111111', 'the rule "cards"'],
    ['<speak><sub alias="4111111111111111">number</sub></speak>', 'the rule "cards"'],
    ['𝓼ecret-１２', 'the rule "codes"'],
    ['sécret-12', 'the rule "codes"'],
    ['A ::DED:: parrot.', '"dead parrot" (at offset 4)'],
    ['::DEHD:: ::PEH-ruht::', '"dead parrot" (at offset 2)'],
    ['Oh ::DAM:: it', 'the rule "profanity"'],
    ['It is ::SEH-vuhn:: now.', '"seven"'],
    ['<speak>It is <phoneme alphabet="cmu-arpabet" ph="S EH1 V AH0 N">cherries</phoneme>.</speak>', '"seven"'],
    ['<speak>It is <phoneme alphabet="ipa" ph="ˈsɛvən">fine</phoneme>.</speak>', '"seven"'],
  ])('%s', (text, problem) => {
    expect(() => refuse(text)).toThrow(problem)
  })

  test.each([
    'Seventh heaven.',
    'It is dead. Parrot!',
    'The dead, parrot-like bird.',
    'The dam was built by the ::SEH-vuhnth:: man.',
    'Say ::DED::. Parrots talk.',
    '4111111 111111111',
    'He is ::toh-MAH-toh::.',
  ])('and %s is not', (text) => {
    expect(() => refuse(text)).not.toThrow()
  })

  test('in linear time, however late in a sentence the word is heard', () => {
    const words = Array.from({ length: 40_000 }, (_, source) => ({
      text: source === 39_999 ? 'seven' : 'word',
      source,
    }))
    const sources = words.map(({ source }) => ({ start: 5 * source, end: 5 * source + 4 }))
    const utterance = { words: sources, sentences: [{ words }] } as never
    expect(() => refuseContent(POLICY, { text: 'word', utterance, accountTerms: undefined })).toThrow(
      '(at offset 199995)',
    )
  }, 20_000)
})
