import { useEffect, useRef } from 'preact/hooks'
import { ExportProgress } from '../../exports/export-progress.tsx'
import { playFromCursor } from '../../playback/play-from-cursor.ts'
import { isLooping, listeningSpeed, playState, setListeningSpeed } from '../../playback/player.ts'
import { may } from '../../service.ts'
import { formatClock } from '../format-clock.ts'
import { Icon } from '../icons.tsx'
import { isEstimated, lineWords, position, totalSeconds } from './time-line.ts'
import { Waveform } from './waveform.tsx'

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

type Props = {
  /** Whether the script is in view: hints are about it. */
  readonly isScript: boolean
  readonly onExport: () => void
}

export function PlayerBar({ isScript, onExport }: Props) {
  const isOn = playState.value === 'playing' || playState.value === 'starting'
  const button = useRef<HTMLButtonElement>(null)
  // Space plays at once, without a click anywhere.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <footer class="player">
      <button
        ref={button}
        type="button"
        class={playState.value === 'starting' ? 'play-button is-starting' : 'play-button'}
        aria-label={isOn ? 'Pause' : 'Play'}
        title={isOn ? 'Pause (Space)' : 'Play (Space)'}
        onClick={playFromCursor}
      >
        <Icon name={isOn ? 'pause' : 'play'} />
      </button>
      <Clock />
      <div class="waveform-place">
        <Waveform />
        {isScript && <FirstHint />}
      </div>
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
      <ExportProgress onOpen={onExport} />
      {may('clips:write') && (
        <button type="button" class="button" onClick={onExport}>
          <Icon name="export" /> Export
        </button>
      )}
    </footer>
  )
}

/** In the place of the wave while there is none: how to get one. */
function FirstHint() {
  if (lineWords.value.length > 0 || playState.value !== 'stopped') return null
  return <p class="player-hint">{totalSeconds.value > 0 ? <PlayHint /> : 'Nothing to play yet'}</p>
}

function PlayHint() {
  if (matchMedia('(hover: none)').matches) return <>Tap play to listen</>
  return (
    <>
      Press <kbd>Space</kbd> outside the text to listen, or <kbd>Ctrl</kbd>+<kbd>Enter</kbd> in it
    </>
  )
}

function Clock() {
  return (
    <span class="clock">
      {formatClock(position.value)} /{' '}
      {isEstimated.value && <span title="Estimated until all paragraphs are explained">about </span>}
      {formatClock(totalSeconds.value)}
    </span>
  )
}
