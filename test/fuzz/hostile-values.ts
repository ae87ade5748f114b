import fc from 'fast-check'

/** Strings that have broken other services. */
const HOSTILE_STRINGS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '\u0000',
  '\ud800',
  'a\u0000b',
  '9007199254740992',
  '253402300800000',
  '10000-01-01',
  '+010000-01-01T00:00:00Z',
  '\u202e\ufeff',
  '../../../etc/passwd',
  '..%2f..%2f',
  "' or '1'='1",
  "'; drop table clips; --",
  '%',
  '_%_',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'A\r\nX-Injected: 1',
  '=cmd()',
  '__proto__',
  'constructor',
  'a'.repeat(300),
  '😀'.repeat(60),
  '9'.repeat(400),
  '2026-02-30T25:61:61Z',
  '-999999-01-01',
]

/** Words and whole markup. */
const SPEAKABLE_PIECES =
  `<tempo_value="0.8">slow</tempo> <pitch_value='+5'>high</pitch> <loudness_value="-40">quiet</loudness>
  <respell_value="TUH-puhl">a</respell> ::TUH-puhl:: &amp; $5 1/2 10:30 C++ #1 Nov. 3rd, Dr. XIV don't U.S.A. https://a.example/b?c=d a@b.example 😀
  é “ ” — … ? ! ( ) naïve 1,000,000 -5 ½ 你 hello world really`.split(/\s+/)

/** Markup that is mostly broken. */
const BROKEN_PIECES =
  `<tempo_value="0.8"> </tempo> <pitch </loudness> <respell_value=""> :: ::a < > & <break_time="1s"/> <speak> </speak> <s>`.split(
    /\s+/,
  )

export const hostileString: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Mostly speakable. */
export const speechText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: textsOf(SPEAKABLE_PIECES) },
  { weight: 2, arbitrary: textsOf([...SPEAKABLE_PIECES, ...BROKEN_PIECES]) },
  { weight: 1, arbitrary: hostileString },
)

function textsOf(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .map((words) => `${words.join(' ')} too`.replaceAll('_', ' '))
}

/** Any JSON value, plain or hostile. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileString,
  fc.constantFrom(
    -0,
    1e308,
    2 ** 53,
    -(2 ** 63),
    1e300,
    253_402_300_800_000,
    -1,
    0.1,
    [[[[]]]],
    [null],
    { length: 5 },
    { toString: 1 },
    { __proto__: null },
  ),
)

/** Bodies that are no JSON, or hardly. */
export const rawBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    'null',
    '[1,',
    '{"a":1,}',
    '\ufeff{}',
    'NaN',
    '{"a":1}{"b":2}',
    '<xml/>',
    'a=b&c=d',
  ),
  fc.constantFrom('original,replacement_text\na,b\n', 'original\n', '"', 'original,replacement_text\n"a'),
  fc.string({ unit: 'binary', maxLength: 50 }),
)

/** Replaces one value somewhere inside, removes it, or adds a field. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, anyJson, fc.nat(1000), fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, other, place, way]) => mutate(value, { other, place, way }))
}

type Mutation = { readonly other: unknown; readonly place: number; readonly way: string }

function mutate(value: unknown, mutation: Mutation): unknown {
  const { other, place, way } = mutation
  if (typeof value !== 'object' || value === null) return other
  const names = Object.keys(value)
  if (names.length === 0) return other
  const name = names[place % names.length]!
  const inner = (value as Record<string, unknown>)[name]
  const isDeep = typeof inner === 'object' && inner !== null && place % 3 === 0
  const changed = isDeep ? mutate(inner, { ...mutation, place: Math.floor(place / 3) }) : other
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed : one))
  const { [name]: _, ...rest } = value as Record<string, unknown>
  if (way === 'remove' && !isDeep) return rest
  return way === 'add' ? { ...value, [`${name}_`]: other } : { ...value, [name]: changed }
}
