// What JSON can write and PostgreSQL cannot store.

/** A NUL as JSON writes it: not behind an odd number of backslashes, for then it is the text of one, as in a lesson about C. */
export const holdsNul = (json: string): boolean => json.includes('\\u0000') && /(?:^|[^\\])(?:\\\\)*\\u0000/.test(json)

/** The value without halves of surrogate pairs, which a text has that was cut inside of a character: each becomes U+FFFD. */
export function wellFormed(json: string, value: unknown): unknown {
  return /\\u[dD][89a-fA-F]/.test(json) ? mended(value) : value
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mended)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toWellFormed(), mended(one)]))
}
