import { Icon, type IconName } from './icons.tsx'

type Props = {
  readonly icon: IconName
  /** What it does, for screen readers: it names the thing that it does it with. */
  readonly label: string
  /** Shown to a pointer; the label unless given. */
  readonly hint?: string
  readonly onClick: () => void
}

/** A button that is an icon. */
export function IconAction({ icon, label, hint = label, onClick }: Props) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={hint} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
