import { signal } from '@preact/signals'
import { keepLocally } from '../keep-locally.ts'

const KEY = 'declaim-theme'
export const THEMES = { system: 'System colours', light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof THEMES

/** The colours of the page. */
export const theme = signal<Theme>('system')

/** Shows the page in the colours that this browser chose last. Call it before the page is drawn. */
export function restoreTheme(): void {
  const stored = localStorage.getItem(KEY)
  setTheme(stored === 'light' || stored === 'dark' ? stored : 'system')
}

export function setTheme(next: Theme): void {
  theme.value = next
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  keepLocally(KEY, next)
}
