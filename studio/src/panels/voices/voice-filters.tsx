import type { Signal } from '@preact/signals'
import type { Avatar } from '../../../../client/src/declaim.ts'
import { avatars } from '../../catalogue.ts'

/** What a voice has to be; an empty string allows everything. */
export type VoiceFilter = {
  readonly text: string
  readonly gender: string
  readonly accent_type: string
  readonly style: string
}

export const EVERY_VOICE: VoiceFilter = { text: '', gender: '', accent_type: '', style: '' }
const CHOICES = { gender: 'Any gender', accent_type: 'Any accent', style: 'Any style' } as const

export function isShown(avatar: Avatar, filter: VoiceFilter): boolean {
  const { name, style, accent_type, characteristics, gender } = avatar
  const text = [name, style, accent_type, gender, ...characteristics].join(' ').toLowerCase()
  const fits = (field: keyof typeof CHOICES) => filter[field] === '' || avatar[field] === filter[field]
  const hasWords = filter.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
  return hasWords && fits('gender') && fits('accent_type') && fits('style')
}

/** A search field, and a choice for each trait of which voices have several. */
export function VoiceFilters({ filter }: { filter: Signal<VoiceFilter> }) {
  const choices = Object.entries(CHOICES).map(([field, label]) => {
    const name = field as keyof typeof CHOICES
    return { name, label, values: [...new Set(avatars.value.map((avatar) => String(avatar[name])))].toSorted() }
  })
  return (
    <>
      <input
        type="search"
        class="field"
        placeholder="Search"
        aria-label="Search voices"
        value={filter.value.text}
        onInput={({ currentTarget }) => {
          filter.value = { ...filter.value, text: currentTarget.value }
        }}
      />
      {choices
        .filter(({ values }) => values.length > 1)
        .map(({ name, label, values }) => (
          <select
            key={name}
            class="field field-short"
            aria-label={label}
            value={filter.value[name]}
            onChange={({ currentTarget }) => {
              filter.value = { ...filter.value, [name]: currentTarget.value }
            }}
          >
            <option value="">{label}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {value[0]?.toUpperCase() + value.slice(1)}
              </option>
            ))}
          </select>
        ))}
    </>
  )
}
