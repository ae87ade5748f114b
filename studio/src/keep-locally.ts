/** Keeps what the Studio can do without. Nothing is kept if the browser has no room for it, or keeps nothing at all. */
export function keepLocally(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // What was kept before would be about another state.
    localStorage.removeItem(key)
  }
}
