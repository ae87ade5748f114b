import { effect, type Signal, signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { DeclaimError, type ExplainedWord } from '../../../client/src/declaim.ts'
import { libraryRevision } from '../catalogue.ts'
import { declaim, describeError, isConnected, signedIn } from '../service.ts'
import { isNear } from './near-paragraphs.ts'
import { findPauses, type PauseInText } from './pauses.ts'
import { printMarkup } from './print-markup.ts'
import { isSpoken, libraryIds, type Paragraph, paragraphs, selection } from './script-state.ts'

/** Why a word is underlined; undefined for one that is read as it is written. */
export type WordKind = 'converted' | 'guessed' | 'replaced' | undefined

export type WordInText = {
  /** UTF-16 units of the paragraph's text. */
  readonly start: number
  readonly end: number
  readonly kind: WordKind
  readonly explained: ExplainedWord
}

/** What the service says about a paragraph. */
export type ParagraphExplanation = {
  /** What was asked for; the explanation is out of date if the paragraph asks for something else. */
  readonly key: string
  /** The paragraph's text, without marks. */
  readonly text: string
  readonly words: readonly WordInText[]
  readonly pauses: readonly PauseInText[]
  readonly warnings: readonly string[]
  readonly durationSeconds: number
  /** A refusal, and the place in the text that it is about. */
  readonly problem?: { readonly message: string; readonly start: number | undefined }
}

const DEBOUNCE_MS = 400
/** Explaining in the background leaves most of a caller's rate to playback. */
const PAUSE_BETWEEN_MS = 350
/** A busy service is asked again, without a word about it: the script can be written and heard meanwhile. */
const RETRY_MS = 3000

const known = new Map<string, Signal<ParagraphExplanation | undefined>>()

/** The explanation of the paragraph with this id, as it comes. */
export function explanationOf(paragraphId: string): Signal<ParagraphExplanation | undefined> {
  const found = known.get(paragraphId) ?? signal(undefined)
  known.set(paragraphId, found)
  return found
}

type SpeechKey = { readonly speaker: number; readonly libraries: string; readonly key: string }

/** Documents never change, so a paragraph's key is made once. The same string is also found faster in maps. */
const speechKeys = new WeakMap<Node, SpeechKey>()

/** What the service is asked for a paragraph: the same key sounds the same. */
export function speechKey({ node, attributes }: Paragraph): string {
  const { speaker, isSilent } = attributes
  const libraries = `${libraryRevision.value} ${libraryIds.value.join()}`
  const known = speechKeys.get(node)
  if (known?.speaker === speaker && known.libraries === libraries) return known.key
  // A heading that is not spoken sounds like no other paragraph.
  const key = isSilent ? `${speaker} ${libraries} ` : `${speaker} ${libraries} ${printMarkup(node).markup}`
  speechKeys.set(node, { speaker, libraries, key })
  return key
}

/** A key without its libraries: the avatar and the markup. */
function speechOf(key: string): string {
  const [speaker = '', , , ...markup] = key.split(' ')
  return [speaker, ...markup].join(' ')
}

/** Whether the words between two offsets of a text sound the same by two explanations of it. */
export function soundsSame(
  [before, after]: readonly [ParagraphExplanation, ParagraphExplanation],
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  if (before.problem !== undefined || after.problem !== undefined) return false
  const isInside = (part: { readonly start: number; readonly end: number }) => part.start >= start && part.end <= end
  const soundOf = ({ words, pauses }: ParagraphExplanation) => [
    words.filter(isInside).map(({ explained }) => explained.phonemes),
    pauses.filter(isInside).map(({ seconds }) => seconds),
  ]
  return JSON.stringify(soundOf(before)) === JSON.stringify(soundOf(after))
}

export type ExplainListener = {
  /** A paragraph has a new explanation. */
  readonly onExplained: (paragraphId: string) => void
  /** A paragraph's explanation still holds. */
  readonly onKnown: (paragraphId: string) => void
  /** A paragraph was explained anew because libraries changed, and before it was explained as `before`. */
  readonly onLibraries: (paragraph: Paragraph, before: ParagraphExplanation) => void
}

/** Explains paragraphs as they change, the selected one first, until the returned function is called. */
export function explainAmbiently(listener: ExplainListener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  const stop = effect(() => {
    const isReady = signedIn.value === true && isConnected.value
    const asked = paragraphs.value
    void libraryRevision.value
    void libraryIds.value
    clearTimeout(timer)
    running.abort()
    if (!isReady) return
    running = new AbortController()
    const { signal: leaving } = running
    timer = setTimeout(() => void explainAll(asked, listener, leaving), DEBOUNCE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
    running.abort()
  }
}

async function explainAll(asked: readonly Paragraph[], listener: ExplainListener, leaving: AbortSignal): Promise<void> {
  const unknown: Paragraph[] = []
  for (const paragraph of asked) {
    if (explanationOf(paragraph.attributes.id).value?.key !== speechKey(paragraph)) unknown.push(paragraph)
    else listener.onKnown(paragraph.attributes.id)
  }
  while (unknown.length > 0) {
    const paragraph = takeNext(unknown)
    const { id } = paragraph.attributes
    const key = speechKey(paragraph)
    let explanation = await explain(paragraph, key, leaving)
    while (explanation === undefined && !leaving.aborted) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      explanation = await explain(paragraph, key, leaving)
    }
    if (leaving.aborted || explanation === undefined) return
    const before = explanationOf(id).value
    explanationOf(id).value = explanation
    if (before !== undefined && before.key !== key && speechOf(before.key) === speechOf(key))
      listener.onLibraries(paragraph, before)
    listener.onExplained(id)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_MS))
    if (leaving.aborted) return
  }
}

/** Takes the paragraph that is selected out of the list, else one that is seen, else the first. */
function takeNext(unknown: Paragraph[]): Paragraph {
  const selected = unknown.findIndex(({ attributes }) => attributes.id === selection.value?.paragraphId)
  const next = selected === -1 ? unknown.findIndex(({ attributes }) => isNear(attributes.id)) : selected
  const [taken] = unknown.splice(Math.max(0, next), 1)
  return taken!
}

/** Undefined if there is no answer now. */
async function explain(
  { node, attributes }: Paragraph,
  key: string,
  leaving: AbortSignal,
): Promise<ParagraphExplanation | undefined> {
  const nothing = { key, text: node.textContent, words: [], pauses: [], warnings: [], durationSeconds: 0 }
  if (!isSpoken({ node, attributes })) return nothing
  const { markup, textOffsets } = printMarkup(node)
  try {
    const input = { speaker_id: attributes.speaker, text: markup, library_ids: libraryIds.value }
    const answer = await declaim.explain(input, { signal: leaving })
    const { words, warnings, duration_seconds } = answer
    return {
      key,
      text: node.textContent,
      words: words.map((explained) => ({
        start: textOffsets[explained.source_start] ?? 0,
        end: textOffsets[explained.source_end] ?? node.textContent.length,
        kind: kindOf(explained),
        explained,
      })),
      pauses: findPauses(answer, { text: node.textContent, textOffsets }),
      warnings,
      durationSeconds: duration_seconds,
    }
  } catch (error) {
    if (leaving.aborted || !(error instanceof DeclaimError) || error.status === 429 || error.status >= 500)
      return undefined
    const start = error.offset === undefined ? undefined : textOffsets[error.offset]
    return { ...nothing, problem: { message: describeError(error), start } }
  }
}

function kindOf({ source, spoken, origin, replacement }: ExplainedWord): WordKind {
  if (replacement !== null) return 'replaced'
  if (origin.includes('letter_to_sound')) return 'guessed'
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain(spoken.join('')) === plain(source) || origin.includes('respelling') ? undefined : 'converted'
}
