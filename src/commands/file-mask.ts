let usersMask = 0o022

/** Files that this process makes from now on are for their owner alone, as those of the data directory have to be. */
export function keepFilesPrivate(): void {
  usersMask = process.umask(0o077)
}

/** What a user asks for, such as a file with audio, has the rights that the user's other new files have. */
export function useMaskOfUser(): void {
  process.umask(usersMask)
}
