import type { Answer } from '../client.ts'

export type View = Answer<'GET /api/uploads/:id/view'>
/** What every kind of stage is given. */
export type StageProps = {
  view: View
  /** When the server gave it, epoch milliseconds. */
  given: number
  /** A path of the bytes origin as an address. */
  address: (path: string) => string
  /** undefined: as large as fits. */
  zoom: number | undefined
  /** The stage says how large it fits, so that the next step goes on from there. */
  onFit: (scale: number) => void
  /** Quarter turns to the right. */
  turns: number
  /** Where its own tools stand in the bar. */
  tools: HTMLElement | null
  /** The grant has ended: another one is wanted. */
  onRenew: () => void
}
