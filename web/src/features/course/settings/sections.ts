// The sections of a course's settings, in their order: each a file of its own, loaded with the page.
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { Course } from '../frame/queries.ts'

/** `offered`: the section is shown for this course; without it, for every one. */
type SettingSection = {
  key: string
  Section: LazyExoticComponent<ComponentType<{ course: Course }>>
  offered?: (course: Course) => boolean
}

export const settingSections: readonly SettingSection[] = [
  { key: 'fields', Section: lazy(() => import('./field-sections.tsx')) },
  { key: 'cover', Section: lazy(() => import('./cover-section.tsx')) },
  { key: 'join', Section: lazy(() => import('./join-section.tsx')) },
  { key: 'menu', Section: lazy(() => import('./menu-section.tsx')) },
  { key: 'partners', Section: lazy(() => import('./partners-section.tsx')) },
  { key: 'delete', Section: lazy(() => import('./delete-section.tsx')), offered: ({ can }) => can.delete },
]
