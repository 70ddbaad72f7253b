// The activities before and after one, in the order of their course: those that can be opened. Pure.
import { byModule, type Content } from '../../parts/learning/course/content.ts'

/** The one itself counts wherever it is: a student reads the result of an exam that has closed. */
export function neighboursOf(content: Content | undefined, id: string, teaches: boolean) {
  const order = content
    ? byModule(content)
        .flatMap(({ activities }) => activities)
        .filter((row) => row.availability === 'open' || teaches || row.id === id)
    : []
  const index = order.findIndex((row) => row.id === id)
  return { before: order[index - 1], after: index < 0 ? undefined : order[index + 1] }
}
