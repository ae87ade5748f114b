import type { ScriptChanges } from '../../../client/src/declaim.ts'

type Part = ScriptChanges['paragraphs'][number]['parts'][number]

/** A text with markup, whose words are black and whose tags are grey. */
export function MarkedText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(<[^<>]*>)/).map((piece, index) =>
        index % 2 === 1 ? (
          <span key={index} class="quiet-text">
            {piece}
          </span>
        ) : (
          readEntities(piece)
        ),
      )}
    </>
  )
}

/** What a text was and what it is: words that went are struck out, and those that came are underlined. */
export function ComparedText({ parts }: { parts: readonly Part[] }) {
  return (
    <p class="version-text" dir="auto">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'same') return <MarkedText key={index} text={text} />
        const Kind = kind === 'added' ? 'ins' : 'del'
        return (
          <Kind key={index}>
            <span class="visually-hidden">{kind === 'added' ? ' added: ' : ' deleted: '}</span>
            <MarkedText text={text} />
            <span class="visually-hidden">; </span>
          </Kind>
        )
      })}
    </p>
  )
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
}
