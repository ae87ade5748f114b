/** A release that the service does not know has changed the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'

  /** `migration` is the first one that this release does not have. */
  constructor(migration: string) {
    super(
      `Cannot use this database: a newer release has changed it (migration ${migration}); install that release, or restore a backup that this release made into an empty database`,
    )
  }
}
