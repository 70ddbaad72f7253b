// The text of an error, and whether it says that a file of this release is gone.
const gone = /dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading (CSS )?chunk|ChunkLoadError/i

export const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
export const isGone = (error: unknown) => gone.test(textOf(error))
