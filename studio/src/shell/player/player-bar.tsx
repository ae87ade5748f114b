import { useEffect, useRef } from 'preact/hooks'
import { isLooping, listeningSpeed, playOrPause, playState, setListeningSpeed } from '../../playback/player.ts'
import { paragraphs, selection } from '../../script/script-state.ts'
import { formatClock } from '../format-clock.ts'
import { Icon } from '../icons.tsx'
import { position, totalSeconds } from './time-line.ts'
import { Waveform } from './waveform.tsx'

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Plays the script from the paragraph that the cursor is in, or goes on. A loop plays the selected words alone. */
export function playFromCursor(): void {
  const chosen = selection.value
  if (isLooping.value && chosen !== undefined && chosen.end > chosen.start) {
    playOrPause({ paragraphId: chosen.paragraphId, words: chosen })
    return
  }
  const isAtStart = chosen?.start === 0 && paragraphs.value[0]?.attributes.id === chosen.paragraphId
  playOrPause(isAtStart ? {} : { paragraphId: chosen?.paragraphId })
}

export function PlayerBar({ onExport }: { onExport: () => void }) {
  const isOn = playState.value === 'playing' || playState.value === 'starting'
  const button = useRef<HTMLButtonElement>(null)
  // Space plays at once, without a click anywhere.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <footer class="player">
      <button
        ref={button}
        type="button"
        class="play-button"
        aria-label={isOn ? 'Pause' : 'Play'}
        title={isOn ? 'Pause (Space)' : 'Play (Space)'}
        onClick={playFromCursor}
      >
        <Icon name={isOn ? 'pause' : 'play'} />
      </button>
      <Clock />
      <Waveform />
      <button
        type="button"
        class="icon-button loop-button"
        aria-label="Loop"
        aria-pressed={isLooping.value}
        title="Play the selected words, or the script, again and again"
        onClick={() => {
          isLooping.value = !isLooping.value
        }}
      >
        <Icon name="loop" />
      </button>
      <select
        class="quiet speed"
        aria-label="Speed of listening"
        title="Speed of listening; exports stay the same"
        value={listeningSpeed.value}
        onChange={({ currentTarget }) => setListeningSpeed(Number(currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={onExport}>
        <Icon name="export" /> Export
      </button>
    </footer>
  )
}

function Clock() {
  return (
    <span class="clock">
      {formatClock(position.value)} / {formatClock(totalSeconds.value)}
    </span>
  )
}
