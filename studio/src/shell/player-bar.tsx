import { computed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { heard, play, playOrPause, playState } from '../playback/player.ts'
import { findTake, SAMPLE_RATE, takesRevision } from '../playback/takes.ts'
import { speechKey } from '../script/explanations.ts'
import { paragraphSeconds } from '../script/paragraph-parts.tsx'
import { findParagraph, paragraphs, selection } from '../script/script-state.ts'
import { formatClock } from './format-clock.ts'
import { Icon } from './icons.tsx'

type Stretch = { readonly id: string; readonly start: number; readonly seconds: number }

/** Where each paragraph is on the time line of the script. */
const timeLine = computed<readonly Stretch[]>(() => {
  let start = 0
  return paragraphs.value.map(({ attributes }) => {
    const stretch = { id: attributes.id, start, seconds: paragraphSeconds(attributes.id) ?? 0 }
    start += stretch.seconds + attributes.pause
    return stretch
  })
})

const totalSeconds = computed(() => {
  const last = timeLine.value.at(-1)
  return last === undefined ? 0 : last.start + last.seconds
})

const position = computed(() => {
  const now = heard.value
  const stretch = now && timeLine.value.find(({ id }) => id === now.paragraphId)
  return stretch === undefined ? 0 : stretch.start + (now?.seconds ?? 0)
})

/** Plays the script from the paragraph that the cursor is in, or goes on. */
export function playFromCursor(): void {
  const first = selection.value?.start === 0 && paragraphs.value[0]?.attributes.id === selection.value.paragraphId
  playOrPause(first ? {} : { paragraphId: selection.value?.paragraphId })
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

/** The script's sound: click to jump. What is not rendered yet is a thin line. */
function Waveform() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const seconds = position.value
  void takesRevision.value
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, seconds)
  })
  const jump = ({ offsetX, currentTarget }: PointerEvent & { currentTarget: HTMLElement }): void => {
    const wanted = (offsetX / currentTarget.clientWidth) * totalSeconds.value
    const stretch = timeLine.value.findLast(({ start }) => start <= wanted)
    if (stretch !== undefined) {
      void play({ paragraphId: stretch.id, seconds: Math.min(stretch.seconds, wanted - stretch.start) })
    }
  }
  return <canvas ref={canvas} class="waveform" role="img" aria-label="The sound of the script" onPointerDown={jump} />
}

const BAR = 3

function draw(canvas: HTMLCanvasElement, playedSeconds: number): void {
  const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio]
  if (canvas.width !== width * ratio) canvas.width = width * ratio
  if (canvas.height !== height * ratio) canvas.height = height * ratio
  const context = canvas.getContext('2d')
  const total = totalSeconds.value
  if (context === null || total === 0) return
  const style = getComputedStyle(canvas)
  const colour = (name: string): string => style.getPropertyValue(name)
  const [played, spoken, silent] = [colour('--accent'), colour('--ink-3'), colour('--line')]
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  for (const [index, peak] of findPeaks(Math.ceil(width / BAR), total).entries()) {
    const bar = Math.max(1, peak * height)
    const isPlayed = (index * BAR) / width < playedSeconds / total
    context.fillStyle = isPlayed ? played : peak > 0 ? spoken : silent
    context.fillRect(index * BAR, (height - bar) / 2, BAR - 1, bar)
  }
}

let lastPeaks: { readonly key: unknown[]; readonly peaks: Float32Array } | undefined

/** The highest level in each of `count` stretches of the script, from 0 to 1. Kept until something comes or changes. */
function findPeaks(count: number, total: number): Float32Array {
  const key = [count, total, takesRevision.value, timeLine.value]
  if (lastPeaks !== undefined && key.every((value, index) => value === lastPeaks?.key[index])) return lastPeaks.peaks
  const peaks = new Float32Array(count)
  for (const { id, start } of timeLine.value) {
    const paragraph = findParagraph(id)
    let sample = start * SAMPLE_RATE
    for (const piece of (paragraph && findTake(speechKey(paragraph)))?.pieces ?? []) {
      for (let index = 0; index < piece.length; index += 16) {
        const bar = Math.floor(((sample + index) / SAMPLE_RATE / total) * count)
        peaks[bar] = Math.min(1, Math.max(peaks[bar] ?? 0, Math.abs(piece[index] ?? 0) * 1.4))
      }
      sample += piece.length
    }
  }
  lastPeaks = { key, peaks }
  return peaks
}
