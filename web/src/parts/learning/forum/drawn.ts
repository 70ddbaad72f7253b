// Shapes that the parts of a topic's list of posts share.
import type { Written } from './post-form.tsx'
import type { Topic } from './queries.ts'
import type { Reading } from './use-reading.ts'

/** The post that is answered; `quote`: it is quoted, too. */
export type Answered = { n: number; quote: boolean }

/** The state of the list that each of its posts is drawn by. */
export type Drawn = {
  topic: Topic
  /** Posts after this number were unread when the page was opened. */
  readBefore: number
  reading: Reading
  /** The name of the author of a post. */
  nameOf: (n: number) => string
  /** The post to go to. */
  target: number | undefined
  onTarget: () => void
  onShow: (n: number) => void
  answered: Answered | undefined
  onAnswer: (answered: Answered | undefined) => void
  onPost: (written: Written, answering: Answered) => Promise<unknown>
}
