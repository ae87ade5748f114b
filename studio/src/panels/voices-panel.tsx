import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Avatar } from '../../../client/src/declaim.ts'
import { avatars } from '../catalogue.ts'
import { playPhrase } from '../playback/player.ts'
import { setParagraph } from '../script/editor.ts'
import { paragraphs, selectedParagraph } from '../script/script-state.ts'
import { Icon } from '../shell/icons.tsx'

/** Every avatar, with a preview, and with the paragraph of the script that the cursor is in. */
export function VoicesPanel() {
  const filter = useSignal('')
  const playing = useSignal<number | undefined>(undefined)
  const audio = useRef<HTMLAudioElement>(null)
  const words = filter.value.toLowerCase().split(/\s+/)
  const shown = avatars.value.filter((avatar) => words.every((word) => describe(avatar).toLowerCase().includes(word)))
  const preview = ({ id, preview_audio }: Avatar): void => {
    if (audio.current === null) return
    if (playing.value === id) audio.current.pause()
    else {
      audio.current.src = preview_audio
      void audio.current.play().catch(() => {})
      playing.value = id
    }
  }
  return (
    <section class="panel" aria-label="Voices">
      <header class="panel-head">
        <h1>Voices</h1>
        <input
          type="search"
          class="field"
          placeholder="Filter"
          aria-label="Filter voices"
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value
          }}
        />
      </header>
      {/* biome-ignore lint/a11y/useMediaCaption: previews have no captions */}
      <audio
        ref={audio}
        onPause={() => {
          playing.value = undefined
        }}
      />
      <ul class="voices">
        {shown.map((avatar) => (
          <VoiceRow
            key={avatar.id}
            avatar={avatar}
            isPlaying={playing.value === avatar.id}
            onPreview={() => preview(avatar)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p class="empty">No voice is like that.</p>}
    </section>
  )
}

function describe({ name, style, accent_type, characteristics, gender }: Avatar): string {
  return [name, style, accent_type, gender, ...characteristics].join(' ')
}

type RowProps = { avatar: Avatar; isPlaying: boolean; onPreview: () => void }

function VoiceRow({ avatar, isPlaying, onPreview }: RowProps) {
  const { id, name, style, accent_type, characteristics } = avatar
  const paragraph = selectedParagraph.value ?? paragraphs.value[0]
  const isInUse = paragraph?.attributes.speaker === id
  return (
    <li class="voice">
      <button
        type="button"
        class="icon-button"
        aria-label={isPlaying ? `Stop the preview of ${name} ${style}` : `Preview ${name} ${style}`}
        onClick={onPreview}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <div class="voice-name">
        <strong>{name}</strong>
        <span>{style}</span>
      </div>
      <span class="voice-traits">{[accent_type, ...characteristics].join(' · ')}</span>
      <button
        type="button"
        class="text-button"
        disabled={paragraph === undefined}
        aria-label={`Say my text with ${name} ${style}`}
        onClick={() => paragraph && void playPhrase(paragraph.node, id)}
      >
        Say my text
      </button>
      <button
        type="button"
        class="text-button"
        disabled={paragraph === undefined || isInUse}
        aria-label={`${isInUse ? 'In use:' : 'Use'} ${name} ${style}`}
        onClick={() => paragraph && setParagraph(paragraph.attributes.id, { speaker: id })}
      >
        {isInUse ? 'In use' : 'Use'}
      </button>
    </li>
  )
}
