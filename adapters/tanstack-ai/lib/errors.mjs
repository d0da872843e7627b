// The package threw where an application would have had to catch: the case ends as `rejected`.
export class PackageError extends Error {
  constructor(cause) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
  }
}

// The steps say something that this adapter or this version's stream has no way to say: `skipped`.
export class Untellable extends Error {}
