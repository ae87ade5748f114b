import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { ServiceError } from '../../errors.ts'
import { checkScript, SCRIPT_LIMITS } from '../../projects/check-script.ts'
import type { ParagraphDifference } from '../../projects/compare-scripts.ts'
import type { TextPart } from '../../projects/compare-text.ts'
import { parseRuns, printRuns } from '../../projects/markup.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph, type ParagraphAttributes, type Script } from '../../projects/script.ts'
import { projectId } from './project.ts'

const { name: MAX_NAME_LENGTH, paragraphs: MAX_PARAGRAPHS, pauseSeconds, level: MAX_LEVEL, libraries } = SCRIPT_LIMITS

const speakerId = Type.Integer({ minimum: 0, description: 'The avatar that speaks; 0 if none is chosen' })
const name = Type.String({ maxLength: MAX_NAME_LENGTH })

export const scriptParagraphSchema = Type.Object(
  {
    speaker_id: Type.Optional(speakerId),
    text: Type.String({ description: 'With the markup that the speech calls take' }),
    id: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'By which later changes know it' }),
    ),
    pause: Type.Optional(
      Type.Number({ minimum: 0, maximum: pauseSeconds, description: 'Seconds of silence after it; 0.6 by default' }),
    ),
    name: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Names its file and its chapter' })),
    level: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_LEVEL, description: '1 to 3 for a heading, which begins a scene' }),
    ),
    is_silent: Type.Optional(Type.Boolean({ description: 'Whether it is shown and not spoken' })),
  },
  { description: 'A paragraph of a script' },
)

const scriptFields = {
  name: Type.Optional(name),
  library_ids: Type.Optional(
    Type.Array(Type.String(), { maxItems: libraries, description: 'Replacement libraries that it is read with' }),
  ),
  paragraphs: Type.Optional(Type.Array(scriptParagraphSchema, { maxItems: MAX_PARAGRAPHS })),
  text: Type.Optional(Type.String({ description: 'Instead of paragraphs: a text, with blank lines between them' })),
  speaker_id: Type.Optional(Type.Integer({ minimum: 0, description: 'The avatar of paragraphs that name none' })),
}

export const scriptInputSchema = Type.Object(scriptFields, { description: 'A script; what is absent stays as it is' })

export const projectInputSchema = Type.Object(
  {
    ...scriptFields,
    project_id: Type.Optional(projectId),
    folder: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH })),
    update: Type.Optional(
      Type.String({ description: 'Instead of all of these: the first state of the shared document, in base64' }),
    ),
  },
  { description: 'A project and its script' },
)

export const scriptSchema = Type.Object(
  {
    name,
    library_ids: Type.Array(Type.String()),
    revision: Type.Optional(Type.Integer({ description: 'Of the project; absent in a version' })),
    paragraphs: Type.Array(
      Type.Object({
        id: Type.String(),
        speaker_id: speakerId,
        text: Type.String(),
        pause: Type.Number(),
        name,
        level: Type.Integer(),
        is_silent: Type.Boolean(),
      }),
    ),
  },
  { description: 'A whole script' },
)

const differenceKind = Type.Unsafe<ParagraphDifference['kind']>({
  type: 'string',
  enum: ['added', 'removed', 'moved', 'changed'],
  description: 'A moved paragraph may have changed too',
})
const partKind = Type.Unsafe<TextPart['kind']>({ type: 'string', enum: ['same', 'removed', 'added'] })

export const scriptChangesSchema = Type.Object(
  {
    name: Type.Object({ before: name, after: name }),
    library_ids: Type.Object({ before: Type.Array(Type.String()), after: Type.Array(Type.String()) }),
    paragraphs: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: differenceKind,
        fields: Type.Array(Type.String(), { description: 'Fields besides the text that differ, such as speaker_id' }),
        parts: Type.Array(Type.Object({ kind: partKind, text: Type.String() }), {
          description: 'Its text with markup. What is not added makes the old text; what is not removed, the new one',
        }),
      }),
      { description: 'Those that differ, in the order of the later script; removed ones are where they were' },
    ),
  },
  { description: 'What differs between two scripts' },
)

type ScriptInput = Static<typeof scriptInputSchema>
type ParagraphInput = Static<typeof scriptParagraphSchema>

/** The script of a request, with what it leaves out as it was before. Throws what is wrong with it. */
export function parseScript(body: ScriptInput, before: Script): Script {
  if (body.text !== undefined && body.paragraphs !== undefined)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      'Cannot read the script: it has both text and paragraphs; send one of them',
    )
  const given = body.paragraphs ?? (body.text === undefined ? undefined : splitText(body.text))
  const script = {
    title: oneLine(body.name ?? before.title),
    libraryIds: body.library_ids ?? before.libraryIds,
    paragraphs: given?.map((paragraph) => toParagraph(paragraph, body.speaker_id)) ?? before.paragraphs,
  }
  checkScript(script)
  refuseDoubledIds(script)
  return script
}

/** The fields of the attributes that a paragraph has. */
const FIELDS: Readonly<Record<keyof ParagraphAttributes, string>> = {
  id: 'id',
  speaker: 'speaker_id',
  pause: 'pause',
  name: 'name',
  level: 'level',
  isSilent: 'is_silent',
}

export function toChangesBody(
  { before, after }: { readonly before: Script; readonly after: Script },
  paragraphs: readonly ParagraphDifference[],
) {
  return {
    name: { before: before.title, after: after.title },
    library_ids: { before: [...before.libraryIds], after: [...after.libraryIds] },
    paragraphs: paragraphs.map(({ id, kind, attributes, parts }) => ({
      id,
      kind,
      fields: attributes.map((attribute) => FIELDS[attribute]),
      parts: [...parts],
    })),
  }
}

function splitText(text: string): readonly ParagraphInput[] {
  return text
    .split(/\r?\n(?:[^\S\r\n]*\r?\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ text: part.trim() }))
}

function toParagraph(input: ParagraphInput, speaker = DEFAULT_ATTRIBUTES.speaker): Paragraph {
  const { level = DEFAULT_ATTRIBUTES.level } = input
  return {
    id: input.id ?? randomUUID(),
    speaker: input.speaker_id ?? speaker,
    pause: input.pause ?? DEFAULT_ATTRIBUTES.pause,
    name: oneLine(input.name ?? ''),
    level,
    isSilent: level > 0 && input.is_silent === true,
    runs: parseRuns(oneLine(input.text)),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, ' ')
}

function refuseDoubledIds({ paragraphs }: Script): void {
  const seen = new Set<string>()
  for (const [index, { id }] of paragraphs.entries()) {
    if (seen.has(id))
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot read the script: paragraph ${index + 1} has the id "${id}" of another one; expected different ids`,
      )
    seen.add(id)
  }
}

export function toScriptBody({ title, libraryIds, paragraphs }: Script, revision?: number) {
  return {
    name: title,
    library_ids: [...libraryIds],
    ...(revision !== undefined && { revision }),
    paragraphs: paragraphs.map(({ runs, ...paragraph }) => ({
      id: paragraph.id,
      speaker_id: paragraph.speaker,
      text: printRuns(runs).markup,
      pause: paragraph.pause,
      name: paragraph.name,
      level: paragraph.level,
      is_silent: paragraph.isSilent,
    })),
  }
}
