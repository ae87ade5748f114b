import { useSignal } from '@preact/signals'
import { avatars } from '../../catalogue.ts'
import { Panel } from '../panel.tsx'
import { usePreview } from '../use-preview.tsx'
import { triedNumber } from './use-voice.tsx'
import { VoiceCard } from './voice-card.tsx'
import { MOST_COMPARED, VoiceComparison } from './voice-comparison.tsx'
import { EVERY_VOICE, isShown, type VoiceFilter, VoiceFilters } from './voice-filters.tsx'

/** Every avatar, with a preview, and up to four side by side with the paragraph that the cursor is in. */
export function VoicesPanel() {
  const filter = useSignal<VoiceFilter>(EVERY_VOICE)
  const { player, playing, toggle } = usePreview<number>()
  const compared = useSignal<readonly number[]>([])
  const shown = avatars.value.filter((avatar) => isShown(avatar, filter.value))
  const compare = (id: number): void => {
    const others = compared.value.filter((one) => one !== id)
    compared.value = others.length < compared.value.length ? others : [...others, id]
  }
  return (
    <Panel title="Voices" tools={<VoiceFilters filter={filter} />}>
      {player}
      <p class="why">
        “Use” gives a voice to paragraph {triedNumber()}, the one with the cursor. Tick up to {MOST_COMPARED} voices to
        hear them say it side by side.
      </p>
      {compared.value.length > 0 && <VoiceComparison ids={compared.value} onRemove={compare} />}
      <ul class="voices">
        {shown.map((avatar) => (
          <VoiceCard
            key={avatar.id}
            avatar={avatar}
            isPlaying={playing.value === avatar.id}
            isCompared={compared.value.includes(avatar.id)}
            canCompare={compared.value.length < MOST_COMPARED}
            onPreview={() => toggle(avatar.id, avatar.preview_audio)}
            onCompare={() => compare(avatar.id)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p class="empty">No voice is like that. Use fewer words, or other filters.</p>}
    </Panel>
  )
}
