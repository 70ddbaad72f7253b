// The open editors of an activity as one entry of the kv. Pure.
/** `at`: of the last beat, `since`: of the first; milliseconds since the epoch. */
export type OpenEditor = { editor: string; person: string; since: number; at: number }

/** More are not listed: the one whose last beat is the oldest gives way. */
export const mostEditors = 20

/** The entry's editors whose beats have not ended; nothing for an entry of another form. */
export function readEditors(text: string | undefined, now: number, lifetime: number): OpenEditor[] {
  try {
    const stored = JSON.parse(text ?? '[]') as OpenEditor[]
    return Array.isArray(stored) ? stored.filter(({ at }) => at > now - lifetime * 1000) : []
  } catch {
    return []
  }
}

/** A person's beat changes that person's editors alone. */
export function withBeat(
  editors: readonly OpenEditor[],
  { editor, person, open }: { editor: string; person: string; open: boolean },
  now: number,
): OpenEditor[] {
  const same = (one: OpenEditor) => one.editor === editor && one.person === person
  const others = editors.filter((one) => !same(one))
  if (!open) return others
  const latest = others.toSorted((a, b) => b.at - a.at).slice(0, mostEditors - 1)
  return [...latest, { editor, person, since: editors.find(same)?.since ?? now, at: now }].toSorted((a, b) => a.since - b.since)
}
