// Characters that JSON can contain and PostgreSQL cannot store.

/** Whether JSON has an escaped NUL: not after an odd number of backslashes, which make it the text of an escape, as in a lesson about C. */
export const holdsNul = (json: string): boolean => json.includes('\\u0000') && /(?:^|[^\\])(?:\\\\)*\\u0000/.test(json)

/** The value with U+FFFD for each half of a surrogate pair, which a text cut inside a character contains. */
export function wellFormed(json: string, value: unknown): unknown {
  return /\\u[dD][89a-fA-F]/.test(json) ? mended(value) : value
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mended)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toWellFormed(), mended(one)]))
}
