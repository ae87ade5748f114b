import { signal } from '@preact/signals'

/** What the page has to say about something that cannot be done, until it is dismissed. */
export const notice = signal<string | undefined>(undefined)
