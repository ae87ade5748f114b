import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { avatarOf } from '../../catalogue.ts'
import { playPhrase, stop } from '../../playback/player.ts'
import { Icon } from '../../shell/icons.tsx'
import { triedParagraph, UseVoice } from './use-voice.tsx'

export const MOST_COMPARED = 4

type Props = { readonly ids: readonly number[]; readonly onRemove: (id: number) => void }

/** Up to four voices side by side, each with the same paragraph of the script. */
export function VoiceComparison({ ids, onRemove }: Props) {
  const playing = useSignal<number | undefined>(undefined)
  /** Counts what was played, so that an older turn ends when a newer one begins. */
  const turns = useRef(0)
  useEffect(() => stop, [])
  const paragraph = triedParagraph()
  const play = async (wanted: readonly number[]): Promise<void> => {
    turns.current += 1
    const turn = turns.current
    for (const id of wanted) {
      if (paragraph === undefined || turn !== turns.current) return
      playing.value = id
      await playPhrase(paragraph.node, id)
    }
    if (turn === turns.current) playing.value = undefined
  }
  const halt = (): void => {
    turns.current += 1
    playing.value = undefined
    stop()
  }
  const text = paragraph?.node.textContent ?? ''
  return (
    <section class="comparison" aria-label="Comparison">
      <p class="why">{text.length > 120 ? `${text.slice(0, 120)}…` : text}</p>
      <ul class="compared">
        {ids.map((id) => {
          const avatar = avatarOf(id)
          if (avatar === undefined) return null
          const name = `${avatar.name} ${avatar.style}`
          const isPlaying = playing.value === id
          return (
            <li key={id} class={isPlaying ? 'compared-voice is-playing' : 'compared-voice'}>
              <button
                type="button"
                class="icon-button"
                aria-label={isPlaying ? `Stop ${name}` : `Say my text with ${name}`}
                onClick={() => (isPlaying ? halt() : void play([id]))}
              >
                <Icon name={isPlaying ? 'pause' : 'play'} />
              </button>
              <div class="voice-name">
                <strong>{avatar.name}</strong>
                <span>{avatar.style}</span>
              </div>
              <button
                type="button"
                class="icon-button"
                aria-label={`Compare without ${name}`}
                onClick={() => onRemove(id)}
              >
                <Icon name="close" />
              </button>
              <UseVoice avatar={avatar} />
            </li>
          )
        })}
      </ul>
      {ids.length > 1 && (
        <button type="button" class="button" onClick={() => void play(ids)}>
          Hear all in turn
        </button>
      )}
    </section>
  )
}
