/** Whether an `Accept` header names `multipart/mixed` itself: `*` means plain audio. */
export function acceptsMultipart(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((entry) => /^\s*multipart\/mixed\s*(?:;|$)/i.test(entry))
}
