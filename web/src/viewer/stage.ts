// Properties common to the stages of the viewer, one stage for each kind of file.
import type { ReactNode } from 'react'
import type { StageHandle } from '../anchors/stage-handle.ts'
import type { Answer } from '../client.ts'
import type { openPdf } from './pdf/open-pdf.ts'

export type View = Answer<'GET /api/uploads/:id/view'>
/** It is not shown, for its author's name may stand in what cannot be removed from it. */
export const isKept = ({ properties, urls }: View) => properties === 'kept' && !urls.preview && !urls.hls

export const isConverting = (preview: View['preview']) => preview?.status === 'queued' || preview?.status === 'running'
/** The picture of an image; null while there is none that a browser draws. */
export const pictureOf = ({ kind, preview, urls }: View) =>
  kind === 'image' && (!preview || preview.status === 'ready') ? urls.file : null

export type StageProps = {
  view: View
  /** Time of the server's answer, epoch milliseconds. */
  grantedAt: number
  /** Resolves a path against the bytes origin. */
  address: (path: string) => string
  /** Scale, 1 is natural size; undefined: fitted to the stage. */
  zoom: number | undefined
  /** Reports the scale of the fitted size, from which the next zoom step starts. */
  onFit: (scale: number) => void
  /** Quarter turns clockwise. */
  turns: number
  /** Slot of the toolbar for the stage's own tools. */
  tools: HTMLElement | null
  /** Of a document's tools only the page number: another bar has the room. */
  brief?: boolean
  /** The stage is as long as its content and scrolls with the page, instead of scrolling within its frame. */
  flows: boolean
  /** The reader teaches with the file: in place of one that cannot be shown they read what students get of it. */
  teaches?: boolean | undefined
  /** Requests a new grant after the present one has expired. */
  onRenew: () => void
  /** Reports the pages in view, of files that have pages. */
  onPages?: ((pages: readonly number[]) => void) | undefined
  /** Drawn over each page, of kinds that have pages. `shown`: its size at scale 1, turned. */
  layer?: ((page: number, shown: { width: number; height: number }) => ReactNode) | undefined
  /** Moments on the time line of a recording, seconds. */
  ticks?: readonly number[] | undefined
  /** Reports what a panel beside the stage can do with it; undefined once it is gone. */
  onHandle?: ((handle: StageHandle | undefined) => void) | undefined
  /** Opens a document that may be open already. */
  open?: typeof openPdf | undefined
}
