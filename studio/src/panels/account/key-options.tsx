import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Key, KeyInput, KeyPatch } from '../../../../client/src/declaim.ts'
import { may, type Scope } from '../../service.ts'

/** What a key may do, and whether one that is made without a choice may. */
const SCOPES: Readonly<Record<Exclude<Scope, 'admin'>, { readonly label: string; readonly isUsual: boolean }>> = {
  synthesize: { label: 'Speak, clip and export', isUsual: true },
  'clips:read': { label: 'Read clips', isUsual: true },
  'clips:write': { label: 'Delete and repeat clips', isUsual: true },
  'projects:read': { label: 'Read scripts', isUsual: true },
  'projects:write': { label: 'Write scripts', isUsual: true },
  'libraries:read': { label: 'Read libraries', isUsual: true },
  'libraries:write': { label: 'Change libraries', isUsual: true },
  webhooks: { label: 'Manage webhooks', isUsual: true },
  usage: { label: 'Read usage', isUsual: true },
  keys: { label: 'Manage API keys', isUsual: false },
  members: { label: 'Manage members', isUsual: false },
  audit: { label: 'Read the audit log', isUsual: false },
}
const NAMES = Object.keys(SCOPES) as readonly (keyof typeof SCOPES)[]

/** What a key is allowed, as it is typed. */
export type KeyChoice = {
  readonly scopes: readonly Scope[]
  /** The last day, such as `2026-03-14`; empty for none. */
  readonly lastDay: string
  /** IP addresses and ranges with commas or spaces between them; empty for all. */
  readonly addresses: string
  /** Characters a month; empty for those of the account. */
  readonly characters: string
}

/** The scopes of a key that was made without a choice. */
export const USUAL_SCOPES: readonly Scope[] = NAMES.filter((name) => SCOPES[name].isUsual)

/** What a new key is allowed, unless something else is chosen: nobody can pass on what they may not do. */
export function usualKey(): KeyChoice {
  return {
    scopes: USUAL_SCOPES.filter(may),
    lastDay: '',
    addresses: '',
    characters: '',
  }
}

/** What a key is allowed now. */
export function choiceOf({ scopes, expires_at, allowed_addresses, characters_per_month }: Key): KeyChoice {
  return {
    scopes,
    lastDay: expires_at ? lastDayOf(expires_at) : '',
    addresses: allowed_addresses?.join(', ') ?? '',
    characters: characters_per_month?.toString() ?? '',
  }
}

/** The day of this computer that a time belongs to; midnight ends the day before. */
function lastDayOf(time: number): string {
  const date = new Date(time - 1)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The rules of a key as the API takes them; null for none. The last day ends at midnight of this computer. */
function toRules({ scopes, lastDay, addresses, characters }: KeyChoice) {
  const allowed = addresses.split(/[\s,]+/).filter((address) => address !== '')
  const end = new Date(`${lastDay}T00:00`)
  end.setDate(end.getDate() + 1)
  return {
    scopes: [...scopes],
    expires_at: lastDay === '' ? null : end.getTime(),
    allowed_addresses: allowed.length > 0 ? allowed : null,
    characters_per_month: characters === '' ? null : Number(characters),
  } satisfies KeyPatch
}

/** The rules of a new key. */
export function toKeyRules(choice: KeyChoice): Omit<KeyInput, 'name'> {
  return toRules(choice)
}

/** What is to be changed of a key, so that one choice becomes another. What was not touched is left out. */
export function toKeyPatch(choice: KeyChoice, before: KeyChoice): KeyPatch {
  const [rules, old] = [Object.entries(toRules(choice)), toRules(before)]
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old])
  return Object.fromEntries(rules.filter(isChanged)) as KeyPatch
}

/** The rules of a key, each with what it means. */
export function KeyRules({ choice }: { choice: Signal<KeyChoice> }) {
  const { scopes, lastDay, addresses, characters } = choice.value
  const change = (part: Partial<KeyChoice>): void => {
    choice.value = { ...choice.value, ...part }
  }
  return (
    <div class="fields key-fields">
      <fieldset class="choices wide">
        <legend>Scopes</legend>
        {NAMES.filter((name) => may(name) || scopes.includes(name)).map((name) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={scopes.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                change({ scopes: NAMES.filter((one) => (one === name ? checked : scopes.includes(one))) })
              }
            />
            {SCOPES[name].label}
          </label>
        ))}
      </fieldset>
      <Rule label="Last day" meaning="The key is refused from midnight on. Without a day it has no end.">
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            value={lastDay}
            onInput={({ currentTarget }) => change({ lastDay: currentTarget.value })}
          />
        )}
      </Rule>
      <Rule
        label="Characters a month"
        meaning="Texts beyond them are refused until the next month. The account's own limit counts too."
      >
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            min={1}
            step={1}
            placeholder="No limit"
            value={characters}
            onInput={({ currentTarget }) => change({ characters: currentTarget.value })}
          />
        )}
      </Rule>
      <Rule
        isWide
        label="Addresses that may use it"
        meaning="IP addresses, or ranges such as 10.0.0.0/8. Requests from others are refused."
      >
        {(attributes) => (
          <input
            {...attributes}
            placeholder="All, or such as 203.0.113.7, 10.0.0.0/8"
            value={addresses}
            onInput={({ currentTarget }) => change({ addresses: currentTarget.value })}
          />
        )}
      </Rule>
    </div>
  )
}

type RuleProps = {
  readonly label: string
  readonly meaning: string
  readonly isWide?: boolean
  readonly children: (attributes: { id: string; class: string; 'aria-describedby': string }) => ComponentChildren
}

/** A field, and what it means. */
export function Rule({ label, meaning, isWide = false, children }: RuleProps) {
  const id = useId()
  return (
    <div class={isWide ? 'rule wide' : 'rule'}>
      <label for={id}>{label}</label>
      {children({ id, class: 'field', 'aria-describedby': `${id}-meaning` })}
      <span id={`${id}-meaning`} class="meaning">
        {meaning}
      </span>
    </div>
  )
}

/** The rules of the key that is about to be made, behind a line that says what they are about. */
export function KeyOptions({ choice }: { choice: Signal<KeyChoice> }) {
  return (
    <details class="key-options">
      <summary>What the key may do</summary>
      <KeyRules choice={choice} />
    </details>
  )
}
