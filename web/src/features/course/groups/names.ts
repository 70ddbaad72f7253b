// Names of groups that a page makes: a pattern with the first numbers that are free.

/** `pattern` holds {n}. */
export function freeNames(pattern: string, count: number, taken: readonly string[]): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const names: string[] = []
  for (let n = 1; names.length < count; n++) {
    const name = pattern.replaceAll('{n}', String(n))
    if (!used.has(name.toLowerCase())) names.push(name)
  }
  return names
}
export const freeName = (pattern: string, taken: readonly string[]): string => freeNames(pattern, 1, taken)[0] ?? pattern
