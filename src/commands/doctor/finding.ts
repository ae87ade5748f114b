/** What one check of the installation found. */
export type Finding = {
  /** What was checked. */
  readonly name: string
  readonly state: 'ok' | 'warning' | 'fault'
  readonly detail: string
  /** What to do; given unless the state is ok. */
  readonly remedy?: string
}

export const ok = (name: string, detail: string): Finding => ({ name, state: 'ok', detail })
export const warning = (name: string, detail: string, remedy: string): Finding => ({
  name,
  state: 'warning',
  detail,
  remedy,
})
export const fault = (name: string, detail: string, remedy: string): Finding => ({
  name,
  state: 'fault',
  detail,
  remedy,
})
