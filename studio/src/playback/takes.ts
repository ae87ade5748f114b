import { signal } from '@preact/signals'
import { type ParagraphExplanation, speechKey } from '../script/explanations.ts'
import { printMarkup } from '../script/print-markup.ts'
import { isSpoken, libraryIds, type Paragraph } from '../script/script-state.ts'
import { keepRendered, noteRendered } from '../script/sentences.ts'
import { speakParagraph } from './speech-source.ts'

/** Hz. Audio comes at the rate that the audio context plays, so that pieces join without resampling. */
export const SAMPLE_RATE = 24_000

/** A word and when it is heard, in seconds of the take. */
export type HeardWord = {
  readonly start: number
  readonly end: number
  readonly startSeconds: number
  readonly endSeconds: number
}

/** A paragraph as it sounds: what has come so far, and whether more is to come. */
export type Take = {
  readonly pieces: Float32Array<ArrayBuffer>[]
  readonly words: HeardWord[]
  state: 'coming' | 'whole' | 'failed'
  error?: unknown
  samples: number
  /** Called whenever something has come. */
  onMore: Set<() => void>
}

const MAX_TAKES = 60
const takes = new Map<string, Take>()
/** Rises once in each frame in which something has come, for what draws takes. Pieces come faster than frames. */
export const takesRevision = signal(0)
let isRevisionDue = false

export function findTake(key: string): Take | undefined {
  return takes.get(key)
}

/** The take of a paragraph: the one that is known, or a new one that begins to come. */
export function requestTake(paragraph: Paragraph): Take {
  const key = speechKey(paragraph)
  const known = takes.get(key)
  if (known !== undefined && known.state !== 'failed') return known
  const take: Take = { pieces: [], words: [], state: 'coming', samples: 0, onMore: new Set() }
  takes.set(key, take)
  const oldest = takes.keys().next().value
  if (takes.size > MAX_TAKES && oldest !== undefined) takes.delete(oldest)
  void receive(take, paragraph)
  return take
}

/** Keeps a paragraph's take if it sounds as before, after libraries changed. `before` is its explanation until then. */
export function keepTake(paragraph: Paragraph, before: ParagraphExplanation): void {
  const take = takes.get(before.key)
  if (!keepRendered(paragraph, before) || take === undefined) return
  takes.set(speechKey(paragraph), take)
  takesRevision.value += 1
}

async function receive(take: Take, paragraph: Paragraph): Promise<void> {
  const { node, attributes } = paragraph
  const { markup, textOffsets } = printMarkup(node)
  try {
    const input = {
      speaker_id: attributes.speaker,
      text: markup,
      library_ids: libraryIds.value,
      audio_configs: { file_format: 'pcm', sample_rate: SAMPLE_RATE },
    } as const
    if (isSpoken(paragraph)) {
      const parts = (await speakParagraph(input, attributes.id)).getReader()
      for (let read = await parts.read(); !read.done; read = await parts.read()) {
        const part = read.value
        if (part.kind === 'audio') {
          const piece = toSamples(part.bytes)
          take.pieces.push(piece)
          take.samples += piece.length
        } else {
          for (const { sourceStart, sourceEnd, startSeconds, endSeconds } of part.words) {
            const [start, end] = [textOffsets[sourceStart] ?? 0, textOffsets[sourceEnd] ?? 0]
            take.words.push({ start, end, startSeconds, endSeconds })
          }
        }
        announce(take)
      }
    }
    take.state = 'whole'
    noteRendered(paragraph)
  } catch (error) {
    take.state = 'failed'
    take.error = error
  }
  announce(take)
}

function announce(take: Take): void {
  for (const listener of take.onMore) listener()
  if (isRevisionDue) return
  isRevisionDue = true
  requestAnimationFrame(() => {
    isRevisionDue = false
    takesRevision.value += 1
  })
}

function toSamples(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Float32Array(bytes.length >> 1)
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true) / 32_768
  return samples
}
