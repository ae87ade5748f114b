import { type Static, Type } from 'typebox'
import type { ExplainedWord, Explanation } from '../../delivery/planning/explain-speech.ts'
import type { Decision } from '../../text/reading/compare-readings.ts'

const textList = Type.Array(Type.String())

const readingSchema = Type.Object({
  form: Type.String({
    description: 'What the form looks like: digits, slash, hyphen, colon, point, suffix, roman, capitals ...',
  }),
  class: Type.String({
    description: 'What it is read as: date, fraction, cardinal, letters ...; usual if no class says the same',
  }),
  fields: Type.Record(Type.String(), Type.String(), { description: 'The parts of the form' }),
  margin: Type.Union([Type.Number(), Type.Null()], {
    description: 'How much better it scores than the runner-up, in natural logarithms',
  }),
  guess: Type.Boolean({ description: 'Nothing decides; of readings that score alike the least harmful is taken' }),
  runner_up: Type.Union([Type.Object({ class: Type.String(), spoken: Type.String() }), Type.Null()]),
})

const wordSchema = Type.Object({
  source: Type.String({ description: 'As the caller wrote it' }),
  source_start: Type.Integer({ description: 'UTF-16 units of the text' }),
  source_end: Type.Integer(),
  spoken: textList,
  phonemes: { ...textList, description: 'ARPAbet, one entry a spoken word' },
  respelling: textList,
  origin: { ...textList, description: 'lexicon, homograph, derived, letter_to_sound or respelling' },
  replacement: Type.Union([
    Type.Object({ library_id: Type.String(), replacement_id: Type.String(), original: Type.String() }),
    Type.Null(),
  ]),
  reading: Type.Union([readingSchema, Type.Null()], {
    description: 'How a form that can be read in several ways is read, and why; null for other words',
  }),
  delivery: Type.Object({ tempo: Type.Number(), loudness: Type.Number(), pitch: Type.Number() }),
})

const pauseSchema = Type.Object({
  after_word: Type.Integer({ description: 'Index into words' }),
  mark: Type.String(),
  seconds: Type.Number(),
})

const avatarSchema = Type.Object(
  { id: Type.Integer(), name: Type.String(), style: Type.String() },
  { description: 'Speaks the text. Differs from speaker_id if no avatar has that id' },
)

export const explanationSchema = Type.Object({
  avatar: avatarSchema,
  spoken_text: Type.String(),
  words: Type.Array(wordSchema),
  pauses: Type.Array(pauseSchema),
  warnings: textList,
  duration_seconds: Type.Number(),
})

export function toExplanationBody(explanation: Explanation): Static<typeof explanationSchema> {
  const { avatar, words, pauses, warnings, durationSeconds } = explanation
  return {
    avatar: { id: avatar.id, name: avatar.name, style: avatar.style },
    spoken_text: words.flatMap(({ spoken }) => spoken.map(({ text }) => text)).join(' '),
    words: words.map(toWordBody),
    pauses: pauses.map(({ afterWord, mark, seconds }) => ({ after_word: afterWord, mark, seconds })),
    warnings: [...warnings],
    duration_seconds: durationSeconds,
  }
}

function toReadingBody({ grammar, chosen, margin, isGuess, runnerUp }: Decision): Static<typeof readingSchema> {
  return {
    form: grammar,
    class: chosen.class,
    fields: { ...chosen.fields },
    margin: runnerUp === undefined ? null : Number(margin.toFixed(3)),
    guess: isGuess,
    runner_up:
      runnerUp === undefined
        ? null
        : {
            class: runnerUp.candidate.class,
            spoken: runnerUp.wording
              .flat()
              .map(({ text }) => text)
              .join(' '),
          },
  }
}

function toWordBody({ source, spoken, reading, delivery }: ExplainedWord): Static<typeof wordSchema> {
  const { text, start, end, replacement } = source
  return {
    source: text,
    source_start: start,
    source_end: end,
    spoken: spoken.map((word) => word.text),
    phonemes: spoken.map(({ phonemes }) => phonemes.join(' ')),
    respelling: spoken.map(({ respelling }) => respelling),
    origin: spoken.map(({ origin }) => origin),
    replacement:
      replacement === undefined
        ? null
        : {
            library_id: replacement.libraryId,
            replacement_id: replacement.replacementId,
            original: replacement.original,
          },
    reading: reading === undefined ? null : toReadingBody(reading),
    delivery,
  }
}
