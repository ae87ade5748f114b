/** Throws if `wanted` is none of an engine's voices: a bug, because avatars are checked at start. */
export function checkVoice(
  wanted: string,
  { name, voices }: { readonly name: string; readonly voices: readonly string[] },
): void {
  if (!voices.includes(wanted)) {
    throw new Error(`Cannot speak with voice "${wanted}": ${name} has ${voices.join(', ')}`)
  }
}
