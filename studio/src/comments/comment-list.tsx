import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { COMMENT_LIMITS } from '../../../src/projects/check-comment.ts'
import { IconAction } from '../shell/icon-action.tsx'
import { Icon } from '../shell/icons.tsx'
import type { Author, CommentSource, ShownComment, ShownReply } from './comment-source.ts'
import './comments.css'

type Props = { readonly source: CommentSource }

/** The comments on a script beside it: a form for a new one, and each with its replies. */
export function CommentList({ source }: Props) {
  const showsResolved = useSignal(false)
  const all = source.comments.value
  const resolved = all.filter(({ resolved_at }) => resolved_at !== null).length
  const shown = showsResolved.value ? all : all.filter(({ resolved_at }) => resolved_at === null)
  const { draft } = source
  return (
    <section class="comments" aria-label="Comments">
      <div class="comments-head">
        <h2>Comments</h2>
        {resolved > 0 && (
          <label class="switch">
            <input
              type="checkbox"
              checked={showsResolved.value}
              onChange={() => {
                showsResolved.value = !showsResolved.value
              }}
            />
            {resolved} resolved
          </label>
        )}
      </div>
      {draft.value !== undefined && <NewComment key={JSON.stringify(draft.value)} source={source} />}
      {shown.length === 0 && draft.value === undefined && (
        <p class="quiet-text">{source.mayComment ? 'Select words, then press “Comment”.' : 'There are no comments.'}</p>
      )}
      <ul class="threads">
        {shown.map((comment) => (
          <Thread key={comment.comment_id} comment={comment} source={source} />
        ))}
      </ul>
    </section>
  )
}

function NewComment({ source }: Props) {
  const { draft } = source
  const [given] = [draft.value]
  if (given === undefined) return null
  const close = (): void => {
    draft.value = undefined
    source.leave()
  }
  return (
    <div class="thread is-current">
      <p class="thread-quote" dir="auto">
        {shorten(given.quote)}
      </p>
      <TextForm
        label="New comment"
        action="Comment"
        source={source}
        onSend={async (text) => {
          await source.add(given, text)
          close()
        }}
        onCancel={close}
      />
    </div>
  )
}

function Thread({ comment, source }: Props & { comment: ShownComment }) {
  const { comment_id: id, place, quote, replies, resolved_at, resolved_by } = comment
  const isReplying = useSignal(false)
  const isCurrent = source.currentId.value === id
  const self = useRef<HTMLLIElement>(null)
  const problem = useSignal<string | undefined>(undefined)
  const isResolved = resolved_at !== null
  useEffect(() => {
    if (isCurrent) self.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const attempt = (act: () => Promise<void> | undefined): void => {
    problem.value = undefined
    act()?.catch((error: unknown) => {
      problem.value = source.describeError(error)
    })
  }
  return (
    <li ref={self} class={isCurrent ? 'thread is-current' : 'thread'} aria-current={isCurrent ? 'true' : undefined}>
      {place === undefined ? (
        <p class="thread-quote is-gone" dir="auto">
          {shorten(quote)} <span class="quiet-text">(deleted)</span>
        </p>
      ) : (
        <button
          type="button"
          class="thread-quote"
          dir="auto"
          title="Go to these words"
          onClick={() => source.show(place)}
        >
          {shorten(quote)}
        </button>
      )}
      <Entry entry={comment} source={source} attempt={attempt} />
      {replies.map((reply) => (
        <Entry key={reply.comment_id} entry={reply} source={source} attempt={attempt} />
      ))}
      {isResolved && <p class="quiet-text">Resolved{resolved_by === null ? '' : ` by ${resolved_by}`}</p>}
      <p role="alert" class={problem.value === undefined ? 'visually-hidden' : 'problem'}>
        {problem.value}
      </p>
      {isReplying.value && (
        <TextForm
          label={`Reply to ${nameAuthor(comment.author)}`}
          action="Reply"
          source={source}
          onSend={async (text) => {
            await source.reply(id, text)
            isReplying.value = false
          }}
          onCancel={() => {
            isReplying.value = false
          }}
        />
      )}
      {source.mayComment && !isReplying.value && (
        <div class="actions">
          <button
            type="button"
            class="text-button"
            onClick={() => {
              isReplying.value = true
            }}
          >
            Reply
          </button>
          {source.resolve !== undefined && (
            <button type="button" class="text-button" onClick={() => attempt(() => source.resolve?.(id, !isResolved))}>
              <Icon name={isResolved ? 'retry' : 'check'} /> {isResolved ? 'Reopen' : 'Resolve'}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

const TIME = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
const WHOLE_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' })

type EntryProps = Props & {
  readonly entry: ShownReply
  readonly attempt: (act: () => Promise<void> | undefined) => void
}

function Entry({ entry, source, attempt }: EntryProps) {
  const { comment_id: id, author, text, created_at, may_delete } = entry
  const name = nameAuthor(author)
  return (
    <div class="entry">
      <p class="entry-head">
        <strong dir="auto">{name}</strong>
        {author.kind === 'reviewer' && <span class="quiet-text">reviewer</span>}
        <time class="quiet-text" dateTime={new Date(created_at).toISOString()} title={WHOLE_TIME.format(created_at)}>
          {TIME.format(created_at)}
        </time>
        {may_delete && source.remove !== undefined && (
          <IconAction
            icon="trash"
            label={`Delete what ${name} wrote`}
            hint="Delete"
            onClick={() => attempt(() => source.remove?.(id))}
          />
        )}
      </p>
      <p class="entry-text" dir="auto">
        {text}
      </p>
    </div>
  )
}

function nameAuthor({ kind, name }: Author): string {
  return kind === 'account' ? 'Owner' : (name ?? '')
}

const LONGEST_QUOTE = 120

function shorten(quote: string): string {
  return `“${quote.length > LONGEST_QUOTE ? `${quote.slice(0, LONGEST_QUOTE).trimEnd()}…` : quote}”`
}

type FormProps = Props & {
  readonly label: string
  readonly action: string
  readonly onSend: (text: string) => Promise<void>
  readonly onCancel: () => void
}

function TextForm({ label, action, source, onSend, onCancel }: FormProps) {
  const text = useSignal('')
  const isBusy = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  // At once, so that what is typed next is the comment.
  useLayoutEffect(() => field.current?.focus(), [])
  const send = async (): Promise<void> => {
    if (isBusy.value || text.value.trim() === '') return
    isBusy.value = true
    problem.value = undefined
    try {
      await onSend(text.value)
    } catch (error) {
      problem.value = source.describeError(error)
    } finally {
      isBusy.value = false
    }
  }
  const listen = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    // What is written stays.
    if (text.value.trim() === '') onCancel()
    else source.leave()
  }
  return (
    <form
      class="comment-form"
      aria-busy={isBusy.value}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {source.name !== undefined && <NameField name={source.name} />}
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        class="field"
        rows={3}
        dir="auto"
        maxLength={COMMENT_LIMITS.text}
        placeholder={label}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
        onKeyDown={listen}
      />
      <p role="alert" class={problem.value === undefined ? 'visually-hidden' : 'problem'}>
        {problem.value}
      </p>
      <div class="actions">
        <button
          type="submit"
          class="button button-primary"
          title="Ctrl+Enter"
          disabled={isBusy.value || text.value.trim() === '' || source.name?.value.trim() === ''}
        >
          {action}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function NameField({ name }: { name: Signal<string> }) {
  return (
    <label class="labelled">
      Your name
      <input
        class="field"
        dir="auto"
        autocomplete="name"
        maxLength={COMMENT_LIMITS.name}
        value={name.value}
        onInput={({ currentTarget }) => {
          name.value = currentTarget.value
        }}
      />
    </label>
  )
}
