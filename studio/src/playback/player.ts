import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { findParagraph, type Paragraph, paragraphs } from '../script/script-state.ts'
import { describeError } from '../service.ts'
import { notice } from '../shell/notice.ts'
import { createSpeaker, LEAD_SECONDS, type Speaker, type Stretch } from './speaker.ts'
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
/** Of listening alone: what is rendered and exported stays the same. */
export const listeningSpeed = signal(1)
/** Whether what plays begins again at its end. */
export const isLooping = signal(false)

/** Between two turns of a loop. */
const LOOP_PAUSE_SECONDS = 0.3
/** A word dies away after its end. */
const WORD_END_SECONDS = 0.05

/** Units of a paragraph's text. */
type TextRange = { readonly start: number; readonly end: number }

export type PlayFrom = {
  readonly paragraphId?: string | undefined
  readonly seconds?: number
  /** Only this paragraph. */
  readonly alone?: boolean
  /** Only these words of it. */
  readonly words?: TextRange
}

let current: Speaker | undefined
/** What plays, so that a change of speed can go on from where it is. */
let playing: PlayFrom | undefined

function begin(): Speaker {
  stop()
  playProblem.value = undefined
  playState.value = 'starting'
  current = createSpeaker(listeningSpeed.value, () => {
    if (playState.value === 'starting') playState.value = 'playing'
  })
  return current
}

/** Plays from a paragraph to the end of the script, or that paragraph alone, or some of its words. */
export async function play(from: PlayFrom = {}): Promise<void> {
  const speaker = begin()
  playing = from
  await startOrSay(speaker)
  requestAnimationFrame(() => follow(speaker))
  for (let { seconds = 0 } = from; ; seconds = 0) {
    await playOnce(speaker, { ...from, seconds })
    await speaker.waitUntil(speaker.nextTime)
    if (speaker.isOver || !isLooping.value) break
    speaker.rest(LOOP_PAUSE_SECONDS)
  }
  if (!speaker.isOver) stop()
}

/** Browsers without a sound device never begin. */
const SILENT_MS = 2000

async function startOrSay(speaker: Speaker): Promise<void> {
  const timer = setTimeout(() => {
    if (speaker.isOver) return
    stop()
    notice.value = 'This browser plays no sound: it has no sound device, or does not allow sound on this page.'
  }, SILENT_MS)
  await speaker.start().finally(() => clearTimeout(timer))
}

async function playOnce(speaker: Speaker, { paragraphId, seconds = 0, alone = false, words }: PlayFrom): Promise<void> {
  const first = Math.max(
    0,
    paragraphs.value.findIndex(({ attributes }) => attributes.id === paragraphId),
  )
  const isOne = alone || words !== undefined
  const ids = paragraphs.value.slice(first, isOne ? first + 1 : undefined).map(({ attributes }) => attributes.id)
  for (const [index, id] of ids.entries()) {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) continue
    const turn = { from: index === 0 ? seconds : 0, next: ids[index + 1], words }
    await playParagraph(speaker, paragraph, turn)
    if (speaker.isOver) return
    if (index < ids.length - 1 && !paragraph.attributes.isSilent)
      speaker.rest(paragraph.attributes.pause / speaker.speed)
  }
}

/** Goes on after a pause, else plays from the paragraph given. */
export function playOrPause(from: PlayFrom = {}): void {
  if (playState.value === 'playing' || playState.value === 'starting') {
    playState.value = 'paused'
    current?.suspend()
  } else if (playState.value === 'paused') {
    playState.value = 'playing'
    void current?.start()
  } else void play(from)
}

export function stop(): void {
  current?.stop()
  current = undefined
  playing = undefined
  heard.value = undefined
  playState.value = 'stopped'
}

/** Sets the speed of listening. What plays goes on with it from the word that is heard. */
export function setListeningSpeed(speed: number): void {
  listeningSpeed.value = speed
  const [now, before] = [heard.value, playing]
  if (playState.value !== 'playing' || now === undefined || before === undefined) return
  void play({ ...before, paragraphId: now.paragraphId, seconds: now.seconds })
}

type Turn = {
  /** Seconds of the paragraph that are left out. */
  readonly from: number
  readonly next?: string | undefined
  readonly words?: TextRange | undefined
}

/** Has a paragraph's pieces played as they come; resolves a little before its end. */
async function playParagraph(speaker: Speaker, paragraph: Paragraph, { from, next, words }: Turn): Promise<void> {
  const { id } = paragraph.attributes
  const take = requestTake(paragraph)
  if (words !== undefined) await whole(take)
  const limits = words === undefined ? { from, to: Infinity } : timesOf(take, words)
  const queue = speaker.speak({ paragraphId: id, take, ...limits })
  let sample = 0
  for (let index = 0; !speaker.isOver; index += 1) {
    while (index >= take.pieces.length && take.state === 'coming') await more(take)
    const piece = take.pieces[index]
    if (piece === undefined) break
    const [start, end] = [limits.from, limits.to].map((seconds) => Math.round(seconds * SAMPLE_RATE) - sample)
    if (end! > 0 && start! < piece.length) queue.push(piece.subarray(Math.max(0, start!), end))
    sample += piece.length
  }
  if (speaker.isOver) return
  if (take.state === 'failed') {
    stop()
    playProblem.value = { paragraphId: id, message: describeError(take.error) }
    return
  }
  queue.end()
  // The next paragraph comes while this one is heard.
  const following = next === undefined ? undefined : findParagraph(next)
  if (following !== undefined) requestTake(following)
  await speaker.waitUntil(speaker.nextTime - 1)
}

/** When some words are heard, up to the word after them. */
function timesOf({ words, samples }: Take, { start, end }: TextRange): { readonly from: number; readonly to: number } {
  const first = words.findIndex((word) => word.start < end && word.end > start)
  const last = words.findLastIndex((word) => word.start < end && word.end > start)
  const next = words[last + 1]?.startSeconds ?? samples / SAMPLE_RATE
  const to = Math.min((words[last]?.endSeconds ?? next) + WORD_END_SECONDS, next - 1 / SAMPLE_RATE)
  return { from: words[first]?.startSeconds ?? 0, to }
}

async function whole(take: Take): Promise<void> {
  while (take.state === 'coming') await more(take)
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

/** Follows the audio clock frame by frame, as the listener hears it. */
function follow(speaker: Speaker): void {
  if (speaker.isOver) return
  const stretch = speaker.heardStretch()
  if (stretch !== undefined) heard.value = describe(stretch, speaker.secondsOf(stretch))
  requestAnimationFrame(() => follow(speaker))
}

function describe({ paragraphId, take }: Stretch, seconds: number): Heard {
  const word = take.words.findLast(({ startSeconds }) => startSeconds <= seconds)
  return { paragraphId, seconds, word: word && seconds <= word.endSeconds + WORD_END_SECONDS ? word : undefined }
}

/** Plays some words of a paragraph, which may differ from that of the script. */
export async function playWords(paragraph: Paragraph, words: TextRange): Promise<void> {
  const speaker = begin()
  await startOrSay(speaker)
  requestAnimationFrame(() => follow(speaker))
  await playParagraph(speaker, paragraph, { from: 0, words })
  await speaker.waitUntil(speaker.nextTime + LEAD_SECONDS)
  if (!speaker.isOver) stop()
}

/** Plays some words with an avatar, such as one word in another pronunciation; the script is silent meanwhile. */
export async function playPhrase(node: Node, speakerId: number): Promise<void> {
  const speaker = begin()
  await speaker.start()
  await playParagraph(
    speaker,
    { node, position: 0, attributes: { id: '', speaker: speakerId, pause: 0, name: '', level: 0, isSilent: false } },
    { from: 0 },
  )
  await speaker.waitUntil(speaker.nextTime + LEAD_SECONDS)
  if (!speaker.isOver) stop()
}
