import { createTimeStretcher } from './stretch-time.ts'
import { SAMPLE_RATE, type Take } from './takes.ts'

/** Scheduled ahead of the clock, so that the first piece is not late. */
export const LEAD_SECONDS = 0.02
const WAIT_MS = 40
/** What is drawn now is seen until the frame after it: on average, half a frame of 60 Hz from now. */
const HALF_FRAME_SECONDS = 1 / 120

/** A paragraph on the audio clock. */
export type Stretch = {
  readonly paragraphId: string
  readonly take: Take
  /** Time of the audio clock. */
  readonly startsAt: number
  /** Seconds of the take that are left out. */
  readonly from: number
  /** Seconds of the take at which it ends early. */
  readonly to: number
}

/** Takes the pieces of one paragraph in order. */
type SpeechQueue = { readonly push: (piece: Float32Array) => void; readonly end: () => void }

/** One run of playback: schedules pieces on the audio clock until it is over. */
export type Speaker = {
  readonly speed: number
  readonly isOver: boolean
  /** When the next piece is due, on the audio clock. */
  readonly nextTime: number
  /** Begins, or goes on after `suspend`. */
  readonly start: () => Promise<void>
  readonly suspend: () => void
  readonly stop: () => void
  readonly speak: (paragraph: Omit<Stretch, 'startsAt'>) => SpeechQueue
  /** Is silent for some seconds. */
  readonly rest: (seconds: number) => void
  /** Resolves when the audio clock has reached a time, or it is over. */
  readonly waitUntil: (time: number) => Promise<void>
  /** The paragraph that the listener hears now. */
  readonly heardStretch: () => Stretch | undefined
  /** Seconds of the take at which the listener is. */
  readonly secondsOf: (stretch: Stretch) => number
}

let context: AudioContext | undefined

function openContext(): AudioContext {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' })
  return context
}

/** A run of playback at a speed. `onSound` is called with each piece that is scheduled. */
export function createSpeaker(speed: number, onSound: () => void): Speaker {
  const audio = openContext()
  const stretches: Stretch[] = []
  const sources = new Set<AudioBufferSourceNode>()
  let isOver = false
  let nextTime = 0
  /** What the listener hears while the frame that is drawn now is seen. */
  const heardTime = () => audio.currentTime - (audio.outputLatency || 0) + HALF_FRAME_SECONDS

  /** Schedules samples; returns when they are heard. */
  function schedule(samples: Float32Array<ArrayBuffer>): number {
    nextTime = Math.max(nextTime, audio.currentTime + LEAD_SECONDS)
    const buffer = audio.createBuffer(1, samples.length, SAMPLE_RATE)
    buffer.copyToChannel(samples, 0)
    const source = audio.createBufferSource()
    source.buffer = buffer
    source.connect(audio.destination)
    source.addEventListener('ended', () => sources.delete(source))
    sources.add(source)
    const startsAt = nextTime
    source.start(startsAt)
    nextTime += samples.length / SAMPLE_RATE
    onSound()
    return startsAt
  }

  return {
    speed,
    get isOver() {
      return isOver
    },
    get nextTime() {
      return nextTime
    },
    start: () => audio.resume(),
    suspend: () => void audio.suspend(),
    stop() {
      isOver = true
      for (const source of sources) source.stop()
    },
    speak(paragraph) {
      const stretcher = speed === 1 ? undefined : createTimeStretcher(speed)
      let hasBegun = false
      const play = (samples: Float32Array<ArrayBuffer>): void => {
        if (samples.length === 0 || isOver) return
        const startsAt = schedule(samples)
        if (!hasBegun) stretches.push({ ...paragraph, startsAt })
        hasBegun = true
      }
      return {
        push: (piece) => play(stretcher?.push(piece) ?? (piece as Float32Array<ArrayBuffer>)),
        end: () => stretcher !== undefined && play(stretcher.flush()),
      }
    },
    rest(seconds) {
      nextTime += seconds
    },
    async waitUntil(time) {
      while (!isOver && audio.currentTime < time) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    },
    heardStretch: () => stretches.findLast(({ startsAt }) => startsAt <= heardTime()),
    secondsOf: ({ startsAt, from, to, take }) =>
      Math.min((heardTime() - startsAt) * speed + from, to, take.samples / SAMPLE_RATE),
  }
}
