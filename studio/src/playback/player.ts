import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { findParagraph, type Paragraph, paragraphs } from '../script/script-state.ts'
import { describeError } from '../service.ts'
import { requestTake, SAMPLE_RATE, type Take } from './takes.ts'

/** What is heard now. */
export type Heard = {
  readonly paragraphId: string
  /** Seconds into the paragraph. */
  readonly seconds: number
  /** The word that is spoken, in UTF-16 units of the paragraph's text. */
  readonly word: { readonly start: number; readonly end: number } | undefined
}

export const playState = signal<'stopped' | 'starting' | 'playing' | 'paused'>('stopped')
export const heard = signal<Heard | undefined>(undefined)
export const playProblem = signal<{ readonly paragraphId: string; readonly message: string } | undefined>(undefined)

/** Scheduled ahead of the clock, so that the first piece is not late. */
const LEAD_SECONDS = 0.02

type Stretch = { readonly paragraphId: string; readonly take: Take; readonly startsAt: number; readonly from: number }

type Run = { readonly stretches: Stretch[]; readonly sources: Set<AudioBufferSourceNode>; over: boolean }

let context: AudioContext | undefined
let run: Run | undefined

function openContext(): AudioContext {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' })
  return context
}

export type PlayFrom = {
  readonly paragraphId?: string | undefined
  readonly seconds?: number
  readonly alone?: boolean
}

/** Plays from a paragraph to the end of the script, or that paragraph alone. */
export async function play({ paragraphId, seconds = 0, alone = false }: PlayFrom = {}): Promise<void> {
  stop()
  playProblem.value = undefined
  const audio = openContext()
  const mine: Run = { stretches: [], sources: new Set(), over: false }
  run = mine
  playState.value = 'starting'
  await audio.resume()
  const first = Math.max(
    0,
    paragraphs.value.findIndex(({ attributes }) => attributes.id === paragraphId),
  )
  const ids = paragraphs.value.slice(first, alone ? first + 1 : undefined).map(({ attributes }) => attributes.id)
  let nextTime = audio.currentTime + LEAD_SECONDS
  requestAnimationFrame(() => follow(mine, audio))
  for (const [index, id] of ids.entries()) {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) continue
    nextTime = await playParagraph(mine, paragraph, {
      audio,
      nextTime,
      from: index === 0 ? seconds : 0,
      next: ids[index + 1],
    })
    if (mine.over) return
    if (index < ids.length - 1) nextTime += paragraph.attributes.pause
  }
  await waitUntil(mine, audio, nextTime)
  if (!mine.over) stop()
}

function pause(): void {
  if (playState.value !== 'playing' && playState.value !== 'starting') return
  playState.value = 'paused'
  void context?.suspend()
}

/** Goes on after a pause, else plays from the paragraph given. */
export function playOrPause(from: PlayFrom = {}): void {
  if (playState.value === 'playing' || playState.value === 'starting') pause()
  else if (playState.value === 'paused') {
    playState.value = 'playing'
    void context?.resume()
  } else void play(from)
}

export function stop(): void {
  if (run !== undefined) {
    run.over = true
    for (const source of run.sources) source.stop()
  }
  run = undefined
  heard.value = undefined
  playState.value = 'stopped'
}

type ParagraphTurn = {
  readonly audio: AudioContext
  readonly nextTime: number
  readonly from: number
  readonly next: string | undefined
}

/** Schedules a paragraph's pieces as they come; resolves with the time at which it will have been heard. */
async function playParagraph(mine: Run, paragraph: Paragraph, turn: ParagraphTurn): Promise<number> {
  const { audio, from, next } = turn
  const { id } = paragraph.attributes
  const take = requestTake(paragraph)
  let nextTime = turn.nextTime
  let skip = Math.round(from * SAMPLE_RATE)
  let scheduled = 0
  for (;;) {
    while (scheduled < take.pieces.length && !mine.over) {
      const piece = take.pieces[scheduled]!
      scheduled += 1
      if (skip >= piece.length) {
        skip -= piece.length
        continue
      }
      nextTime = Math.max(nextTime, audio.currentTime + LEAD_SECONDS)
      if (mine.stretches.at(-1)?.paragraphId !== id)
        mine.stretches.push({ paragraphId: id, take, startsAt: nextTime, from })
      schedule(mine, audio, { piece: piece.subarray(skip), at: nextTime })
      nextTime += (piece.length - skip) / SAMPLE_RATE
      skip = 0
    }
    if (mine.over) return nextTime
    if (take.state !== 'coming') break
    await more(take)
  }
  if (take.state === 'failed') {
    playProblem.value = { paragraphId: id, message: describeError(take.error) }
    stop()
    return nextTime
  }
  // The next paragraph comes while this one is heard.
  const following = next === undefined ? undefined : findParagraph(next)
  if (following !== undefined) requestTake(following)
  await waitUntil(mine, audio, nextTime - 1)
  return nextTime
}

function schedule(
  mine: Run,
  audio: AudioContext,
  { piece, at }: { piece: Float32Array<ArrayBuffer>; at: number },
): void {
  const buffer = audio.createBuffer(1, piece.length, SAMPLE_RATE)
  buffer.copyToChannel(piece, 0)
  const source = audio.createBufferSource()
  source.buffer = buffer
  source.connect(audio.destination)
  source.addEventListener('ended', () => mine.sources.delete(source))
  mine.sources.add(source)
  source.start(at)
  if (playState.value === 'starting') playState.value = 'playing'
}

function more(take: Take): Promise<void> {
  return new Promise((resolve) => {
    const listener = (): void => {
      take.onMore.delete(listener)
      resolve()
    }
    take.onMore.add(listener)
  })
}

async function waitUntil(mine: Run, audio: AudioContext, time: number): Promise<void> {
  while (!mine.over && audio.currentTime < time) await new Promise((resolve) => setTimeout(resolve, 40))
}

/** Follows the audio clock frame by frame, as the listener hears it. */
function follow(mine: Run, audio: AudioContext): void {
  if (mine.over) return
  const now = audio.currentTime - (audio.outputLatency || 0)
  const stretch = mine.stretches.findLast(({ startsAt }) => startsAt <= now)
  if (stretch !== undefined) {
    const seconds = Math.min(now - stretch.startsAt + stretch.from, stretch.take.samples / SAMPLE_RATE)
    const word = stretch.take.words.findLast(({ startSeconds }) => startSeconds <= seconds)
    heard.value = {
      paragraphId: stretch.paragraphId,
      seconds,
      word: word && seconds < word.endSeconds + 0.05 ? word : undefined,
    }
  }
  requestAnimationFrame(() => follow(mine, audio))
}

/** Plays some words with an avatar, such as one word in another pronunciation; the script is silent meanwhile. */
export async function playPhrase(node: Node, speaker: number): Promise<void> {
  stop()
  const audio = openContext()
  const mine: Run = { stretches: [], sources: new Set(), over: false }
  run = mine
  playState.value = 'starting'
  await audio.resume()
  const phrase = { node, position: 0, attributes: { id: '', speaker, pause: 0 } }
  const turn = { audio, nextTime: audio.currentTime + LEAD_SECONDS, from: 0, next: undefined }
  await waitUntil(mine, audio, await playParagraph(mine, phrase, turn))
  if (!mine.over) stop()
}
