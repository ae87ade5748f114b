/** The name of a field in the API: `clipLifetimeSeconds` -> `clip_lifetime_seconds`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
