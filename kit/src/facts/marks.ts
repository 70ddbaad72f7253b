// Marks as headers: an answer to a write names its facts in Lyceum-Facts; the BFF sends them with the next calls in Lyceum-After.
import type { Mark } from '../calls/context.ts'

export const factsHeader = 'lyceum-facts'
export const afterHeader = 'lyceum-after'
/** Milliseconds for which a service may wait for the marks. */
export const waitHeader = 'lyceum-wait'
export const behindHeader = 'lyceum-behind'
export const deadlineHeader = 'lyceum-deadline'
const maxMarks = 16

export const writeMarks = (marks: Iterable<Mark>): string =>
  [...marks]
    .slice(-maxMarks)
    .map(({ topic, key, type, id }) => [topic, key, type, id].join(';'))
    .join(',')

export const readMarks = (header: string | undefined): Mark[] =>
  (header ?? '')
    .split(',')
    .slice(0, 4 * maxMarks)
    .flatMap((one) => {
      const [topic, key, type, id] = one.trim().split(';')
      return topic && key && type && id ? [{ topic, key, type, id }] : []
    })
