// Our own ids among texts that name things: a file that this product has written calls a thing by it where its source has no name for it.

/** A text as an id, by which an index finds it; null for any other text. */
export const ownIdSql = (text: string): string => `case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`
