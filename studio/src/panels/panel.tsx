import type { ComponentChildren } from 'preact'
import type { Task } from './use-task.ts'

type PanelProps = {
  readonly title: string
  /** What the view is doing with the service, if anything. */
  readonly task?: Task
  /** Fields and buttons beside the heading. */
  readonly tools?: ComponentChildren
  readonly children: ComponentChildren
}

/** A view beside the script: its heading and tools, what went wrong, and its content. */
export function Panel({ title, task, tools, children }: PanelProps) {
  return (
    <section class="panel" aria-label={title} aria-busy={task?.isBusy.value ?? false}>
      <header class="panel-head">
        <h1>{title}</h1>
        {tools}
      </header>
      {task !== undefined && <Problem task={task} />}
      {children}
    </section>
  )
}

/** What went wrong last, read out by screen readers as soon as it appears. Each bad row of a file gets a line. */
export function Problem({ task }: { task: Task }) {
  const lines = task.problem.value?.split(/; (?=row \d)/) ?? []
  return (
    <div role="alert">
      {lines.map((line) => (
        <p key={line} class="problem">
          {line}
        </p>
      ))}
    </div>
  )
}

type TableProps = {
  readonly columns: readonly string[]
  /** Whether the last column holds buttons, which need no heading that is seen. */
  readonly hasActions?: boolean
  readonly label: string
  readonly children: ComponentChildren
}

/** A table that scrolls by itself where it is wider than the view. */
export function Table({ columns, hasActions = false, label, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasActions && (
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
