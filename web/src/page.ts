// A page as the table of pages describes it: code, texts, first reads and frame.
import type { ComponentType } from 'react'
import type { CoursePage } from './features/course/frame/queries.ts'
import type { Texts } from './i18n/texts.ts'
import type { Read } from './reads.ts'

export type Page = {
  code: () => Promise<{ default: ComponentType }>
  /** Features whose texts the page shows, beside those of the frame. */
  texts?: readonly (keyof Texts)[]
  reads?: readonly Read[]
  /** On phones the page's own bar (back, title, ⋯) replaces the shell's. */
  ownBar?: true
  /** Without the bars of the frame, and without anything that could interrupt: prompts, the offer of a new release. */
  alone?: true
  /** Inside the frame of its course (course-frame.tsx), as this page of the course's menu. */
  course?: CoursePage
  /** Shown to people without a session too, where the organisation allows guest preview. */
  guests?: true
  /** Opened from outside by links and bookmarks: its files, texts and reads come with the HTML. */
  entrance?: true
}
type PartOf<K> = K extends `part.${infer Part}` ? Part : never
/** An address of the specification without a page so far; `unbuilt` is the name of the missing part (unbuilt.json, `part.…`). */
export type Unbuilt = { unbuilt: PartOf<keyof Texts['unbuilt']> }
