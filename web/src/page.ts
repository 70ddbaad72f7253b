// A page as the table of pages describes it: code, texts, first reads and frame.
import type { ComponentType } from 'react'
import type { CoursePage } from './features/course/frame/queries.ts'
import type { Texts } from './i18n/texts.ts'
import type { Read } from './reads.ts'
import type { Permission } from './permissions.ts'

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
  /** Of the management: shown only to those who have a permission. */
  manages?: ManagementEntry
}
/** The permission of the calls that a page of the management reads; the group, name and address of its entry in the menu, where it has one. */
export type ManagementEntry = { needs: Permission; group?: ManagementGroup; entry?: NameOf<'entry'>; to?: string }
type NameOf<Kind extends string> = keyof Texts['management'] extends infer K ? (K extends `${Kind}.${infer Name}` ? Name : never) : never
export type ManagementGroup = NameOf<'group'>
type PartOf<K> = K extends `part.${infer Part}` ? Part : never
/** An address of the specification without a page so far; `unbuilt` is the name of the missing part (unbuilt.json, `part.…`). */
export type Unbuilt = { unbuilt: PartOf<keyof Texts['unbuilt']> }
