import type { Avatar } from '../../../../client/src/declaim.ts'
import { Icon } from '../../shell/icons.tsx'
import { UseVoice } from './use-voice.tsx'

type Props = {
  readonly avatar: Avatar
  readonly isPlaying: boolean
  readonly isCompared: boolean
  /** Whether one more can be compared. */
  readonly canCompare: boolean
  readonly onPreview: () => void
  readonly onCompare: () => void
}

/** One voice: preview it, compare it, or use it for the paragraph. */
export function VoiceCard({ avatar, isPlaying, isCompared, canCompare, onPreview, onCompare }: Props) {
  const { name, style, accent_type, characteristics } = avatar
  return (
    <li class={isPlaying ? 'voice-card is-playing' : 'voice-card'}>
      <button
        type="button"
        class="icon-button preview-button"
        aria-label={isPlaying ? `Stop the preview of ${name} ${style}` : `Preview ${name} ${style}`}
        onClick={onPreview}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <div class="voice-name">
        <strong>{name}</strong>
        <span>{style}</span>
      </div>
      <p class="voice-traits">{[accent_type, ...characteristics].join(' · ')}</p>
      <div class="voice-actions">
        <label class="switch voice-compare">
          <input
            type="checkbox"
            aria-label={`Compare ${name} ${style}`}
            checked={isCompared}
            disabled={!isCompared && !canCompare}
            onChange={onCompare}
          />
          Compare
        </label>
        <UseVoice avatar={avatar} />
      </div>
    </li>
  )
}
