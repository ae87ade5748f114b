import { readFileSync } from 'node:fs'

/** A fenced block of code in a Markdown page. */
export type CodeBlock = {
  readonly language: string
  readonly code: string
  /** 1-based. */
  readonly line: number
}

const FENCE = /^(?<indent> *)```(?<language>\w*)\s*$/

/** The code blocks of a page, in order. Throws if a block does not end. */
export function readCodeBlocks(file: string | URL): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { language: string; indent: number; line: number; lines: string[] } | undefined
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const fence = FENCE.exec(text)?.groups
    if (open === undefined) {
      if (fence) open = { language: fence.language ?? '', indent: fence.indent!.length, line: index + 1, lines: [] }
    } else if (fence?.language === '') {
      blocks.push({ language: open.language, code: open.lines.join('\n'), line: open.line })
      open = undefined
    } else open.lines.push(text.slice(open.indent))
  }
  if (open !== undefined) throw new Error(`The code block at line ${open.line} of ${String(file)} does not end`)
  return blocks
}
