import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { findTake, SAMPLE_RATE, takesRevision } from '../../playback/takes.ts'
import { speechKey } from '../../script/explanations.ts'
import { findParagraph } from '../../script/script-state.ts'
import { formatClock } from '../format-clock.ts'
import { findLineWord, jumpTo, jumpWords, lineWords, position, timeLine, totalSeconds } from './time-line.ts'

type CanvasEvent<Kind extends Event> = Kind & { readonly currentTarget: HTMLElement }

/** The script's sound, with a mark where each word begins. Click a word to jump to it. What is not rendered yet is a thin line. */
export function Waveform() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pointed = useSignal('')
  const seconds = position.value
  void takesRevision.value
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, seconds)
  })
  useEffect(() => {
    const observer = new ResizeObserver(() => canvas.current && draw(canvas.current, position.peek()))
    if (canvas.current !== null) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  const secondsAt = ({ offsetX, currentTarget }: CanvasEvent<PointerEvent>) =>
    (offsetX / currentTarget.clientWidth) * totalSeconds.value
  const step = (event: KeyboardEvent): void => {
    const count = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (count === undefined) return
    event.preventDefault()
    jumpWords(count)
  }
  return (
    <canvas
      ref={canvas}
      class="waveform"
      role="slider"
      tabIndex={0}
      aria-label="Position in the script"
      aria-valuemin={0}
      aria-valuemax={Math.round(totalSeconds.value)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={`${formatClock(seconds)} of ${formatClock(totalSeconds.value)}`}
      title={pointed.value}
      onPointerDown={(event) => jumpTo(secondsAt(event))}
      onPointerMove={(event) => {
        pointed.value = findLineWord(secondsAt(event))?.text ?? ''
      }}
      onKeyDown={step}
    />
  )
}

const BAR = 3
/** Pixels that a word needs, or its mark would be one of a comb. */
const CLEAR = 10

function draw(canvas: HTMLCanvasElement, playedSeconds: number): void {
  const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio]
  if (canvas.width !== width * ratio) canvas.width = width * ratio
  if (canvas.height !== height * ratio) canvas.height = height * ratio
  const context = canvas.getContext('2d')
  const total = totalSeconds.value
  if (context === null) return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  if (total === 0) return
  const style = getComputedStyle(canvas)
  const [played, spoken, silent, mark] = ['--accent', '--ink-3', '--ink-3', '--ink-2'].map((name) =>
    style.getPropertyValue(name),
  )
  const waveHeight = height - 8
  for (const [index, peak] of findPeaks(Math.ceil(width / BAR), total).entries()) {
    const bar = Math.max(1, peak * waveHeight)
    const isPlayed = (index * BAR) / width < playedSeconds / total
    context.fillStyle = (isPlayed ? played : peak > 0 ? spoken : silent)!
    context.fillRect(index * BAR, (waveHeight - bar) / 2, BAR - 1, bar)
  }
  if (playedSeconds > 0) {
    context.fillStyle = played!
    context.fillRect(Math.round((playedSeconds / total) * width), 0, 2, waveHeight)
  }
  context.fillStyle = mark!
  let last = -Infinity
  for (const { start } of lineWords.value) {
    const x = Math.round((start / total) * width)
    if (x - last < CLEAR) continue
    context.fillRect(x, height - 5, 1, 5)
    last = x
  }
}

/** Samples of which one level is kept: 10 ms. */
const BLOCK = SAMPLE_RATE / 100
const levels = new WeakMap<Float32Array, Float32Array>()

/** The highest level in each block of a piece, found once: every letter that is typed draws the wave again. */
function levelsOf(piece: Float32Array): Float32Array {
  const known = levels.get(piece)
  if (known !== undefined) return known
  const found = new Float32Array(Math.ceil(piece.length / BLOCK))
  for (let index = 0; index < piece.length; index += 4) {
    const block = Math.floor(index / BLOCK)
    found[block] = Math.max(found[block]!, Math.abs(piece[index]!))
  }
  levels.set(piece, found)
  return found
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
      for (const [index, level] of levelsOf(piece).entries()) {
        const bar = Math.floor(((sample + index * BLOCK) / SAMPLE_RATE / total) * count)
        peaks[bar] = Math.min(1, Math.max(peaks[bar] ?? 0, level * 1.4))
      }
      sample += piece.length
    }
  }
  lastPeaks = { key, peaks }
  return peaks
}
