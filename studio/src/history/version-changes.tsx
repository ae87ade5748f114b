import type { Script, ScriptChanges } from '../../../client/src/declaim.ts'
import { libraries } from '../catalogue.ts'
import { ComparedText } from './marked-text.tsx'
import { nameVoice } from './version-text.tsx'

/** Two scripts and what differs between them. */
export type Comparison = { readonly before: Script; readonly after: Script; readonly changes: ScriptChanges }

type Difference = ScriptChanges['paragraphs'][number]
type ScriptParagraph = Script['paragraphs'][number]

/** What differs between two versions, paragraph by paragraph. */
export function VersionChanges({ before, after, changes }: Comparison) {
  const { name, library_ids: ids, paragraphs } = changes
  const [old, fresh] = [numberParagraphs(before), numberParagraphs(after)]
  const hasTitle = name.before !== name.after
  const hasLibraries = ids.before.join() !== ids.after.join()
  if (!hasTitle && !hasLibraries && paragraphs.length === 0) return <p class="empty">Nothing is different.</p>
  return (
    <ol class="version-paragraphs">
      {hasTitle && (
        <li>
          <p class="why">Title</p>
          <ComparedText parts={listParts(name.before || 'Untitled', name.after || 'Untitled')} />
        </li>
      )}
      {hasLibraries && (
        <li>
          <p class="why">Libraries</p>
          <ComparedText parts={listParts(nameLibraries(ids.before), nameLibraries(ids.after))} />
        </li>
      )}
      {paragraphs.map((difference) => (
        <ParagraphChange
          key={`${difference.kind} ${difference.id}`}
          difference={difference}
          before={old.get(difference.id)}
          after={fresh.get(difference.id)}
        />
      ))}
    </ol>
  )
}

type Numbered = { readonly number: number; readonly paragraph: ScriptParagraph }

function numberParagraphs({ paragraphs }: Script): ReadonlyMap<string, Numbered> {
  return new Map(paragraphs.map((paragraph, index) => [paragraph.id, { number: index + 1, paragraph }]))
}

type ChangeProps = {
  readonly difference: Difference
  readonly before: Numbered | undefined
  readonly after: Numbered | undefined
}

function ParagraphChange({ difference: { kind, fields, parts }, before, after }: ChangeProps) {
  return (
    <li>
      <p class="why">{describeChange(kind, before?.number, after?.number)}</p>
      <ComparedText parts={parts} />
      {before !== undefined &&
        after !== undefined &&
        fields.map((field) => (
          <div key={field} class="version-field">
            {FIELDS[field]?.label ?? field}:{' '}
            <ComparedText
              parts={listParts(describeField(field, before.paragraph), describeField(field, after.paragraph))}
            />
          </div>
        ))}
    </li>
  )
}

function describeChange(kind: Difference['kind'], before: number | undefined, after: number | undefined): string {
  if (kind === 'removed') return `Paragraph ${before} was deleted`
  if (kind === 'added') return `Paragraph ${after} is new`
  return kind === 'moved' ? `Paragraph ${before} has moved: it is now ${after}` : `Paragraph ${after} has changed`
}

type Field = { readonly label: string; readonly describe: (paragraph: ScriptParagraph) => string }

/** What a paragraph has besides its text, by the name in the API. */
const FIELDS: Readonly<Record<string, Field>> = {
  speaker_id: { label: 'Voice', describe: ({ speaker_id: speaker }) => nameVoice(speaker) },
  pause: { label: 'Pause', describe: ({ pause }) => `${pause} s` },
  name: { label: 'Name', describe: ({ name }) => name || 'none' },
  level: { label: 'Level', describe: ({ level }) => (level === 0 ? 'paragraph' : `heading ${level}`) },
  is_silent: { label: 'Spoken', describe: ({ is_silent: isSilent }) => (isSilent ? 'no' : 'yes') },
}

function describeField(field: string, paragraph: ScriptParagraph): string {
  return FIELDS[field]?.describe(paragraph) ?? ''
}

function nameLibraries(ids: readonly string[]): string {
  const names = ids.map(
    (id) => libraries.value.find(({ library_id }) => library_id === id)?.name ?? 'a deleted library',
  )
  return names.length === 0 ? 'none' : names.join(', ')
}

/** A value that was replaced by another one. */
function listParts(before: string, after: string): Difference['parts'] {
  return [
    { kind: 'removed', text: escapeMarkup(before) },
    { kind: 'same', text: ' ' },
    { kind: 'added', text: escapeMarkup(after) },
  ]
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
