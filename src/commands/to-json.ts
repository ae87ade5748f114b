import { toSnakeCase } from '../api/schemas/to-snake-case.ts'

export type JsonOption = { readonly json?: boolean | undefined }

/** What `--json` prints: indented, with the field names of the API. */
export function toJson(value: unknown): string {
  return JSON.stringify(renameFields(value), null, 2)
}

/** Prints an answer of the API: as it is with `--json`, else a text about it. */
export function printAnswer(
  answer: unknown,
  { json, text }: JsonOption & { readonly text: string },
  print: (line: string) => void,
): void {
  print(json === true ? JSON.stringify(answer, null, 2) : text)
}

/** A value with the field names of the API. */
export function renameFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameFields)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toSnakeCase(name), renameFields(inner)]))
}
