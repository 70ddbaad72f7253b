// People of a roll call at whom somebody should look, in the order in which to look.
import type { Board, BoardPerson } from '../queries.ts'

/** Doubted claims that nobody has looked at; those with a network alone come last, since phones often have their own. */
export function doubted(people: Board['people']): Board['people'] {
  const weight = ({ doubts }: BoardPerson) => (doubts.every((doubt) => doubt === 'network') ? 1 : 0)
  return people
    .filter(({ doubts, seen, state }) => doubts.length > 0 && !seen && state !== 'absent')
    .toSorted((a, b) => weight(a) - weight(b))
}
/** Those whom the spot check chose, until somebody has looked. */
export const called = (people: Board['people']): Board['people'] =>
  people.filter(({ asked, seen, state }) => asked && !seen && state !== null)
