import type { Script } from '../../../client/src/declaim.ts'
import { avatarOf } from '../catalogue.ts'
import { MarkedText } from './marked-text.tsx'

/** The whole text of a version, which cannot be changed. */
export function VersionText({ script: { name, paragraphs } }: { script: Script }) {
  return (
    <>
      <h3 dir="auto">{name || 'Untitled'}</h3>
      {paragraphs.length === 0 && <p class="empty">It has no paragraph.</p>}
      <ol class="version-paragraphs">
        {paragraphs.map(({ id, speaker_id: speaker, text, level, is_silent: isSilent }, index) => (
          <li key={id}>
            <p class="why">
              {index + 1} · {isSilent ? 'Not spoken' : nameVoice(speaker)}
            </p>
            <p class={level > 0 ? 'version-text is-heading' : 'version-text'} dir="auto">
              <MarkedText text={text} />
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

export function nameVoice(speaker: number): string {
  const avatar = avatarOf(speaker)
  return avatar === undefined ? `Voice ${speaker}` : `${avatar.name} · ${avatar.style}`
}
