// How long a deleted course can be restored, milliseconds.
export const binLifetime = 30 * 86_400_000
/** What was deleted by then is gone. */
export const endedAt = (now: Date) => new Date(now.getTime() - binLifetime)
