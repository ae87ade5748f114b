import type { OpenTag } from '../tokens/markup-token.ts'
import type { MarkupWarnings } from '../tokens/markup-warnings.ts'
import type { ElementEffect } from './markup-tree.ts'

/** What a tag may wrap and what it means. */
export type ElementRule = {
  /** `words`: it wraps whole words. `gap`: it is between words, and separates them. `anywhere`: even inside a word. */
  readonly stands: 'words' | 'gap' | 'anywhere'
  /** `text`: no tag or respelling inside, and some text. `nothing`: neither. */
  readonly holds: 'anything' | 'text' | 'nothing'
  /** Whether it may be somewhere inside a tag of the same name. */
  readonly nestsInItself: boolean
  /** Reads the attributes, and notes those without effect; throws MarkupSyntaxError if one is missing or cannot be understood. */
  readonly read: (tag: OpenTag, warnings: MarkupWarnings) => ElementEffect
}
