// The text of an error, and the test for errors of a missing file of this release.
const missingFile =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading (CSS )?chunk|ChunkLoadError/i

export const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
export const isGone = (error: unknown) => missingFile.test(textOf(error))
