/** Throws if the engine has no voice named `wanted`. That is a bug, because avatars are checked at start. */
export function checkVoice(
  wanted: string,
  { name, voices }: { readonly name: string; readonly voices: readonly string[] },
): void {
  if (!voices.includes(wanted)) {
    throw new Error(`Cannot speak with voice "${wanted}": ${name} has ${voices.join(', ')}`)
  }
}
