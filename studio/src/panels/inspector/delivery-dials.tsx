import { playPhrase } from '../../playback/player.ts'
import { findMark, markWords } from '../../script/edit-words.ts'
import { DELIVERY, DELIVERY_NAMES, type DeliveryName } from '../../script/schema.ts'
import { findParagraph, type ScriptSelection } from '../../script/script-state.ts'
import { findSentence } from '../../script/sentences.ts'

export const UNITS: Readonly<Record<DeliveryName, (value: number) => string>> = {
  tempo: (value) => `${value.toFixed(2)}×`,
  pitch: (value) => `${withSign(value)} %`,
  loudness: (value) => `${withSign(value)} dB`,
}

function withSign(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−')
}

/** Tempo, pitch and loudness of the selected words. Letting a dial go plays their sentence. */
export function DeliveryDials({ words }: { words: ScriptSelection }) {
  const paragraph = findParagraph(words.paragraphId)
  if (paragraph === undefined) return null
  const text = paragraph.node.textContent.slice(words.start, words.end)
  const isChanged = DELIVERY_NAMES.some((name) => findMark(words, name) !== undefined)
  const hear = (): void => {
    const current = findParagraph(words.paragraphId)
    if (current === undefined) return
    const { start, end } = findSentence(current.node.textContent, words)
    void playPhrase(current.node.cut(start, end), current.attributes.speaker)
  }
  return (
    <section class="dials" aria-label="Delivery">
      <h2>Delivery</h2>
      <p class="why">{text.length > 60 ? `${text.slice(0, 60)}…` : text}</p>
      {DELIVERY_NAMES.map((name) => (
        <WordsDial key={name} name={name} words={words} onDone={hear} />
      ))}
      <div class="actions">
        <button type="button" class="button" onClick={hear}>
          Hear the sentence
        </button>
        <button
          type="button"
          class="button"
          disabled={!isChanged}
          onClick={() => {
            for (const name of DELIVERY_NAMES) markWords(words, name, undefined)
          }}
        >
          Reset
        </button>
      </div>
    </section>
  )
}

/** A dial goes from -100 to 100 with the neutral value in its middle. */
const DIAL_END = 100

function toDial(name: DeliveryName, value: number): number {
  const { neutral, min, max } = DELIVERY[name]
  return Math.round(((value - neutral) / (value < neutral ? neutral - min : max - neutral)) * DIAL_END)
}

function fromDial(name: DeliveryName, position: number): number {
  const { neutral, min, max, step } = DELIVERY[name]
  const value = neutral + (position / DIAL_END) * (position < 0 ? neutral - min : max - neutral)
  return Number((Math.round(value / step) * step).toFixed(2))
}

type DialProps = {
  readonly name: DeliveryName
  readonly value: number
  /** Called while the dial is moved. */
  readonly onMove: (value: number) => void
  /** Called when it is let go. */
  readonly onDone: () => void
}

/** The dial of one kind of delivery. */
export function Dial({ name, value, onMove, onDone }: DialProps) {
  return (
    <label class="dial">
      <span>{DELIVERY[name].label}</span>
      <input
        type="range"
        min={-DIAL_END}
        max={DIAL_END}
        step={4}
        value={toDial(name, value)}
        aria-valuetext={UNITS[name](value)}
        onInput={({ currentTarget }) => onMove(fromDial(name, Number(currentTarget.value)))}
        onChange={onDone}
      />
      <output>{UNITS[name](value)}</output>
    </label>
  )
}

function WordsDial({ name, words, onDone }: { name: DeliveryName; words: ScriptSelection; onDone: () => void }) {
  const { neutral } = DELIVERY[name]
  const value = (findMark(words, name) as number | undefined) ?? neutral
  const move = (next: number): void => markWords(words, name, next === neutral ? undefined : next)
  return <Dial name={name} value={value} onMove={move} onDone={onDone} />
}
