import type { Signal } from '@preact/signals'
import type { KeyInput } from '../../../../client/src/declaim.ts'

type Scope = NonNullable<NonNullable<KeyInput['scopes']>[number]>

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
}
const NAMES = Object.keys(SCOPES) as readonly (keyof typeof SCOPES)[]

/** What a new key is allowed, as it is typed. */
export type KeyChoice = {
  readonly scopes: readonly Scope[]
  /** The last day, such as `2026-03-14`; empty for none. */
  readonly lastDay: string
  /** IP addresses and ranges with commas or spaces between them; empty for all. */
  readonly addresses: string
  /** Characters a month; empty for those of the account. */
  readonly characters: string
}

export const USUAL_KEY: KeyChoice = {
  scopes: NAMES.filter((name) => SCOPES[name].isUsual),
  lastDay: '',
  addresses: '',
  characters: '',
}

/** The rules of a key as the API takes them. The last day ends at midnight of this computer. */
export function toKeyRules({ scopes, lastDay, addresses, characters }: KeyChoice): Omit<KeyInput, 'name'> {
  const allowed = addresses.split(/[\s,]+/).filter((address) => address !== '')
  const end = new Date(`${lastDay}T00:00`)
  end.setDate(end.getDate() + 1)
  return {
    scopes: [...scopes],
    ...(lastDay !== '' && { expires_at: end.getTime() }),
    ...(allowed.length > 0 && { allowed_addresses: allowed }),
    ...(characters !== '' && { characters_per_month: Number(characters) }),
  }
}

/** The rules of the key that is about to be made, behind a line that says what they are about. */
export function KeyOptions({ choice }: { choice: Signal<KeyChoice> }) {
  const { scopes, lastDay, addresses, characters } = choice.value
  const change = (part: Partial<KeyChoice>): void => {
    choice.value = { ...choice.value, ...part }
  }
  return (
    <details class="key-options">
      <summary>What the key may do</summary>
      <div class="fields">
        <fieldset class="choices wide">
          <legend>Scopes</legend>
          {NAMES.map((name) => (
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
        <label>
          Last day
          <input
            class="field"
            type="date"
            value={lastDay}
            onInput={({ currentTarget }) => change({ lastDay: currentTarget.value })}
          />
        </label>
        <label>
          Characters a month
          <input
            class="field"
            type="number"
            min={1}
            step={1}
            placeholder="Those of the account"
            value={characters}
            onInput={({ currentTarget }) => change({ characters: currentTarget.value })}
          />
        </label>
        <label class="wide">
          Addresses that may use it
          <input
            class="field"
            placeholder="All, or such as 203.0.113.7, 10.0.0.0/8"
            value={addresses}
            onInput={({ currentTarget }) => change({ addresses: currentTarget.value })}
          />
        </label>
      </div>
    </details>
  )
}
