// Entries that a process keeps as the text of an answer, by what they were made of.

/** An entry as text without its opening brace, behind which stands `editable`, of which each reader has their own. */
export type Part = { start: number; id: string; text: string }
export type Kept = { written: string; course: string | null; name: string | null; holidays: string | null; parts: Part[]; length: number }

/** Characters that a process keeps at most: some 35,000 entries. */
const mostKept = 16_000_000
/** The oldest go when it is full. */
export function keptParts(most = mostKept) {
  const kept = new Map<string, Kept>()
  let length = 0
  const drop = (key: string) => {
    length -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    of: (key: string): Kept | undefined => kept.get(key),
    keep(key: string, value: Kept) {
      drop(key)
      kept.set(key, value)
      length += value.length
      while (length > most) drop(kept.keys().next().value!)
    },
  }
}
export type KeptParts = ReturnType<typeof keptParts>
