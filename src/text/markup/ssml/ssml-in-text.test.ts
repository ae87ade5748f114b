import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MarkupSyntaxError } from '../../../errors.ts'
import { parseMarkup } from '../parse-markup.ts'
import type { MarkupOptions } from '../tokens/tokenize-markup.ts'
import { layOutRuns } from '../tree/lay-out-runs.ts'

const PLAIN: MarkupOptions = { ssml: false }
const DOOR: MarkupOptions = { ssml: false, door: { cues: false } }
const CUES: MarkupOptions = { ssml: false, door: { cues: true } }

/** What is heard of a text: words, and what acts in angle brackets. */
function heard(source: string, options: MarkupOptions): string {
  const runs = layOutRuns(parseMarkup(source, options)).map((run) => {
    if (run.kind === 'break') return `<${run.seconds}s>`
    if (run.kind === 'edge') return `<${run.edge}>`
    if (run.kind === 'pronounced') return `<${run.text}: ${run.pronunciations.join(' ').replaceAll(',', ' ')}>`
    const { tempo, loudness, pitch } = run.delivery
    const delivery = tempo === 1 && loudness === 0 && pitch === 0 ? '' : `{${tempo} ${loudness} ${pitch}}`
    const sayAs = run.sayAs === undefined ? '' : `{${run.sayAs.interpretAs}}`
    const emphasis = run.emphasis === undefined ? '' : `{${run.emphasis}}`
    return run.text + delivery + sayAs + emphasis
  })
  return runs.join('').replaceAll('\u2028', '/').replaceAll('\u2029', '//')
}

describe('text stays text, in plain text and in doors', () => {
  test.each([
    'x < 5 and y > 3',
    'a<b>c',
    'if (x <s && y> p) z',
    'Bearer <token> and <voice>, <lang>',
    'Dear <name>, your <w>',
    'vector<mark>',
    '</voice> </w> </mark>',
    '<https://example.com/>, <std:string>',
    '<speaker>, <broken>, <prosody-like>',
    'I <3 you',
    '[whispers] and [sic]',
    'say <think>x</think> there',
  ])('%s', (source) => {
    expect(heard(source, PLAIN)).toBe(source)
    expect(heard(source, DOOR)).toBe(source)
    expect(parseMarkup(source, DOOR).warnings).toEqual([])
  })
})

describe.each<readonly [string, string, string, string]>([
  ['Wait <break time="1.5s" /> now.', 'Wait <1.5s> now.', 'Wait <1.5s> now.', ''],
  ["Wait <BREAK TIME='1s'></Break> now.", 'Wait <1s> now.', 'Wait <1s> now.', ''],
  ['Wait <break/> now.', 'Wait   now.', 'Wait <0.5s> now.', 'tag <break>'],
  ['<say-as interpret-as="characters">AB</say-as>', 'AB{characters}', 'AB{characters}', ''],
  ['<say-as interpret-as="digits">1<mark name="x"/>2</say-as>', '12{digits}', '12{digits}', 'tag <mark>'],
  ['<emphasis>Really</emphasis>', 'Really', 'Really{moderate}', 'tag <emphasis>'],
  ['<speak>Hello</speak>', ' Hello ', 'Hello', 'tag <speak>'],
  ['<prosody rate="slow">Slow</prosody>', 'Slow', 'Slow{0.8 0 0}', 'tag <prosody>'],
  ['<sub alias="B">A</sub>', 'A', 'B', 'tag <sub>'],
  ['H<sub>2</sub>O', 'H2O', 'H2O', ''],
  ['<speak>A <sub alias="two">2</sub> O</speak>', ' A 2 O ', 'A two O', 'tag <sub>'],
  ['<phoneme alphabet="cmu-arpabet" ph="M AE1 D">Mad</phoneme>', 'Mad', '<Mad: M AE1 D>', 'tag <phoneme>'],
  ['<phoneme alphabet="ipa" ph="mæd">Mad</phoneme>', 'Mad', '<Mad: M AE1 D>', 'tag <phoneme>'],
  ['<s>gone</s> <p>b</p>', 'gone //b//', 'gone //b//', ''],
  ['<p xml:lang="en">b</p>', '//b//', '<paragraph>b<paragraph>', 'tag <p>'],
  ['<speak><p><s>A.</s></p></speak>', ' ///A.///', '<paragraph><sentence>A.<sentence><paragraph>', 'tag <s>'],
  ['<voice name="x">Hi</voice>', ' Hi ', ' Hi ', 'tag <voice>'],
  ['<w>a</w> <mark>b</mark>', 'a b', 'a b', 'tag <w>'],
  ['<audio src="https://x.test/a.mp3">b</audio>', 'b', 'b', ''],
  ['a <audio src="https://x.test/a.mp3"> b', 'a  b', 'a  b', ''],
  ['a <audio/>', 'a  ', 'a  ', 'tag <audio>'],
  ['<mstts:express-as style="sad">a</mstts:express-as>', ' a ', ' a ', 'tag <mstts:express-as>'],
  ['<amazon:breath/>a', ' a', ' a', 'tag <amazon:breath>'],
  ['<speak><foo x="1">a</foo></speak>', '  a  ', ' a ', 'tag <foo>'],
  ['<?xml version="1.0"?><speak><![CDATA[a < b]]></speak>', ' a < b ', 'a < b', 'tag <speak>'],
  ['<metadata><x>no</x></metadata>a', ' a', '  a', 'tag <metadata>'],
  ['<ssml:break time="1s"/>', '<1s>', '<1s>', ''],
])('%s', (source, plain, door, warning) => {
  test('in plain text', () => {
    expect(heard(source, PLAIN).trimEnd()).toBe(plain.trimEnd())
    expect(parseMarkup(source, PLAIN).warnings.join('; ')).toContain(warning)
  })
  test('in a door', () => {
    expect(heard(source, DOOR).trimEnd()).toBe(door.trimEnd())
  })
})

test.each([
  ['<p><s>One</s><s>two</s></p>', '//One/two///', '//One<sentence>two<sentence>//'],
  ['<par><media><speak>A</speak></media><media><speak>B</speak></media></par>', 'A B', 'A B'],
])('%s parts its words', (source, plain, door) => {
  const words = (options: MarkupOptions) => heard(source, options).replaceAll(/\s+/g, ' ').trim()
  expect([words(PLAIN), words(DOOR)]).toEqual([plain, door])
})

describe('malformed markup is refused with its place', () => {
  test.each<readonly [string, number, MarkupOptions]>([
    ['a <break time="1s', 2, PLAIN],
    ['a <break time=1s/>', 2, PLAIN],
    ['a <break time="soon"/>', 15, PLAIN],
    ['a <emphasis level>b</emphasis>', 2, PLAIN],
    ['<say-as interpret-as="date">1/2', 0, PLAIN],
    ['<say-as>1/2</say-as>', 0, PLAIN],
    ['a <![CDATA[ b', 2, PLAIN],
    ['<!DOCTYPE speak SYSTEM "x">a', 0, PLAIN],
    ['<speak>a', 0, DOOR],
    ['a</speak>', 1, DOOR],
    ['<emphasis>Really', 0, DOOR],
    ['<voice name="x">Really', 0, DOOR],
    ['<speak>a<b>c</speak>', 12, DOOR],
    ['<prosody rate="quick">a</prosody>', 15, DOOR],
  ])('%s', (source, offset, options) => {
    expect(() => parseMarkup(source, options)).toThrow(MarkupSyntaxError)
    expect(() => parseMarkup(source, options)).toThrow(`(at offset ${offset})`)
  })
})

test.each<readonly [string, MarkupOptions, string, string]>([
  ['<think>Hm.\nSo?</think>\nHello.', DOOR, '\nHello.', 'Reasoning in <think> is left out, 22 characters: at offset 0'],
  [' <THINK>a</Think>b', DOOR, ' b', 'left out'],
  ['<think>Hm. Hello.', DOOR, 'Hm. Hello.', 'is spoken'],
  ['<think>Hm.</think>a', { ssml: false, door: { cues: false, mostThought: 10 } }, 'Hm.</think>a', 'is spoken'],
  ['<think>Hm.</think>a', PLAIN, '<think>Hm.</think>a', ''],
  [
    '[whispers] Hi [Laughs harder][strong French accent] you',
    CUES,
    ' Hi  you',
    'Cue [whispers] is left out: at offset 0',
  ],
  ['see [1] and [sic]', CUES, 'see [1] and [sic]', ''],
])('%s', (source, options, expected, warning) => {
  expect(heard(source, options)).toBe(expected)
  expect(parseMarkup(source, options).warnings.join('; ')).toContain(warning)
})

/** Elements of the documents of Polly, Azure and Google with attributes. Names have a letter that no word of the texts has. */
const ELEMENTS: readonly (readonly [string, ...string[]])[] = [
  ['speak', 'version="1.1" xmlns="http://q.test" xml:lang="en-US" xmlns:mstts="http://q.test"'],
  ['p', '', 'xml:lang="en"'],
  ['s', ''],
  [
    'prosody',
    'rate="slow"',
    "pitch='+50Hz' contour='(0%,+20Hz)' range='high'",
    'volume="+6dB" amazon:max-duration="2s"',
  ],
  ['emphasis', '', 'level="strong"'],
  ['voice', 'name="Q"', 'gender="female" variant="1"', ''],
  ['lang', 'xml:lang="fr-FR"'],
  ['audio', 'src="https://q.test/a.mp3" soundLevel="+2dB"', 'src="x"'],
  ['w', 'role="amazon:VB"', ''],
  ['token', 'role="x"', ''],
  ['amazon:effect', 'name="whispered"', 'vocal-tract-length="+10%"'],
  ['amazon:domain', 'name="news"'],
  ['amazon:auto-breaths', ''],
  ['mstts:express-as', 'style="sad" styledegree="2"'],
  ['mstts:silence', 'type="Sentenceboundary" value="200ms"'],
  ['google:style', 'name="lively"'],
  ['par', ''],
  ['seq', ''],
  ['media', 'xml:id="q" begin="0.5s" soundLevel="-2dB"'],
]
const EMPTY = [
  '<break/>',
  '<break time="200ms"/>',
  '<break strength="weak"></break>',
  '<mark name="q"/>',
  "<bookmark mark='q'/>",
  '<amazon:breath duration="x-long"/>',
  '<mstts:viseme type="redlips"/>',
  '<audio src="https://q.test/a.mp3"/>',
  '<lexicon uri="https://q.test/l.xml" type="x"/>',
  '<mstts:audioduration value="20s"/>',
  '<!-- comment -->',
  '<say-as interpret-as="address" format="q">no</say-as>',
  '<sub alias="no">no</sub>',
  '<phoneme alphabet="x-sampa" ph="nO">no</phoneme>',
  '<phoneme alphabet="ipa" ph="noʊ">no</phoneme>',
  '<desc>comment</desc>',
  '<metadata><rdf:x>comment</rdf:x></metadata>',
]

const { inside } = fc.letrec<{ inside: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('no ', ' no. ', '\nno no\n'),
    fc.constantFrom(...EMPTY).map((tag) => ` ${tag} `),
    fc
      .tuple(fc.constantFrom(...ELEMENTS.slice(3)), fc.nat(), tie('inside'), fc.boolean())
      .map(([[name, ...sets], n, content, isUpper]) => {
        const written = isUpper ? name.toUpperCase() : name
        return ` <${written} ${sets[n % sets.length]}>no ${content}</${written}> `
      }),
  ),
  inside: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
}))
const document = fc.tuple(inside, fc.boolean(), fc.boolean()).map(([content, isWhole, hasHead]) => {
  const [[, attributes]] = ELEMENTS as readonly [readonly [string, string]]
  const head = hasHead ? '<?xml version="1.0"?>\n' : ''
  return isWhole ? `${head}<speak ${attributes}><p><s>no ${content}</s></p></speak>` : `no ${content}`
})

test.each([PLAIN, DOOR, CUES, { ssml: true }, { ssml: true, door: { cues: true } }])(
  'no name of a document of SSML is spoken under %j',
  (options) => {
    fc.assert(
      fc.property(document, (source) => {
        const words = layOutRuns(parseMarkup(source, options)).flatMap((run) => ('text' in run ? [run.text] : []))
        expect(words.join(' ').replaceAll(/\bno\b|[.\s\u2028\u2029]/g, '')).toBe('')
      }),
      { numRuns: 300 },
    )
  },
)
