import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icons.tsx'

type Props = {
  readonly icon: IconName
  readonly label: string
  readonly isCurrent?: boolean
  readonly onClick: () => void
  /** Buttons beside it. */
  readonly tools?: ComponentChildren
  /** What belongs to it. */
  readonly children?: ComponentChildren
}

/** A line of the navigation. */
export function NavItem({ icon, label, isCurrent = false, onClick, tools, children }: Props) {
  return (
    <li>
      <div class="nav-row">
        <button
          type="button"
          class="nav-item"
          title={label}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onClick}
        >
          <Icon name={icon} />
          <span dir="auto">{label}</span>
        </button>
        {tools}
      </div>
      {children}
    </li>
  )
}
