// Words of the layer of marks, from the texts of whoever draws it.
import type { Mark, Tool } from './mark.ts'

export type MarkWords = {
  /** The name of a kind of marks. */
  kind: (kind: Mark['kind']) => string
  /** The name of the layer while a tool draws, with its keys. */
  layer: (page: number, tool: Tool) => string
  marksOfPage: (page: number) => string
  comment: string
  remove: string
  closeComment: string
  commentText: string
  textOnPage: string
}
