import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Comment, CommentReply } from '../../../client/src/declaim.ts'
import type { Place } from '../../../src/projects/anchors.ts'
import type { Draft } from './comments.ts'

export type Author = Pick<Comment['author'], 'kind' | 'name'>
export type ShownReply = Pick<CommentReply, 'comment_id' | 'text' | 'created_at' | 'may_delete'> & {
  readonly author: Author
}

/** A comment as a list shows it. */
export type ShownComment = ShownReply &
  Pick<Comment, 'quote' | 'resolved_at' | 'resolved_by'> & {
    /** Where its words are now; undefined if they are gone. */
    readonly place: Place | undefined
    readonly replies: readonly ShownReply[]
  }

/** Comments of a page, and what its reader may do with them. */
export type CommentSource = {
  /** In the order of the script. */
  readonly comments: ReadonlySignal<readonly ShownComment[]>
  readonly draft: Signal<Draft | undefined>
  /** The comment whose words are selected. */
  readonly currentId: ReadonlySignal<string | undefined>
  readonly mayComment: boolean
  /** Called before something is written: somebody without an account has to give a name. */
  readonly name?: Signal<string>
  readonly add: (draft: Draft, text: string) => Promise<void>
  readonly reply: (id: string, text: string) => Promise<void>
  readonly resolve?: (id: string, isResolved: boolean) => Promise<void>
  readonly remove?: (id: string) => Promise<void>
  readonly show: (place: Place) => void
  /** Gives the focus back to the text. */
  readonly leave: () => void
  readonly describeError: (error: unknown) => string
}

/** Comments as the script has their words, those whose words are gone at the end. `order` has the paragraphs. */
export function sortComments(
  all: readonly ShownComment[],
  order: ReadonlyMap<string, number>,
): readonly ShownComment[] {
  const rank = ({ place }: ShownComment): number => (place && order.get(place.paragraphId)) ?? Number.POSITIVE_INFINITY
  return all.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)]
    if (first !== second) return first < second ? -1 : 1
    return (one.place?.start ?? 0) - (other.place?.start ?? 0) || one.created_at - other.created_at
  })
}
