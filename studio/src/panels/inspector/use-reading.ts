import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { DeclaimError } from '../../../../client/src/declaim.ts'
import { declaim } from '../../service.ts'

/** How the service reads what was typed as a pronunciation. */
export type Reading = {
  readonly typed: string
  /** As a respelling that can be used; undefined if it cannot be read. */
  readonly respelling: string | undefined
  /** What is heard, in the notation of the service. */
  readonly heard: string
  /** Why it cannot be read, in words for people. */
  readonly problem?: string
}

const ASK_AFTER_MS = 200

/** Whether a text is a pronunciation in IPA: in slashes or brackets, or in letters that respellings do not have. */
function isIpa(typed: string): boolean {
  return /^[/[].*[\]/]$/u.test(typed) || /[^\x20-\x7E]/u.test(typed)
}

/** Asks how a respelling, or a word in IPA, is read; undefined until the answer is there. */
export function useReading(typed: string, speaker: number): Reading | undefined {
  const reading = useSignal<Reading | undefined>(undefined)
  useEffect(() => {
    if (typed === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      void read(typed, speaker, leaving.signal)
        .then((found) => {
          reading.value = found
        })
        .catch(() => {})
    }, ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [typed, speaker])
  return reading.value?.typed === typed ? reading.value : undefined
}

async function read(typed: string, speaker: number, signal: AbortSignal): Promise<Reading> {
  const ipa = isIpa(typed)
  const quote = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const text = ipa
    ? `<speak><phoneme alphabet="ipa" ph="${quote(typed)}">word</phoneme></speak>`
    : typed
        .split(' ')
        .map((one) => `<respell value="${quote(one)}">word</respell>`)
        .join(' ')
  try {
    const { words } = await declaim.explain({ speaker_id: speaker, text }, { ssml: ipa, signal })
    const heard = words.flatMap(({ respelling }) => respelling).join(' ')
    return { typed, respelling: ipa ? heard : typed, heard }
  } catch (error) {
    if (!(error instanceof DeclaimError) || error.status !== 400) throw error
    return { typed, respelling: undefined, heard: '', problem: describe(error.message, ipa) }
  }
}

const SHAPE = 'Write syllables with hyphens, the stressed one in capitals: toh-MAY-toh.'

/** The reason alone: the page shows what was typed. */
function describe(message: string, ipa: boolean): string {
  if (ipa) return 'These are not all sounds of English in IPA.'
  const reason = /^Cannot read respelling [^:]*: (.*?)(?:: at offset.*)?$/.exec(message)?.[1]
  return reason === undefined ? SHAPE : `${reason[0]!.toUpperCase()}${reason.slice(1)}. ${SHAPE}`
}
