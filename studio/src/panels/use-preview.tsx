import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ownUrl } from '../own-url.ts'
import { stop } from '../playback/player.ts'

/** Files of the service that a view plays, one at a time: `player` belongs into the view, `playing` is the id of the one that is heard. */
export function usePreview<Id extends string | number>() {
  const audio = useRef<HTMLAudioElement>(null)
  const playing = useSignal<Id | undefined>(undefined)
  const toggle = (id: Id, url: string): void => {
    if (audio.current === null) return
    if (playing.value === id) {
      audio.current.pause()
      return
    }
    stop()
    audio.current.src = ownUrl(url)
    void audio.current.play().catch(() => {})
    playing.value = id
  }
  const player = (
    // biome-ignore lint/a11y/useMediaCaption: the text is beside it
    <audio
      ref={audio}
      onPause={() => {
        playing.value = undefined
      }}
    />
  )
  return { player, playing, toggle }
}
