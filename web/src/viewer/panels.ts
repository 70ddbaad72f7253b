// Registry of panels beside the stage of a file that an activity shows, 290 px wide, on a phone a sheet. The code of one loads when it is opened.
import { type LucideIcon, NotebookPen } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'
import type { StageHandle } from '../anchors/stage-handle.ts'
import { type TextKey, texts } from '../i18n.ts'
import { isKept, pictureOf, type View } from './stage.ts'

/** The activity that shows the file, and the note that the address asks for. */
export type ReadIn = { course: string; activity: string; note?: string | undefined }
/** Drawn over the stage by a panel. `turns`: quarters clockwise. */
export type OverStage = {
  layer?: (page: number, shown: { width: number; height: number }, turns: number) => ReactNode
  ticks?: readonly number[]
}
export type PanelProps = {
  view: View
  place: ReadIn
  /** undefined while the stage is not ready. */
  handle: StageHandle | undefined
  onOver: (over: OverStage) => void
  onClose: () => void
}
type StagePanel = {
  id: string
  label: TextKey<'viewer'>
  icon: LucideIcon
  /** A single key that opens and closes it. */
  key: string
  takes: (view: View) => boolean
  Panel: LazyExoticComponent<ComponentType<PanelProps>>
}

export const panels: readonly StagePanel[] = [
  {
    id: 'notes',
    label: 'notes',
    icon: NotebookPen,
    key: 'n',
    // a file of text has no pages
    takes: (view) =>
      !isKept(view) &&
      ((view.kind === 'video' && view.urls.hls !== null) ||
        pictureOf(view) !== null ||
        (view.pages !== null && (view.kind === 'pdf' || (view.kind === 'office' && view.urls.preview !== null)))),
    Panel: lazy(async () => {
      const [module] = await Promise.all([import('../parts/learning/notes/note-panel.tsx'), texts('notes', 'drafts', 'errors')])
      return module
    }),
  },
]
