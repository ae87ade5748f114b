/** A storage that is there but does not answer. It may answer the same call later. */
export class StorageStalledError extends Error {
  override readonly name = 'StorageStalledError'
  readonly code = 'NO_ANSWER'
}
