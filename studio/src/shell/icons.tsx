/** The icons of the page, drawn on a grid of 16. */
const PATHS = {
  play: 'M4.5 2.8v10.4L13 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 12V4M4.5 7.5L8 4l3.5 3.5',
  down: 'M8 4v8M4.5 8.5L8 12l3.5-3.5',
  folded: 'M6 4l4 4-4 4',
  unfolded: 'M4 6l4 4 4-4',
  heading: 'M4 3v10M12 3v10M4 8h8',
  theme: 'M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM8 2.5v11',
  search: 'M7 3a4 4 0 110 8 4 4 0 010-8zM10 10l3.5 3.5',
  link: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.5 2.5 0 013.5 3.5L10.5 8.5M9 11l-1.5 1.5A2.5 2.5 0 014 9l1.5-1.5',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5',
  script: 'M3 4h10M3 8h10M3 12h6',
  book: 'M3 3.5h4a1 1 0 011 1V13a1 1 0 00-1-1H3zM13 3.5H9a1 1 0 00-1 1V13a1 1 0 011-1h4z',
  clips: 'M2 8h1.5M5 5v6M8 3v10M11 5.5v5M12.5 8H14',
  voice: 'M8 2.5a2 2 0 012 2V8a2 2 0 01-4 0V4.5a2 2 0 012-2zM4 7.5a4 4 0 008 0M8 11.5V14',
  usage: 'M3 13V9M6.5 13V5M10 13V7.5M13.5 13V3',
  reference: 'M5.5 4.5L2.5 8l3 3.5M10.5 4.5l3 3.5-3 3.5',
  retry: 'M12.5 8A4.5 4.5 0 118 3.5h4M10 1.5l2 2-2 2',
  copy: 'M6 5.5h6.5v8H6zM10 5.5v-3H3.5v8H6',
  check: 'M3.5 8.5l3 3 6-7',
  edit: 'M10.5 3l2.5 2.5L6 12.5l-3 .5.5-3z',
  people:
    'M6 3a2.25 2.25 0 110 4.5A2.25 2.25 0 016 3zM2 13c0-2.5 1.6-4 4-4s4 1.5 4 4M10.5 3.2a2.25 2.25 0 010 4.1M11.5 9.3c1.6.5 2.5 1.8 2.5 3.7',
  passkey: 'M4.5 7.5V6a3.5 3.5 0 017 0v1.5M3.5 7.5h9v6h-9zM8 10v1.5',
  log: 'M3.5 2.5h9v11h-9zM6 5.5h4M6 8h4M6 10.5h2',
  key: 'M9.5 6.5a2.5 2.5 0 10-1-1.5L3 10.5V13h2.5v-1.5H7V10l1.5-1.5M11 5h.01',
  hook: 'M8 5.5a2 2 0 10-1.7-1L4 9M10 7l1.5 2.5a2 2 0 11-1.8 3M8.5 11.5h-3a2 2 0 11-2-2',
  loop: 'M4 6V5a1.5 1.5 0 011.5-1.5H13M11 1.5l2 2-2 2M12 10v1a1.5 1.5 0 01-1.5 1.5H3M5 14.5l-2-2 2-2',
  keyboard: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5.5 9.5h5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  leave: 'M6 3H3v10h3M7 8h6.5M11 5.5L13.5 8 11 10.5',
  import: 'M8 9.5v-7M5 5.5l3-3 3 3M3 12.5h10',
  export: 'M8 2.5v7M5 6.5l3 3 3-3M3 12.5h10',
} as const

const FILLED: ReadonlySet<string> = new Set(['play', 'pause'])
/** Dots, which a thin line would make smaller than other icons look. */
const HEAVY: ReadonlySet<string> = new Set(['more'])

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={`icon ${FILLED.has(name) ? 'icon-filled' : ''} ${HEAVY.has(name) ? 'icon-heavy' : ''}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
