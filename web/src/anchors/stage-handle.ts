// Handle of a stage: what a panel beside a file does with it, by the places of its notes.
import type { Box } from './geometry.ts'

/** A selected text on a page, with its boxes in thousandths of the unturned page. */
export type Selected = { page: number; quote: string; boxes: readonly Box[] }
export type StageHandle = {
  /** The place in view: seconds of a film, the page of a document, 1 of an image. */
  present: () => number
  /** `y`: thousandths from the top of the unturned page. */
  goTo: (anchor: number, y?: number) => void
  /** undefined: no text is selected, or the stage has none. */
  selected?: () => Selected | undefined
  /** The text of a page; '' where it has none. */
  pageText?: (page: number) => Promise<string>
}
