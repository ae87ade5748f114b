import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { describeOrigin, describeSpoken } from './describe-word.ts'
import { explanationOf, type WordInText } from './explanations.ts'
import { HearWord } from './hear-word.tsx'
import { findParagraph } from './script-state.ts'
import { findPlaceAt } from './text-focus.ts'

/** Long enough that a pointer on its way elsewhere opens nothing. */
const OPEN_MS = 250
/** Time to go from the word to the card. */
const CLOSE_MS = 200

/** Where the pointer is in the text, and where the card goes. */
type Pointed = {
  readonly paragraphId: string
  readonly offset: number
  readonly x: number
  readonly y: number
  readonly isAbove: boolean
}

/** How an underlined word is said and why, while the pointer is on it. The keyboard has the inspector for that. */
export function WordCard({ editor }: { editor: RefObject<HTMLElement | null> }) {
  const pointed = useSignal<Pointed | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (milliseconds: number, next: Pointed | undefined): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      pointed.value = next
    }, milliseconds)
  }
  useEffect(() => {
    const over = (event: PointerEvent): void => {
      const target = (event.target as Element).closest('.said')
      if (target === null || event.pointerType !== 'mouse' || event.buttons !== 0) later(CLOSE_MS, undefined)
      else later(OPEN_MS, findPointed(event, target))
    }
    const close = (): void => later(0, undefined)
    const leave = (): void => later(CLOSE_MS, undefined)
    const events = { pointerover: over, pointerleave: leave, pointerdown: close, keydown: close } as const
    const mount = editor.current
    for (const [name, act] of Object.entries(events)) mount?.addEventListener(name, act as EventListener)
    document.addEventListener('scroll', close, { capture: true, passive: true })
    window.addEventListener('resize', close)
    return () => {
      clearTimeout(timer.current)
      for (const [name, act] of Object.entries(events)) mount?.removeEventListener(name, act as EventListener)
      document.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('resize', close)
    }
  }, [])
  if (pointed.value === undefined) return null
  const { x, y, isAbove } = pointed.value
  const found = findUnderlinedWord(pointed.value)
  if (found === undefined) return null
  const { word, speaker } = found
  const { source } = word.explained
  const spoken = describeSpoken(word)
  return (
    <section
      class={isAbove ? 'word-card is-above' : 'word-card'}
      aria-label={`How ${source} is said`}
      style={{ left: `${x}px`, top: `${y}px` }}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => later(CLOSE_MS, undefined)}
    >
      {spoken !== undefined && (
        <p class="said-as">
          said as <em>{spoken}</em>
        </p>
      )}
      <p class="respelling">{word.explained.respelling.join(' ')}</p>
      <p class="why">{describeOrigin(word)}</p>
      <HearWord label={`Hear ${source}`} speaker={speaker} word={word} />
    </section>
  )
}

const CARD_WIDTH = 288
/** The highest that a card becomes, with the player below it. */
const CARD_ROOM = 240

/** Where the pointer is, and where the card goes: below the word, or above where there is no room. */
function findPointed({ clientX, clientY }: PointerEvent, target: Element): Pointed | undefined {
  const place = findPlaceAt(clientX, clientY)
  if (place === undefined) return undefined
  const box = [...target.getClientRects()].find(({ top, bottom }) => top <= clientY && clientY <= bottom)
  const { left, top, bottom } = box ?? target.getBoundingClientRect()
  const isAbove = bottom + CARD_ROOM > innerHeight
  const x = Math.max(8, Math.min(left, innerWidth - CARD_WIDTH - 8))
  return { ...place, x, y: isAbove ? top - 8 : bottom + 8, isAbove }
}

/** The underlined word at a place, as soon as it is explained. */
function findUnderlinedWord({ paragraphId, offset }: Pointed): { word: WordInText; speaker: number } | undefined {
  const explanation = explanationOf(paragraphId).value
  const paragraph = findParagraph(paragraphId)
  if (paragraph === undefined || explanation?.text !== paragraph.node.textContent) return undefined
  const word = explanation.words.find(({ start, end }) => start <= offset && offset <= end)
  return word?.kind === undefined ? undefined : { word, speaker: paragraph.attributes.speaker }
}
