// The moments of a film at which it asks. Times in seconds. Pure.
type Moment = { id: string; at: number; must: boolean; answer: unknown }

/** The first question without an answer that playback passes between two positions; `passed` were passed over on this page. */
export const reached = <S extends Moment>(subjects: readonly S[], from: number, to: number, passed: ReadonlySet<string>): S | undefined =>
  subjects.find(({ id, at, answer }) => at > from && at <= to && answer === null && !passed.has(id))

/** The first question that must be answered and is not: nothing after it is open. */
export const barrierOf = <S extends Moment>(subjects: readonly S[]): S | undefined =>
  subjects.find(({ must, answer }) => must && answer === null)

/** "1:30" or "90"; undefined where it is neither. */
export function secondsOf(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,5}$/.test(part))) return undefined
  if (parts.slice(1).some((part) => Number(part) > 59)) return undefined
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}
