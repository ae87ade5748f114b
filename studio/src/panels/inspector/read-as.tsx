import { findMark, markWords } from '../../script/edit-words.ts'
import type { Place } from '../../script/editor-view.ts'
import type { WordInText } from '../../script/explanations.ts'

/** What people call the kinds of readings that a script can ask for. */
const KINDS = {
  date: 'a date',
  cardinal: 'a number',
  ordinal: 'an ordinal (first, second)',
  digits: 'single digits',
  telephone: 'a telephone number',
  time: 'a time',
  fraction: 'a fraction',
  characters: 'single characters',
} as const
type Kind = keyof typeof KINDS

/** The kinds that a form may have, by what it looks like. */
const KINDS_OF_FORM: Readonly<Record<string, readonly Kind[]>> = {
  digits: ['cardinal', 'ordinal', 'digits', 'date', 'telephone'],
  slash: ['date', 'fraction'],
  hyphen: ['date', 'telephone', 'digits'],
  colon: ['time', 'digits'],
  point: ['cardinal', 'date', 'digits'],
  suffix: ['cardinal', 'characters'],
  roman: ['ordinal', 'cardinal', 'characters'],
  capitals: ['characters'],
}

/** How a form with several readings is read, what it would be else, and the other kinds that it can be read as. */
export function ReadAs({ word: { explained }, place }: { word: WordInText; place: Place }) {
  const { reading } = explained
  const chosen = findMark(place, 'sayAs') as string | undefined
  if (reading === null && chosen === undefined) return null
  const kinds = (KINDS_OF_FORM[reading?.form ?? ''] ?? []).filter((kind) => kind !== (chosen ?? reading?.class))
  return (
    <div class="read-as">
      {reading?.guess === true && chosen === undefined && (
        <p class="why">Nothing around it decides, so this is a guess.</p>
      )}
      {reading?.runner_up != null && chosen === undefined && (
        <p class="why">
          It could also be <em>{reading.runner_up.spoken}</em>.
        </p>
      )}
      {chosen !== undefined && <p class="why">It is read as {KINDS[chosen as Kind] ?? chosen}, as you chose.</p>}
      <div class="actions">
        {kinds.map((kind) => (
          <button key={kind} type="button" class="button" onClick={() => markWords(place, 'sayAs', kind)}>
            Read as {KINDS[kind]}
          </button>
        ))}
        {chosen !== undefined && (
          <button type="button" class="button" onClick={() => markWords(place, 'sayAs', undefined)}>
            Read as it stands
          </button>
        )}
      </div>
    </div>
  )
}
