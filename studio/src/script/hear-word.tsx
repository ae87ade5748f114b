import { playPhrase } from '../playback/player.ts'
import { Icon } from '../shell/icons.tsx'
import type { WordInText } from './explanations.ts'
import { parseMarkup } from './parse-markup.ts'

type Props = {
  readonly label: string
  readonly speaker: number
  readonly word: WordInText
  /** Another pronunciation than its own. */
  readonly respelling?: string
}

/** Plays a word alone, in its own pronunciation or another. */
export function HearWord({ label, speaker, word, respelling }: Props) {
  const said = respelling ?? word.explained.respelling.join(' ')
  const hear = (): void => {
    const markup = said.split(' ').map((one) => `<respell value="${one}">word</respell>`)
    void playPhrase(
      parseMarkup(markup.join(' '), { id: '', speaker, pause: 0, name: '', level: 0, isSilent: false }),
      speaker,
    )
  }
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={hear}>
      <Icon name="play" />
    </button>
  )
}
