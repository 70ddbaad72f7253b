// Our own ids among texts that name things: a file that this product has written calls a thing by it where its source has no name for it.

const ownId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Those of the texts that are written as our ids, for a search by an index of ids. */
export const ownIds = (texts: readonly string[]): string[] => texts.filter((text) => ownId.test(text))
