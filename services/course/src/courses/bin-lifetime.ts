// Lifetime of a deleted course in the bin, milliseconds.
export const binLifetime = 30 * 86_400_000
/** A course that was deleted by then is purged. */
export const endedAt = (now: Date) => new Date(now.getTime() - binLifetime)
