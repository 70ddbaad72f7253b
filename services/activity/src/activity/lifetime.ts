// The time for which something deleted can be restored, milliseconds.
export const binLifetime = 30 * 86_400_000
